import { contract } from '../../src/contract/index.ts'
import { ok } from '../../src/shared/result.ts'
import { notFound } from '../http/refusal.ts'
import { route } from '../http/route.ts'
import { presentGroup, presentGroupSummary, templatesOf } from '../present.ts'
import { inAccount, ofAccount } from '../state/lookup.ts'
import type { State, TemplateGroup } from '../state/types.ts'

/** Groups are listed in the order of the sort order of their templates. */
function byTemplates(state: State) {
  const order = (group: TemplateGroup) =>
    Math.min(...templatesOf(state, group).map(({ sortOrder }) => sortOrder))
  return (a: TemplateGroup, b: TemplateGroup) => order(a) - order(b) || a.id - b.id
}

/** Form template groups of the account, inactive ones included: they stay on record. */
export const developerFormTemplateGroupRoutes = [
  route(contract.developer.formTemplateGroups.list, ({ state, account, world }) =>
    ok(
      ofAccount(state.templateGroups, account.id)
        .sort(byTemplates(state))
        .map((group) => presentGroupSummary(world, group)),
    ),
  ),

  route(contract.developer.formTemplateGroups.get, ({ state, account, params, world }) => {
    const group = inAccount(state.templateGroups, account.id, params.form_template_group_id)
    return group ? ok(presentGroup(world, group)) : notFound('form template group')
  }),
]
