import { contract } from '../../../contract/index.ts'
import {
  clinicLocationReader,
  locationsReader,
  statesReader,
  type ReadClinicLocation,
  type ReadLocationRow,
  type ReadStateProvince,
} from '../../../contract/readers/clinic-readers.ts'
import { anyAnswer } from '../../../contract/readers/reading.ts'
import {
  groupReader,
  groupsReader,
  templateReader,
  templatesReader,
  type ReadGroup,
  type ReadGroupRow,
  type ReadTemplate,
  type ReadTemplateRow,
} from '../../../contract/readers/template-readers.ts'
import { sameId, type Id } from '../../../contract/values.ts'
import type {
  clinicOperations,
  GroupDetails,
  GroupFields,
  LocationDetails,
  LocationFields,
  PublicLink,
  TemplateDetails,
  TemplateRow,
} from '../../../shared/desk/clinic.ts'
import { err, mapOk, ok } from '../../../shared/result.ts'
import { drawQrCode } from '../../base/draw-qr-code.ts'
import { keepRead, type Read } from '../../intake/resources/site.ts'
import {
  onNothing,
  onRecord,
  refuse,
  reply,
  settleLost,
  wholeNumber,
  type DeskWork,
  type Handlers,
  type References,
  type Reply,
} from '../feature.ts'

const { formTemplateGroups, formTemplates, locations, stateProvinces } = contract.developer
/** Characters of an address that fit into a QR code. */
const mostCharacters = 1_000

const gone = () => Promise.resolve(err({ kind: 'unknownReference' } as const))
const failed = () => err({ kind: 'failed' } as const)

/** Serves the clinic's set-up at the service: locations, form templates and their groups. */
export function serveClinic(work: DeskWork): Handlers<typeof clinicOperations> {
  const { references, place, read } = work
  const sites = createLocationCalls(work)
  const groups = createGroupCalls(work)
  /**
   * Numbers of staff that were saved since sign-in, by the location's id: the service does not tell them when asked.
   */
  const staff = new Map<string, readonly number[]>()
  const isHere = (id: Id) => sameId(id, place.locationId)
  const at = <T>(
    kind: 'location' | 'group' | 'template',
    reference: string,
    run: (id: Id) => Reply<T>,
  ) => onRecord(work, { kind, record: `${kind}Id`, reference }, run)

  function newLocation(fields: LocationFields): NewLocation | undefined {
    const state = references.idOf('state', fields.state)
    return state === undefined ? undefined : { ...fields, state }
  }
  function newGroup(fields: GroupFields): NewGroup | undefined {
    const templates = fields.templates.map((each) => references.idOf('template', each))
    const known = templates.filter((id) => id !== undefined)
    return known.length < templates.length ? undefined : { ...fields, templates: known }
  } /** With the locations that groups are named by; a group whose location cannot be named is shown all the same. */
  async function withLocations<T>(asked: Read<T>) {
    const [read, rows] = await Promise.all([asked, sites.list()])
    return mapOk(read, (value) => ({ value, rows: rows.ok ? rows.value : [] }))
  }

  return {
    clinicLocations: () =>
      onNothing(() =>
        reply(sites.list(), (rows) =>
          rows.map(({ id, ...row }) => ({
            location: references.of('location', id),
            ...row,
            isHere: isHere(id),
          })),
        ),
      ),
    clinicLocation: ({ location }) =>
      at('location', location, (id) =>
        reply(readLocation(work, id), (shown) =>
          shownLocation(references, shown, staff.get(String(id))),
        ),
      ),
    clinicStates: () =>
      onNothing(() =>
        reply(sites.states(), (rows) =>
          rows.map(({ id, name }) => ({ state: references.of('state', id), name })),
        ),
      ),
    clinicGroups: ({ practitioner }) =>
      onNothing(() =>
        reply(withLocations(groups.list(practitioner)), ({ value, rows }) =>
          value.map((row) => ({ group: references.of('group', row.id), ...ofGroup(row, rows) })),
        ),
      ),
    clinicGroup: ({ group }) =>
      at('group', group, (id) =>
        reply(withLocations(groups.read(id)), ({ value, rows }): GroupDetails => ({
          ...ofGroup(value, rows),
          templates: value.templates.map((each) => shownTemplateRow(references, each)),
          link: value.isActive ? drawLink(value.link) : null,
        })),
      ),
    clinicTemplates: () =>
      onNothing(() =>
        reply(read(formTemplates.list, templatesReader, {}), (rows) =>
          rows.map((row) => shownTemplateRow(references, row)),
        ),
      ),
    clinicTemplate: ({ template }) =>
      at('template', template, (id) =>
        reply(
          read(formTemplates.get, templateReader, { params: { form_template_id: id } }),
          shownTemplate,
        ),
      ),
    createLocation(fields) {
      const made = newLocation(fields)
      return made && onNothing(() => sites.create(made))
    },
    changeLocation: ({ location, fields, isActive }) =>
      at('location', location, async (id) => {
        const next = newLocation(fields)
        if (!next) return gone()
        // The desk and its kiosks could not work any more.
        if (!isActive && isHere(id)) return err({ kind: 'notAllowed' })
        const changed = await sites.change(id, next, isActive)
        if (changed.ok) staff.set(String(id), fields.staff)
        return changed
      }),
    createGroup: ({ location, fields }) =>
      at('location', location, (id) => {
        const made = newGroup(fields)
        return made ? groups.create(id, made) : gone()
      }),
    changeGroup: ({ group, fields }) =>
      at('group', group, (id) => {
        const next = newGroup(fields)
        return next ? groups.change(id, next) : gone()
      }),
    deactivateGroup: ({ group }) => at('group', group, (id) => groups.deactivate(id)),
  }
}

