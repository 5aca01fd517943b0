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
  onNothing,
  onRecord,
  refuse,
  reply,
  settleLost,
  wholeNumber,
  type DeskWork,
  type Handlers,
  type Reply,
} from '../feature.ts'

const { formTemplateGroups, formTemplates, locations, stateProvinces } = contract.developer
const mostCharacters = 1_000

const gone = () => Promise.resolve(err({ kind: 'unknownReference' } as const))
const failed = err({ kind: 'failed' } as const)

/** Serves the clinic's set-up at the service: locations, form templates and their groups. */
export function serveClinic(work: DeskWork): Handlers<typeof clinicOperations> {
  const { references, place, read } = work
  const sites = createLocationCalls(work)
  const groups = createGroupCalls(work)
  /** Saved since sign-in, by the location's id: the service does not tell them. */
  const staff = new Map<string, readonly number[]>()
  const isHere = (id: Id) => sameId(id, place.locationId)
  const at = <T>(
    kind: 'location' | 'group' | 'template',
    reference: string,
    run: (id: Id) => Reply<T>,
  ) => onRecord(work, { kind, record: `${kind}Id`, reference }, run)

  const templateRow = ({ id, ...row }: ReadTemplateRow) => ({
    template: references.of('template', id),
    ...row,
  })
  function newLocation(fields: LocationFields): NewLocation | undefined {
    const state = references.idOf('state', fields.state)
    return state === undefined ? undefined : { ...fields, state }
  }
  function newGroup(fields: GroupFields): NewGroup | undefined {
    const templates = fields.templates.map((each) => references.idOf('template', each))
    const known = templates.filter((id) => id !== undefined)
    return known.length < templates.length ? undefined : { ...fields, templates: known }
  }
  /** With the locations that groups are named by; a group whose location cannot be named is shown all the same. */
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
        reply(readLocation(work, id), (row) => shownLocation(work, row, staff.get(String(id)))),
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
        reply(withLocations(groups.read(id)), ({ value, rows }) => ({
          ...ofGroup(value, rows),
          templates: value.templates.map(templateRow),
          link: value.isActive ? drawLink(value.link) : null,
        })),
      ),
    clinicTemplates: () =>
      onNothing(() =>
        reply(read(formTemplates.list, templatesReader, {}), (rows) => rows.map(templateRow)),
      ),
    clinicTemplate: ({ template }) =>
      at('template', template, (id) => {
        const input = { params: { form_template_id: id } }
        return reply(read(formTemplates.get, templateReader, input), shownTemplate)
      }),
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
/** As typed, with the service's ids. */
type NewLocation = Omit<LocationFields, 'state'> & { readonly state: Id }
type NewGroup = Omit<GroupFields, 'templates'> & { readonly templates: readonly Id[] }

/** Looks at the list, where the answer was lost, for one that was not there before. */
async function createNamed(
  list: () => Read<readonly { readonly id: Id; readonly name: string }[]>,
  send: () => Read<unknown>,
  wanted: string,
): Reply<null> {
  const before = await list()
  if (!before.ok) return refuse(before.error)
  const made = await send()
  const ids = before.value.map(({ id }) => id)
  return settleLost(made, list, (rows) => findNew(rows, ids).some(({ name }) => name === wanted))
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

    /** One that is not active is listed no more. */
    async change(locationId: Id, fields: NewLocation, isActive: boolean): Reply<null> {
      const id = wholeNumber(locationId)
      if (id === undefined) return failed
      const body = await bodyOf(fields, isActive)
      if (!body.ok) return body
      const changed = await read(locations.update, anyAnswer, { body: { id, ...body.value } })
      const look = () => readLocation(work, locationId)
      if (isActive) return settleLost(changed, look, (after) => hasFields(after, fields))
      const isListed = (rows: LocationRows) => rows.some((each) => sameId(each.id, locationId))
      return settleLost(changed, listLocations, (rows) => !isListed(rows))
    },
  }
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

/** Creates the calls about groups of templates; each change looks at the group where its answer was lost. */
export function createGroupCalls({ read }: Pick<DeskWork, 'read'>) {
  const { listByPractitioner } = formTemplateGroups
  const list = (practitioner: number | null) =>
    practitioner === null
      ? read(formTemplateGroups.list, groupsReader, {})
      : read(listByPractitioner, groupsReader, { params: { practitioner_id: practitioner } })
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
      if (!body || locationId === undefined) return failed
      const input = { body: { locationId, ...body } }
      const send = () => read(formTemplateGroups.create, anyAnswer, input)
      return createNamed(() => list(null), send, fields.name)
    },
    async change(group: Id, fields: NewGroup): Reply<null> {
      const [body, id] = [bodyOf(fields), wholeNumber(group)]
      if (!body || id === undefined) return failed
      const sent = await read(formTemplateGroups.update, anyAnswer, { body: { id, ...body } })
      const look = () => readOne(group)
      return settleLost(sent, look, (after) => isGroupAs(after, fields))
    },
    async deactivate(group: Id): Reply<null> {
      const id = wholeNumber(group)
      if (id === undefined) return failed
      const sent = await read(formTemplateGroups.delete, anyAnswer, { body: { id } })
      const look = () => readOne(group)
      return settleLost(sent, look, ({ isActive }) => !isActive)
    },
  }
}

/** The service sorts its templates. */
function isGroupAs(group: ReadGroup, { name, templates, practitioner }: NewGroup): boolean {
  const ids = group.templates.map(({ id }) => String(id))
  const isPractitioners = String(group.practitionerId ?? null) === String(practitioner)
  return group.name === name && isPractitioners && hasSameNames(ids, templates.map(String))
}

/** `staff`: as this session knows it. */
function shownLocation(
  { references }: Pick<DeskWork, 'references'>,
  { id: _, state, staffIds, ...shown }: ReadClinicLocation,
  staff: readonly number[] | undefined,
) {
  const known = staffIds ?? staff
  return {
    ...shown,
    state: state ? { state: references.of('state', state.id), name: state.name } : null,
    staff: known ? [...known] : null,
  }
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

function ofGroup(row: ReadGroupRow, known: LocationRows) {
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
