import { contract } from '../../src/contract/index.ts'
import { ok } from '../../src/shared/result.ts'
import { notFound } from '../http/refusal.ts'
import { byId, paginate, presentPage } from '../http/paginate.ts'
import { route } from '../http/route.ts'
import { presentGroup, presentGroupSummary } from '../present.ts'
import { inAccount, ofAccount } from '../state/lookup.ts'
import type { TemplateGroup } from '../state/types.ts'
import type { SandboxContext } from '../sandbox-context.ts'

function page(
  sandbox: SandboxContext,
  groups: readonly TemplateGroup[],
  query: { readonly cursor?: string | undefined; readonly limit?: number | undefined } | undefined,
) {
  const active = groups.filter((group) => group.active)
  const found = paginate(active, query ?? {}, byId)
  return presentPage(found, (group) => presentGroupSummary(sandbox, group))
}

/** Form template groups, of a location and of the account. */
export const formTemplateGroupRoutes = [
  route(contract.partner.formTemplateGroups.listForLocation, (call) => {
    const groups = ofAccount(call.state.templateGroups, call.account.id)
    const here = groups.filter(({ locationId }) => locationId === call.location.id)
    return page(call.sandbox, here, call.query)
  }),

  route(contract.partner.formTemplateGroups.getForLocation, (call) => {
    const group = inAccount(call.state.templateGroups, call.account.id, call.params.groupId)
    return group?.locationId === call.location.id
      ? ok(presentGroup(call.sandbox, group))
      : notFound('template group')
  }),

  route(contract.partner.formTemplateGroups.list, (call) =>
    page(call.sandbox, ofAccount(call.state.templateGroups, call.account.id), call.query),
  ),

  route(contract.partner.formTemplateGroups.get, (call) => {
    const group = inAccount(call.state.templateGroups, call.account.id, call.params.groupId)
    return group ? ok(presentGroup(call.sandbox, group)) : notFound('template group')
  }),
]