type LocationRows = readonly ReadLocationRow[]
/** A location as it is typed; its state as the service knows it. */
type NewLocation = Omit<LocationFields, 'state'> & { readonly state: Id }
/** A group as it is typed; its templates as the service knows them. */
type NewGroup = Omit<GroupFields, 'templates'> & { readonly templates: readonly Id[] }

/**
 * Creates something under a name: where the answer was lost, the list is looked at for one that was not there before.
 */
async function createNamed(
  list: () => Read<readonly { readonly id: Id; readonly name: string }[]>,
  send: () => Read<unknown>,
  wanted: string,
): Reply<null> {
  const before = await list()
  if (!before.ok) return refuse(before.error)
  const made = await send()
  const isNew = (id: Id) => !before.value.some((each) => sameId(each.id, id))
  return settleLost(made, list, (rows) => rows.some(({ id, name }) => name === wanted && isNew(id)))
}

const readLocation = ({ read }: DeskWork, id: Id) =>
  read(locations.get, clinicLocationReader(id), { params: { location_id: id } })

function createLocationCalls(work: DeskWork) {
  const { read, now } = work
  const states = keepRead(now, Infinity, () => read(stateProvinces.list, statesReader, {}))
  const listLocations = () => read(locations.list, locationsReader, {})

  async function bodyOf(fields: NewLocation, active: boolean) {
    const all = await states()
    if (!all.ok) return refuse(all.error)
    const state = all.value.find(({ id }) => sameId(id, fields.state))
    const stateId = wholeNumber(state?.id)
    if (!state || stateId === undefined) return err({ kind: 'unknownReference' } as const)
    return ok(asSent(fields, { ...state, id: stateId }, active))
  }

  return {
    states,
    list: listLocations,
    async create(fields: NewLocation): Reply<null> {
      const body = await bodyOf(fields, true)
      if (!body.ok) return body
      const send = () => read(locations.create, anyAnswer, { body: body.value })
      return createNamed(listLocations, send, fields.name)
    },

    /** Gives a location all of `fields`; one that is not active is listed no more. */
    async change(locationId: Id, fields: NewLocation, isActive: boolean): Reply<null> {
      const id = wholeNumber(locationId)
      if (id === undefined) return failed()
      const body = await bodyOf(fields, isActive)
      if (!body.ok) return body
      const changed = await read(locations.update, anyAnswer, { body: { id, ...body.value } })
      return isActive
        ? settleLost(
            changed,
            () => readLocation(work, locationId),
            (after) => hasFields(after, fields),
          )
        : settleLost(
            changed,
            listLocations,
            (rows) => !rows.some((each) => sameId(each.id, locationId)),
          )
    },
  }
}

function asSent(
  fields: NewLocation,
  state: ReadStateProvince & { readonly id: number },
  active: boolean,
) {
  const { name, timeZone, phoneNumber, address1, address2, city, postalCode, staff } = fields
  return {
    name,
    timeZone,
    active,
    staffIds: [...new Set(staff)],
    address: {
      address1,
      city,
      postalCode,
      stateProvince: { ...state },
      ...(address2 !== '' && { address2 }),
    },
    ...(phoneNumber !== '' && { phoneNumber }),
  }
}

/** True if a location has the requested fields, as far as the service returns them: its staff, it does not. */
function hasFields(location: ReadClinicLocation, fields: NewLocation): boolean {
  const texts = ['name', 'timeZone', 'phoneNumber', 'address1', 'address2', 'city', 'postalCode']
  return (
    (texts as (keyof ReadClinicLocation & keyof NewLocation)[]).every(
      (each) => (location[each] ?? '') === fields[each],
    ) &&
    location.state !== undefined &&
    sameId(location.state.id, fields.state)
  )
}

