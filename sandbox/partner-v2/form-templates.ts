import { contract } from '../../src/contract/index.ts'
import type { Id } from '../../src/contract/values.ts'
import { ok } from '../../src/shared/result.ts'
import type { Result } from '../../src/shared/result.ts'
import { isOrAny } from '../http/filters.ts'
import { notFound } from '../http/refusal.ts'
import type { Refusal } from '../http/refusal.ts'
import { paginate, presentPage, sortable } from '../http/paginate.ts'
import { route } from '../http/route.ts'
import { presentElement, presentTemplate, presentTemplateSummary } from '../present.ts'
import { latestTemplate, latestTemplates } from '../state/lookup.ts'
import { elementsOf } from '../state/packets.ts'
import type { Account, State, Template } from '../state/types.ts'

function templateAt(call: {
  readonly state: State
  readonly account: Account
  readonly params: { readonly formTemplateId: Id }
}): Result<Template, Refusal> {
  const template = latestTemplate(call.state, call.account.id, call.params.formTemplateId)
  return template ? ok(template) : notFound('form template')
}

/** Form templates; they belong to the account and are the same at each location. */
export const formTemplateRoutes = [
  route(contract.partner.formTemplates.list, ({ state, account, query }) => {
    const templates = latestTemplates(state, account.id).filter(
      (template) =>
        template.isActive &&
        (query.isStaffOnly === undefined || template.isStaffOnly === query.isStaffOnly) &&
        (query.appointmentTypeId === undefined ||
          template.appointmentTypeIds.some((id) => isOrAny(query.appointmentTypeId, id))),
    )
    const key = ({ sortOrder, id }: Template) => `${sortable(sortOrder)} ${sortable(id)}`
    return presentPage(paginate(templates, query, key), presentTemplateSummary)
  }),

  route(contract.partner.formTemplates.get, (call) => {
    const template = templateAt(call)
    return template.ok ? ok(presentTemplate(call.sandbox, template.value)) : template
  }),

  route(contract.partner.formTemplates.listAttributes, (call) => {
    const template = templateAt(call)
    if (!template.ok) return template
    const items = elementsOf(template.value).flatMap(({ id, attribute, lifecycle }) =>
      attribute === undefined ? [] : [{ attribute, lifecycle: lifecycle ?? null, elementId: id }],
    )
    return ok({ items })
  }),

  route(contract.partner.formTemplates.listElements, (call) => {
    const template = templateAt(call)
    if (!template.ok) return template
    const items = elementsOf(template.value).map(({ children: _, ...element }) =>
      presentElement(element),
    )
    return ok({ items })
  }),
]
