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
import type { clinicOperations, GroupFields, LocationFields } from '../../../shared/desk/clinic.ts'
import { err, mapOk, ok } from '../../../shared/result.ts'
import { drawQrCode } from '../../base/draw-qr-code.ts'
import { keepRead, type Read } from '../../intake/resources/site.ts'
import {
  findNew,
  hasSameNames,
  onRecord,
  prepare,
  settleLost,
  wholeNumber,
  type Answer,
  type DeskWork,
  type Handlers,
} from '../feature.ts'

const { formTemplateGroups, formTemplates, locations, stateProvinces } = contract.developer
const mostCharacters = 1_000

const gone = err({ kind: 'unknownReference' } as const)
const failed = err({ kind: 'failed' } as const)

/** Serves the clinic's set-up at the service: locations, form templates and their groups. */
export function serveClinic(work: DeskWork): Handlers<typeof clinicOperations> {
  const { references, read } = work
  const listLocations = () => read(locations.list, locationsReader, {})
  const templateRow = ({ id, ...row }: ReadTemplateRow) => ({
    template: references.of('template', id),
    ...row,
  })
  return {
    ...serveLocations(work, listLocations),
    ...serveGroups(work, listLocations, templateRow),
    clinicTemplates: () =>
      prepare({}, async () =>
        mapOk(await read(formTemplates.list, templatesReader, {}), (rows) => rows.map(templateRow)),
      ),
    clinicTemplate: ({ template }) =>
      onRecord(work, 'template', template, async (id) => {
        const input = { params: { form_template_id: id } }
        return mapOk(await read(formTemplates.get, templateReader, input), shownTemplate)
      }),
  }
}

type ListLocations = () => Read<readonly ReadLocationRow[]>
type NewLocation = Omit<LocationFields, 'state'> & { readonly state: Id }
type NewGroup = Omit<GroupFields, 'templates'> & { readonly templates: readonly Id[] }

/** Looks at the list, where the answer was lost, for one that was not there before. */
async function createNamed(
  list: () => Read<readonly { readonly id: Id; readonly name: string }[]>,
  send: () => Read<unknown>,
  wanted: string,
): Answer<null> {
  const before = await list()
  if (!before.ok) return before
  const made = await send()
  const ids = before.value.map(({ id }) => id)
  return settleLost(made, list, (rows) => findNew(rows, ids).some(({ name }) => name === wanted))
}

function serveLocations(work: DeskWork, list: ListLocations) {
  const { read, now, place, references } = work
  const states = keepRead(now, Infinity, () => read(stateProvinces.list, statesReader, {}))
  /** Saved since sign-in, by the location's id: the service does not tell them. */
  const staff = new Map<string, readonly number[]>()
  const isHere = (id: Id) => sameId(id, place.locationId)
  const readOne = (id: Id) =>
    read(locations.get, clinicLocationReader(id), { params: { location_id: id } })

  function newLocation(fields: LocationFields): NewLocation | undefined {
    const state = references.idOf('state', fields.state)
    return state === undefined ? undefined : { ...fields, state }
  }
  async function bodyOf(fields: NewLocation, active: boolean) {
    const all = await states()
    if (!all.ok) return all
    const state = all.value.find(({ id }) => sameId(id, fields.state))
    const stateId = wholeNumber(state?.id)
    if (!state || stateId === undefined) return gone
    return ok(asSent(fields, { ...state, id: stateId }, active))
  }
  /** One that is not active is listed no more. */
  async function change(locationId: Id, fields: NewLocation, isActive: boolean): Answer<null> {
    const id = wholeNumber(locationId)
    if (id === undefined) return failed
    const body = await bodyOf(fields, isActive)
    if (!body.ok) return body
    const changed = await read(locations.update, anyAnswer, { body: { id, ...body.value } })
    const look = () => readOne(locationId)
    if (isActive) return settleLost(changed, look, (after) => hasFields(after, fields))
    return settleLost(changed, list, (rows) => !rows.some((each) => sameId(each.id, locationId)))
  }

  return {
    clinicLocations: () =>
      prepare({}, async () =>
        mapOk(await list(), (rows) =>
          rows.map(({ id, ...row }) => ({
            location: references.of('location', id),
            ...row,
            isHere: isHere(id),
          })),
        ),
      ),
    clinicLocation: ({ location }) =>
      onRecord(work, 'location', location, async (id) =>
        mapOk(await readOne(id), ({ id: _, state, staffIds, ...shown }) => {
          const known = staffIds ?? staff.get(String(id))
          return {
            ...shown,
            state: state ? { state: references.of('state', state.id), name: state.name } : null,
            staff: known ? [...known] : null,
          }
        }),
      ),
    clinicStates: () =>
      prepare({}, async () =>
        mapOk(await states(), (rows) =>
          rows.map(({ id, name }) => ({ state: references.of('state', id), name })),
        ),
      ),
    createLocation(fields) {
      const made = newLocation(fields)
      if (!made) return undefined
      return prepare({}, async () => {
        const body = await bodyOf(made, true)
        if (!body.ok) return body
        const send = () => read(locations.create, anyAnswer, { body: body.value })
        return createNamed(list, send, made.name)
      })
    },
    changeLocation: ({ location, fields, isActive }) =>
      onRecord(work, 'location', location, async (id) => {
        const next = newLocation(fields)
        if (!next) return gone
        // The desk and its kiosks could not work any more.
        if (!isActive && isHere(id)) return err({ kind: 'notAllowed' })
        const changed = await change(id, next, isActive)
        if (changed.ok) staff.set(String(id), fields.staff)
        return changed
      }),
  } satisfies Partial<Handlers<typeof clinicOperations>>
}