export function createGroupCalls({ read }: Pick<DeskWork, 'read'>) {
  const list = (practitioner: number | null) =>
    practitioner === null
      ? read(formTemplateGroups.list, groupsReader, {})
      : read(formTemplateGroups.listByPractitioner, groupsReader, {
          params: { practitioner_id: practitioner },
        })
  const readOne = (id: Id) =>
    read(formTemplateGroups.get, groupReader(id), { params: { form_template_group_id: id } })
  /** Undefined where an id is none of this interface. */
  function bodyOf({ name, templates, practitioner }: NewGroup) {
    const formTemplateIds = templates.flatMap((id) => wholeNumber(id) ?? [])
    if (formTemplateIds.length < templates.length) return undefined
    return { name, formTemplateIds, practitionerId: practitioner }
  }

  return {
    list,
    read: readOne,
    async create(location: Id, fields: NewGroup): Reply<null> {
      const [body, locationId] = [bodyOf(fields), wholeNumber(location)]
      if (!body || locationId === undefined) return failed()
      const input = { body: { locationId, ...body } }
      const send = () => read(formTemplateGroups.create, anyAnswer, input)
      return createNamed(() => list(null), send, fields.name)
    },
    async change(group: Id, fields: NewGroup): Reply<null> {
      const [body, id] = [bodyOf(fields), wholeNumber(group)]
      if (!body || id === undefined) return failed()
      const sent = await read(formTemplateGroups.update, anyAnswer, { body: { id, ...body } })
      return settleLost(
        sent,
        () => readOne(group),
        (after) => isGroupAs(after, fields),
      )
    },
    async deactivate(group: Id): Reply<null> {
      const id = wholeNumber(group)
      if (id === undefined) return failed()
      const sent = await read(formTemplateGroups.delete, anyAnswer, { body: { id } })
      return settleLost(
        sent,
        () => readOne(group),
        ({ isActive }) => !isActive,
      )
    },
  }
}

/** True if a group is as requested. The service sorts its templates. */
function isGroupAs(group: ReadGroup, { name, templates, practitioner }: NewGroup): boolean {
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

/** Shows a location. `staff`: as this session knows it. */
function shownLocation(
  references: References,
  { id: _, state, staffIds, ...shown }: ReadClinicLocation,
  staff: readonly number[] | undefined,
): LocationDetails {
  const known = staffIds ?? staff
  return {
    ...shown,
    state: state ? { state: references.of('state', state.id), name: state.name } : null,
    staff: known ? [...known] : null,
  }
}

const shownTemplateRow = (
  references: References,
  { id, ...row }: ReadTemplateRow,
): TemplateRow => ({ template: references.of('template', id), ...row })

/** Shows a template with the questions of its pages; an item that only groups others is no question. */
function shownTemplate({ template }: ReadTemplate): TemplateDetails {
  const inOrder = <T extends { readonly sortOrder?: number | null | undefined }>(
    list: readonly T[],
  ) => list.toSorted((a, b) => (a.sortOrder ?? 0) - (b.sortOrder ?? 0))
  return {
    name: template.name,
    isActive: template.isActive ?? true,
    isStaffOnly: template.isStaffOnly ?? false,
    isFillablePdf: template.isFillablePDF ?? false,
    link: template.isStaffOnly ? null : drawLink(template.publicLink),
    sections: inOrder(template.formTemplateSections).map(({ name, formElements }) => ({
      name,
      fields: inOrder(formElements)
        .flatMap((element) => [element, ...inOrder(element.children ?? [])])
        .filter(({ label }) => label.trim() !== '')
        .map(({ label, required }) => ({ label, isRequired: required })),
    })),
  }
}

function ofGroup(row: ReadGroupRow, known: LocationRows) {
  const { name, isActive, locationId, practitionerId } = row
  const location =
    locationId === undefined ? undefined : known.find(({ id }) => sameId(id, locationId))
  const practitioner = wholeNumber(practitionerId) ?? null
  return { name, isActive, location: location?.name ?? null, practitioner }
}

/** Draws a public link with its QR code; null for what is no address of the web, or is too long for one. */
function drawLink(address: string | null | undefined): PublicLink | null {
  const url = URL.parse(address ?? '')
  if (!url || !/^https?:$/.test(url.protocol) || url.href.length > mostCharacters) return null
  return { address: url.href, ...drawQrCode(url.href) }
}
