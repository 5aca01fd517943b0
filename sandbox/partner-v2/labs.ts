import { contract } from '../../src/contract/index.ts'
import { sameId } from '../../src/contract/values.ts'
import type { Id } from '../../src/contract/values.ts'
import { ok } from '../../src/shared/result.ts'
import type { Result } from '../../src/shared/result.ts'
import { isOrAny, isWithin } from '../http/filters.ts'
import { notFound } from '../http/refusal.ts'
import type { Refusal } from '../http/refusal.ts'
import { byId, paginate, presentPage, sortable } from '../http/paginate.ts'
import { route } from '../http/route.ts'
import type { Lab } from '../state/clinical.ts'
import { atLocation, ofAccount } from '../state/lookup.ts'
import type { Location, State } from '../state/types.ts'

const { labs } = contract.partner

const byTime = ({ orderedAt, id }: Lab) => `${orderedAt} ${sortable(id)}`

function presentSummary({ accountId: _, testPanels: __, ...fields }: Lab) {
  return fields
}

function presentPanels({ testPanels }: Lab) {
  return testPanels.map(({ testComponents, ...panel }) => ({
    ...panel,
    testComponents: testComponents.map((each) => ({ ...each, testPanelId: panel.id })),
  }))
}

const componentsOf = (lab: Lab) => presentPanels(lab).flatMap((panel) => panel.testComponents)

function labAt(call: {
  readonly state: State
  readonly location: Location
  readonly params: { readonly labId: Id }
}): Result<Lab, Refusal> {
  const lab = atLocation(call.state.labs, call.location, call.params.labId)
  return lab ? ok(lab) : notFound('lab')
}

/** Lab orders and results of a location. */
export const labRoutes = [
  route(labs.list, ({ state, location, query }) => {
    const found = ofAccount(state.labs, location.accountId).filter(
      (lab) =>
        lab.locationId === location.id &&
        isOrAny(query.patientId, lab.patientId) &&
        (query.status ?? lab.status) === lab.status &&
        isWithin(location, query, lab.orderedAt),
    )
    return presentPage(paginate(found, query, byTime, 'descending'), presentSummary)
  }),

  route(labs.get, (call) => {
    const lab = labAt(call)
    if (!lab.ok) return lab
    return ok({ ...presentSummary(lab.value), testPanels: presentPanels(lab.value) })
  }),

  route(labs.listTestComponents, (call) => {
    const lab = labAt(call)
    return lab.ok ? paginate(componentsOf(lab.value), call.query, byId) : lab
  }),

  route(labs.getTestComponent, (call) => {
    const lab = labAt(call)
    if (!lab.ok) return lab
    const found = componentsOf(lab.value).find(({ id }) => sameId(id, call.params.componentId))
    return found ? ok(found) : notFound('test component')
  }),
]