function asSent(
  fields: NewLocation,
  state: ReadStateProvince & { readonly id: number },
  active: boolean,
) {
  const { name, timeZone, phoneNumber, address1, address2, city, postalCode, staff } = fields
  const address = { address1, city, postalCode, stateProvince: { ...state } }
  return {
    name,
    timeZone,
    active,
    staffIds: [...new Set(staff)],
    address: { ...address, ...(address2 !== '' && { address2 }) },
    ...(phoneNumber !== '' && { phoneNumber }),
  }
}

/** As far as the service returns them: its staff, it does not. */
function hasFields(location: ReadClinicLocation, fields: NewLocation): boolean {
  const { state } = location
  const place = ['address1', 'address2', 'city', 'postalCode'] as const
  const texts = ['name', 'timeZone', 'phoneNumber', ...place] as const
  const isSaid = texts.every((each) => (location[each] ?? '') === fields[each])
  return isSaid && state !== undefined && sameId(state.id, fields.state)
}

/** Each change looks at the group where its answer was lost. */
function serveGroups(
  work: DeskWork,
  listLocations: ListLocations,
  templateRow: (row: ReadTemplateRow) => Omit<ReadTemplateRow, 'id'> & { template: string },
) {
  const { read, references } = work
  const { listByPractitioner } = formTemplateGroups
  const list = (practitioner: number | null) =>
    practitioner === null
      ? read(formTemplateGroups.list, groupsReader, {})
      : read(listByPractitioner, groupsReader, { params: { practitioner_id: practitioner } })
  const readOne = (id: Id) =>
    read(formTemplateGroups.get, groupReader(id), { params: { form_template_group_id: id } })

  function newGroup(fields: GroupFields): NewGroup | undefined {
    const templates = references.idsOf('template', fields.templates)
    return templates && { ...fields, templates }
  }
  /** Undefined where an id is none of this interface. */
  function bodyOf({ name, templates, practitioner }: NewGroup) {
    const formTemplateIds = templates.flatMap((id) => wholeNumber(id) ?? [])
    if (formTemplateIds.length < templates.length) return undefined
    return { name, formTemplateIds, practitionerId: practitioner }
  }
  /** A group whose location cannot be named is shown all the same. */
  async function withLocations<T>(asked: Read<T>) {
    const [found, rows] = await Promise.all([asked, listLocations()])
    return mapOk(found, (value) => ({ value, rows: rows.ok ? rows.value : [] }))
  }

  return {
    clinicGroups: ({ practitioner }) =>
      prepare({}, async () =>
        mapOk(await withLocations(list(practitioner)), ({ value, rows }) =>
          value.map((row) => ({ group: references.of('group', row.id), ...ofGroup(row, rows) })),
        ),
      ),
    clinicGroup: ({ group }) =>
      onRecord(work, 'group', group, async (id) =>
        mapOk(await withLocations(readOne(id)), ({ value, rows }) => ({
          ...ofGroup(value, rows),
          templates: value.templates.map(templateRow),
          link: value.isActive ? drawLink(value.link) : null,
        })),
      ),
    createGroup: ({ location, fields }) =>
      onRecord(work, 'location', location, (id) => {
        const made = newGroup(fields)
        if (!made) return gone
        const [body, locationId] = [bodyOf(made), wholeNumber(id)]
        if (!body || locationId === undefined) return failed
        const input = { body: { locationId, ...body } }
        const send = () => read(formTemplateGroups.create, anyAnswer, input)
        return createNamed(() => list(null), send, made.name)
      }),
    changeGroup: ({ group, fields }) =>
      onRecord(work, 'group', group, async (groupId) => {
        const next = newGroup(fields)
        if (!next) return gone
        const [body, id] = [bodyOf(next), wholeNumber(groupId)]
        if (!body || id === undefined) return failed
        const sent = await read(formTemplateGroups.update, anyAnswer, { body: { id, ...body } })
        const look = () => readOne(groupId)
        return settleLost(sent, look, (after) => isGroupAs(after, next))
      }),
    deactivateGroup: ({ group }) =>
      onRecord(work, 'group', group, async (groupId) => {
        const id = wholeNumber(groupId)
        if (id === undefined) return failed
        const sent = await read(formTemplateGroups.delete, anyAnswer, { body: { id } })
        const look = () => readOne(groupId)
        return settleLost(sent, look, ({ isActive }) => !isActive)
      }),
  } satisfies Partial<Handlers<typeof clinicOperations>>
}

/** The service sorts its templates. */
function isGroupAs(group: ReadGroup, { name, templates, practitioner }: NewGroup): boolean {
  const ids = group.templates.map(({ id }) => String(id))
  const isPractitioners = String(group.practitionerId ?? null) === String(practitioner)
  return group.name === name && isPractitioners && hasSameNames(ids, templates.map(String))
}

/** An item that only groups others is no question. */
function shownTemplate({ template }: ReadTemplate) {
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

function ofGroup(row: ReadGroupRow, known: readonly ReadLocationRow[]) {
  const { name, isActive, locationId, practitionerId } = row
  const location =
    locationId === undefined ? undefined : known.find(({ id }) => sameId(id, locationId))
  const practitioner = wholeNumber(practitionerId) ?? null
  return { name, isActive, location: location?.name ?? null, practitioner }
}

/** Null for what is no address of the web, or is too long for a QR code. */
function drawLink(address: string | null | undefined) {
  const url = URL.parse(address ?? '')
  if (!url || !/^https?:$/.test(url.protocol) || url.href.length > mostCharacters) return null
  return { address: url.href, ...drawQrCode(url.href) }
}
