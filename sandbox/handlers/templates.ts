import { randomUUID } from 'node:crypto'
import { contract } from '../../src/contract/index.ts'
import type { Id } from '../../src/contract/values.ts'
import { ok, type Result } from '../../src/shared/result.ts'
import { iso } from '../clock.ts'
import { notFound, unprocessable, type Refusal } from '../http/refusal.ts'
import { getRoute, listRoute, readRoutes, recordRoute, type Resource } from '../http/resource.ts'
import { route } from '../http/route.ts'
import { inAccount, latestTemplates, ofAccount, takeId } from '../state/lookup.ts'
import { elementsOf } from '../state/packets.ts'
import type { State, Template, TemplateGroup } from '../state/types.ts'
import type { SandboxContext } from '../sandbox-context.ts'

const { formTemplates, formTemplateGroups } = contract.partner
const { formTemplates: developerTemplates, formTemplateGroups: developerGroups } =
  contract.developer

const publicLink = ({ urls }: SandboxContext, uuid: string) => `${urls.pages}/public/${uuid}`

/** Returns the newest version of an account's template. */
export function latestTemplate(state: State, accountId: number, id: Id): Template | undefined {
  return inAccount(latestTemplates(state), accountId, id)
}

/** Returns the newest versions of a group's templates, by their sort order. */
export function templatesOf(state: State, group: TemplateGroup): Template[] {
  return group.formTemplateIds
    .flatMap((id) => latestTemplate(state, group.accountId, id) ?? [])
    .sort((a, b) => a.sortOrder - b.sortOrder)
}

const allTemplates: Resource<Template> = {
  name: 'form template',
  table: latestTemplates,
  view: (template, sandbox) => ({
    ...template,
    isFillablePDF: false,
    publicLink: publicLink(sandbox, template.publicUuid),
  }),
  sortBy: 'sortOrder',
}
const activeTemplates = { ...allTemplates, isListed: ({ isActive }: Template) => isActive }

function presentGroup(sandbox: SandboxContext, group: TemplateGroup) {
  return {
    ...group,
    staticLink: publicLink(sandbox, group.publicUuid),
    formTemplates: templatesOf(sandbox.state, group).map((each) => ({ ...each })),
  }
}

const activeGroups: Resource<TemplateGroup> = {
  name: 'template group',
  table: ({ templateGroups }) => templateGroups,
  view: (group, sandbox) => presentGroup(sandbox, group),
  isListed: ({ active }) => active,
}

const allGroups = { ...activeGroups, isAccountWide: true }

function groupsInOrder(sandbox: SandboxContext, accountId: number) {
  const order = (group: TemplateGroup) =>
    templatesOf(sandbox.state, group)[0]?.sortOrder ?? Infinity
  return ofAccount(sandbox.state.templateGroups, accountId)
    .sort((a, b) => order(a) - order(b) || a.id - b.id)
    .map((group) => presentGroup(sandbox, group))
}

type GroupFields = Pick<TemplateGroup, 'name' | 'formTemplateIds' | 'practitionerId'>

function readFields(
  state: State,
  accountId: number,
  { name, formTemplateIds, practitionerId }: GroupFields,
): Result<GroupFields, Refusal> {
  if (!formTemplateIds.every((id) => latestTemplate(state, accountId, id)))
    return unprocessable('unknown_form_template', 'The account has no such form template.')
  if (practitionerId !== null && !inAccount(state.practitioners, accountId, practitionerId))
    return unprocessable('unknown_practitioner', 'The account has no such practitioner.')
  return ok({ name, formTemplateIds, practitionerId })
}

export const templateRoutes = [
  listRoute(formTemplates.list, activeTemplates),
  getRoute(formTemplates.get, allTemplates),
  ...readRoutes(developerTemplates, allTemplates),

  recordRoute(formTemplates.listAttributes, allTemplates, (template) => {
    const items = elementsOf(template).flatMap(({ id, attribute, lifecycle }) =>
      !attribute ? [] : [{ attribute, lifecycle: lifecycle ?? null, elementId: id }],
    )
    return ok({ items })
  }),

  recordRoute(formTemplates.listElements, allTemplates, (template) =>
    ok({ items: elementsOf(template) }),
  ),

  ...readRoutes(
    { list: formTemplateGroups.listForLocation, get: formTemplateGroups.getForLocation },
    activeGroups,
  ),
  ...readRoutes(formTemplateGroups, allGroups),

  // In the developer interface inactive ones stay on record.
  route(developerGroups.list, ({ account, sandbox }) => ok(groupsInOrder(sandbox, account.id))),
  route(developerGroups.listByPractitioner, ({ account, params, sandbox }) => {
    const isOf = ({ practitionerId }: TemplateGroup) =>
      practitionerId === Number(params.practitioner_id)
    return ok(groupsInOrder(sandbox, account.id).filter(isOf))
  }),
  getRoute(developerGroups.get, activeGroups),

  route(
    developerGroups.create,
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
      return ok(presentGroup(sandbox, group))
    },
    ({ name }) => `${name} was created.`,
  ),

  recordRoute(
    developerGroups.update,
    activeGroups,
    (group, { state, account, body, sandbox, now }) => {
      const fields = readFields(state, account.id, body)
      if (!fields.ok) return fields
      Object.assign(group, fields.value, { lastUpdatedOn: iso(now) })
      return ok(presentGroup(sandbox, group))
    },
    ({ name }) => `${name} was updated.`,
  ),

  recordRoute(
    developerGroups.delete,
    activeGroups,
    (group, { sandbox, now }) => {
      Object.assign(group, { active: false, lastUpdatedOn: iso(now) })
      return ok(presentGroup(sandbox, group))
    },
    ({ name }) => `${name} is no longer active.`,
  ),
]
