import { contract } from '../../src/contract/index.ts'
import type { Id } from '../../src/contract/values.ts'
import { ok } from '../../src/shared/result.ts'
import type { Result } from '../../src/shared/result.ts'
import { notFound } from '../http/refusal.ts'
import type { Refusal } from '../http/refusal.ts'
import { paginate, presentPage, sortable } from '../http/paginate.ts'
import { route } from '../http/route.ts'
import { ownFields } from '../present.ts'
import type { CategoryTransition } from '../state/crm.ts'
import { inAccount, ofAccount } from '../state/lookup.ts'
import type { Account, State } from '../state/types.ts'

const { patientCategories } = contract.partner

const byTime = ({ transitionedAt, id }: CategoryTransition) => `${transitionedAt} ${sortable(id)}`

/** The transitions of a patient of the account, the newest first. */
function historyOf(call: {
  readonly state: State
  readonly account: Account
  readonly params: { readonly patientId: Id }
}): Result<CategoryTransition[], Refusal> {
  const { state, account, params } = call
  const patient = inAccount(state.patients, account.id, params.patientId)
  if (!patient) return notFound('patient')
  return ok(
    ofAccount(state.categoryTransitions, account.id)
      .filter(({ patientId }) => patientId === patient.id)
      .sort((a, b) => (byTime(a) < byTime(b) ? 1 : -1)),
  )
}

/** Where patients are among the categories, and how they came there. */
export const patientCategoryRoutes = [
  route(patientCategories.get, (call) => {
    const history = historyOf(call)
    if (!history.ok) return history
    const [latest] = history.value
    if (!latest || latest.toCategoryId === null) return notFound('category of this patient')
    return ok({
      id: latest.id,
      patientId: latest.patientId,
      categoryId: latest.toCategoryId,
      crmStatusId: latest.toCrmStatusId,
      assignedAt: latest.transitionedAt,
    })
  }),

  route(patientCategories.listTransitions, (call) => {
    const history = historyOf(call)
    if (!history.ok) return history
    return presentPage(paginate(history.value, call.query, byTime, 'descending'), ownFields)
  }),

  route(patientCategories.getTransition, (call) => {
    const history = historyOf(call)
    if (!history.ok) return history
    const found = inAccount(
      call.state.categoryTransitions,
      call.account.id,
      call.params.transitionId,
    )
    return found && history.value.includes(found) ? ok(ownFields(found)) : notFound('transition')
  }),
]
