import { contract } from '../../../contract/index.ts'
import type { ReadGroup } from '../../../contract/readers/clinic-readers.ts'
import { anyAnswer } from '../../../contract/readers/reading.ts'
import { sameId, type Id } from '../../../contract/values.ts'
import type { GroupFields } from '../../../shared/desk/clinic.ts'
import type { DeskRefusal } from '../../../shared/desk/messages.ts'
import { err, ok, type Result } from '../../../shared/result.ts'
import { isRefusal } from '../../service/http/refusal.ts'
import { refusalOf } from '../failures.ts'
import type { ClinicReads } from '../queries/clinic.ts'
import type { DeskWork } from '../work.ts'
import { wholeNumber } from '../whole-number.ts'

const { formTemplateGroups } = contract.developer

type Done = Promise<Result<null, DeskRefusal>>
/** What is typed of a group; its templates as the service knows them. */
export type NewGroup = Omit<GroupFields, 'templates'> & { readonly templates: readonly Id[] }

const failed = () => err({ kind: 'failed' } as const)

/** The commands that concern template groups. Where an answer was lost, they look whether it was done all the same. */
export function groupCommands({ client, signal }: DeskWork, reads: ClinicReads) {
  /** Undefined where an id is none of this interface. */
  function bodyOf({ name, templates, practitioner }: NewGroup) {
    const formTemplateIds = templates.flatMap((id) => wholeNumber(id) ?? [])
    if (formTemplateIds.length < templates.length) return undefined
    return { name, formTemplateIds, practitionerId: practitioner }
  }

  return {
    /** Creates a group at a location. */
    async create(location: Id, fields: NewGroup): Done {
      const [body, locationId] = [bodyOf(fields), wholeNumber(location)]
      if (!body || locationId === undefined) return failed()
      const before = await reads.groups(null)
      if (!before.ok) return err(refusalOf(before.error))
      const sent = { body: { locationId, ...body } }
      const made = await client.read(formTemplateGroups.create, anyAnswer, sent, { signal })
      if (made.ok) return ok(null)
      if (isRefusal(made.error)) return err(refusalOf(made.error))
      const after = await reads.groups(null)
      const isNew = (id: Id) => !before.value.some((each) => sameId(each.id, id))
      const isThere =
        after.ok && after.value.some(({ id, name }) => name === fields.name && isNew(id))
      return isThere ? ok(null) : err(refusalOf(made.error))
    },

    /** Gives a group another name, other templates and another practitioner. */
    async change(group: Id, fields: NewGroup): Done {
      const [body, id] = [bodyOf(fields), wholeNumber(group)]
      if (!body || id === undefined) return failed()
      const sent = { body: { id, ...body } }
      const changed = await client.read(formTemplateGroups.update, anyAnswer, sent, { signal })
      if (changed.ok) return ok(null)
      if (isRefusal(changed.error)) return err(refusalOf(changed.error))
      const after = await reads.group(group)
      return after.ok && has(after.value, fields) ? ok(null) : err(refusalOf(changed.error))
    },

    /** Makes a group inactive, for good. */
    async deactivate(group: Id): Done {
      const id = wholeNumber(group)
      if (id === undefined) return failed()
      const sent = { body: { id } }
      const done = await client.read(formTemplateGroups.delete, anyAnswer, sent, { signal })
      if (done.ok) return ok(null)
      if (isRefusal(done.error)) return err(refusalOf(done.error))
      const after = await reads.group(group)
      return after.ok && !after.value.isActive ? ok(null) : err(refusalOf(done.error))
    },
  }
}

/** Whether a group is as it was to be. The service orders its templates. */
function has(group: ReadGroup, { name, templates, practitioner }: NewGroup): boolean {
  const ids = new Set(group.templates.map(({ id }) => String(id)))
  const isPractitioners =
    practitioner === null
      ? group.practitionerId === undefined
      : group.practitionerId !== undefined && sameId(group.practitionerId, practitioner)
  return (
    group.name === name &&
    isPractitioners &&
    ids.size === new Set(templates.map(String)).size &&
    templates.every((id) => ids.has(String(id)))
  )
}
