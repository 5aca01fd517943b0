import { randomUUID } from 'node:crypto'
import { contract } from '../../src/contract/index.ts'
import { ok } from '../../src/shared/result.ts'
import type { Result } from '../../src/shared/result.ts'
import { iso } from '../clock.ts'
import { isOrAny } from '../http/filters.ts'
import { notFound, unprocessable } from '../http/refusal.ts'
import type { Refusal } from '../http/refusal.ts'
import { route } from '../http/route.ts'
import { presentGroup, presentGroupSummary, templatesOf } from '../present.ts'
import { inAccount, latestTemplate, ofAccount, takeId } from '../state/lookup.ts'
import type { State, TemplateGroup } from '../state/types.ts'
import type { SandboxContext } from '../sandbox-context.ts'

const { formTemplateGroups } = contract.developer

/** The groups of an account, in the order of the sort order of their templates. */
function groupsOf(state: State, accountId: number): TemplateGroup[] {
  const order = (group: TemplateGroup) =>
    Math.min(...templatesOf(state, group).map(({ sortOrder }) => sortOrder))
  return ofAccount(state.templateGroups, accountId).sort(
    (a, b) => order(a) - order(b) || a.id - b.id,
  )
}

/** A group that was created or updated: its answer has no timestamps. */
function presentSaved(sandbox: SandboxContext, group: TemplateGroup) {
  const { createdOn: _, lastUpdatedOn: __, ...answer } = presentGroup(sandbox, group)
  return answer
}

type Fields = Pick<TemplateGroup, 'name' | 'formTemplateIds' | 'practitionerId'>

/** What a body says of a group; its templates and its practitioner must be known. */
function readFields(
  state: State,
  accountId: number,
  { name, formTemplateIds, practitionerId }: Fields,
): Result<Fields, Refusal> {
  if (!formTemplateIds.every((id) => latestTemplate(state, accountId, id))) {
    return unprocessable('unknown_form_template', 'The account has no such form template.')
  }
  if (practitionerId !== null && !inAccount(state.practitioners, accountId, practitionerId)) {
    return unprocessable('unknown_practitioner', 'The account has no such practitioner.')
  }
  return ok({ name, formTemplateIds, practitionerId })
}

/** Form template groups of the account, inactive ones included: they stay on record. */
export const developerFormTemplateGroupRoutes = [
  route(formTemplateGroups.list, ({ state, account, sandbox }) =>
    ok(groupsOf(state, account.id).map((group) => presentGroupSummary(sandbox, group))),
  ),

  route(formTemplateGroups.get, ({ state, account, params, sandbox }) => {
    const group = inAccount(state.templateGroups, account.id, params.form_template_group_id)
    return group ? ok(presentGroup(sandbox, group)) : notFound('form template group')
  }),

  route(
    formTemplateGroups.create,
    ({ state, account, body, sandbox, now }) => {
      const location = inAccount(state.locations, account.id, body.locationId)
      if (!location?.active) return notFound('location')
      const fields = readFields(state, account.id, body)
      if (!fields.ok) return fields
      const group: TemplateGroup = {
        id: takeId(state, 'templateGroup'),
        accountId: account.id,
        locationId: location.id,
        ...fields.value,
        active: true,
        publicUuid: randomUUID(),
        createdOn: iso(now),
        lastUpdatedOn: iso(now),
      }
      state.templateGroups.set(group.id, group)
      return ok(presentSaved(sandbox, group))
    },
    ({ name }) => `${name} was created.`,
  ),

  route(
    formTemplateGroups.update,
    ({ state, account, body, sandbox, now }) => {
      const group = inAccount(state.templateGroups, account.id, body.id)
      if (!group) return notFound('form template group')
      const fields = readFields(state, account.id, body)
      if (!fields.ok) return fields
      Object.assign(group, fields.value, { lastUpdatedOn: iso(now) })
      return ok(presentSaved(sandbox, group))
    },
    ({ name }) => `${name} was updated.`,
  ),

  route(
    formTemplateGroups.delete,
    ({ state, account, body, sandbox, now }) => {
      const group = inAccount(state.templateGroups, account.id, body.id)
      if (!group) return notFound('form template group')
      group.active = false
      group.lastUpdatedOn = iso(now)
      return ok(presentGroup(sandbox, group))
    },
    ({ name }) => `${name} is no longer active.`,
  ),

  route(formTemplateGroups.listByPractitioner, ({ state, account, params, sandbox }) =>
    ok(
      groupsOf(state, account.id)
        .filter(({ practitionerId }) => isOrAny(params.practitioner_id, practitionerId))
        .map((group) => presentGroupSummary(sandbox, group)),
    ),
  ),
]
