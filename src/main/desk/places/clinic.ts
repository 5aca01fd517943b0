import { contract } from '../../../contract/index.ts'
import { sameId, type Id } from '../../../contract/values.ts'
import type { GroupFields, LocationFields } from '../../../shared/desk/clinic.ts'
import type { DeskRefusal } from '../../../shared/desk/messages.ts'
import type { clinicOperations } from '../../../shared/desk/operations/clinic.ts'
import { err, mapOk, type Result } from '../../../shared/result.ts'
import type { ServiceError } from '../../service/http/errors.ts'
import { groupCommands, type NewGroup } from '../commands/clinic-groups.ts'
import { locationCommands, type NewLocation } from '../commands/clinic-locations.ts'
import { refusalOf } from '../failures.ts'
import { onNothing, onRecord, type PlaceWork, type ReachedOperations } from '../place-work.ts'
import { createClinicReads } from '../queries/clinic.ts'
import {
  shownGroup,
  shownGroupRow,
  shownLocation,
  shownTemplate,
  shownTemplateRow,
} from '../queries/clinic-shown.ts'
import type { DeskWork } from '../work.ts'

const { formTemplateGroups, formTemplates, locations, stateProvinces } = contract.developer

const told = <T>(result: Result<T, ServiceError>): Result<T, DeskRefusal> =>
  result.ok ? result : err(refusalOf(result.error))
const gone = () => Promise.resolve(err({ kind: 'unknownReference' } as const))

/** How the clinic is set up at the service. */
export function clinicPlace(work: DeskWork): PlaceWork<typeof clinicOperations> {
  const { references, place } = work
  const reads = createClinicReads(work)
  const ofLocations = locationCommands(work, reads)
  const ofGroups = groupCommands(work, reads)
  /** Numbers of staff that were saved since sign-in, by the location's id: the service does not tell them when asked. */
  const staff = new Map<string, readonly number[]>()
  const isHere = (id: Id) => sameId(id, place.locationId)
  const at = <T>(
    kind: 'location' | 'group' | 'template',
    reference: string,
    run: (id: Id) => Promise<Result<T, DeskRefusal>>,
  ) => onRecord(work, { kind, record: `${kind}Id`, reference }, run)

  function newLocation(fields: LocationFields): NewLocation | undefined {
    const state = references.idOf('state', fields.state)
    return state === undefined ? undefined : { ...fields, state }
  }
  function newGroup(fields: GroupFields): NewGroup | undefined {
    const templates = fields.templates.map((each) => references.idOf('template', each))
    const known = templates.filter((id) => id !== undefined)
    return known.length < templates.length ? undefined : { ...fields, templates: known }
  }
  /** Names of locations for groups; a group whose location cannot be named is shown all the same. */
  async function locationNames() {
    const read = await reads.locations()
    return read.ok ? read.value : []
  }

  return {
    queries: {
      clinicLocations: () =>
        onNothing(async () =>
          told(
            mapOk(await reads.locations(), (rows) =>
              rows.map(({ id, name, timeZone }) => ({
                ...{ location: references.of('location', id), name },
                ...{ timeZone: timeZone ?? null, isHere: isHere(id) },
              })),
            ),
          ),
        ),
      clinicLocation: ({ location }) =>
        at('location', location, async (id) =>
          told(
            mapOk(await reads.location(id), (read) =>
              shownLocation(references, read, staff.get(String(id))),
            ),
          ),
        ),
      clinicStates: () =>
        onNothing(async () =>
          told(
            mapOk(await reads.states(), (rows) =>
              rows.map(({ id, name, shortName }) => ({
                ...{ state: references.of('state', id), name, shortName },
              })),
            ),
          ),
        ),
      clinicGroups: ({ practitioner }) =>
        onNothing(async () => {
          const [groups, names] = await Promise.all([reads.groups(practitioner), locationNames()])
          return told(
            mapOk(groups, (rows) => rows.map((row) => shownGroupRow(references, row, names))),
          )
        }),
      clinicGroup: ({ group }) =>
        at('group', group, async (id) => {
          const [read, names] = await Promise.all([reads.group(id), locationNames()])
          return told(mapOk(read, (each) => shownGroup(references, each, names)))
        }),
      clinicTemplates: () =>
        onNothing(async () =>
          told(
            mapOk(await reads.templates(), (rows) =>
              rows.map((row) => shownTemplateRow(references, row)),
            ),
          ),
        ),
      clinicTemplate: ({ template }) =>
        at('template', template, async (id) =>
          told(mapOk(await reads.template(id), shownTemplate)),
        ),
    },
    commands: {
      createLocation(fields) {
        const made = newLocation(fields)
        return made && onNothing(() => ofLocations.create(made))
      },
      changeLocation: ({ location, fields, isActive }) =>
        at('location', location, async (id) => {
          const next = newLocation(fields)
          if (!next) return gone()
          // The desk and its kiosks could not work any more.
          if (!isActive && isHere(id)) return err({ kind: 'notAllowed' })
          const changed = await ofLocations.change(id, next, isActive)
          if (changed.ok) staff.set(String(id), fields.staff)
          return changed
        }),
      createGroup: ({ location, fields }) =>
        at('location', location, (id) => {
          const made = newGroup(fields)
          return made ? ofGroups.create(id, made) : gone()
        }),
      changeGroup: ({ group, fields }) =>
        at('group', group, (id) => {
          const next = newGroup(fields)
          return next ? ofGroups.change(id, next) : gone()
        }),
      deactivateGroup: ({ group }) => at('group', group, (id) => ofGroups.deactivate(id)),
    },
  }
}

/** What the set-up of the clinic asks the service for; a change looks afterwards only where its answer was lost. */
export const clinicReached: ReachedOperations<typeof clinicOperations> = {
  clinicLocations: [locations.list],
  clinicLocation: [locations.get],
  clinicStates: [stateProvinces.list],
  clinicGroups: [formTemplateGroups.list, formTemplateGroups.listByPractitioner, locations.list],
  clinicGroup: [formTemplateGroups.get, locations.list],
  clinicTemplates: [formTemplates.list],
  clinicTemplate: [formTemplates.get],
  createLocation: [stateProvinces.list, locations.list, locations.create],
  changeLocation: [stateProvinces.list, locations.update, locations.get, locations.list],
  createGroup: [formTemplateGroups.list, formTemplateGroups.create],
  changeGroup: [formTemplateGroups.update, formTemplateGroups.get],
  deactivateGroup: [formTemplateGroups.delete, formTemplateGroups.get],
}
