import { contract } from '../../../contract/index.ts'
import {
  changedStateReader,
  type ReadVisit,
  type ReadVisitType,
} from '../../../contract/readers/arrival-readers.ts'
import { patientReader, type ReadPatient } from '../../../contract/readers/patient-readers.ts'
import {
  clinicLocationReader,
  locationsReader,
  type ReadClinicLocation,
} from '../../../contract/readers/clinic-readers.ts'
import { sameId, type Id } from '../../../contract/values.ts'
import type { AppointmentState } from '../../../shared/desk/appointments.ts'
import type {
  FormCounts,
  TodayList,
  todayOperations,
  TodayState,
} from '../../../shared/desk/today.ts'
import { err, mapOk, ok } from '../../../shared/result.ts'
import { dateIn, regionAndCity } from '../../../shared/time-zone.ts'
import { inParallel } from '../../base/work.ts'
import {
  appointmentsBetween,
  appointmentsOf,
  listAppointments,
  listTypes,
  readAppointment,
  withType,
} from '../../intake/resources/appointments.ts'
import { patientPages } from '../../intake/resources/patients.ts'
import { fitsName, nameOf } from '../../intake/resources/same-person.ts'
import { isOpen, packetsOf } from '../../intake/resources/packets.ts'
import {
  allOf,
  isOutage,
  keepRead,
  paramsOf,
  readAllPages,
  type Read,
} from '../../intake/resources/site.ts'
import { onRecord, prepare, settle, type Answer, type DeskWork, type Handlers } from '../feature.ts'
import type { KeptDay, ReadDay } from '../kept-day.ts'
import { exportCsv } from '../csv-export.ts'
import { keepEverybody } from './patients/find-patients.ts'
import { toldByKiosks, type KioskHearing, type ToldByKiosks } from '../kiosks/hearing.ts'

const { appointments, patients } = contract.partner
const { locations } = contract.developer
const keepTypesMs = 60 * 60_000
const keepNamesMs = 10 * 60_000
const keepFormsMs = { here: 20_000, elsewhere: 5 * 60_000 } as const
const mostAtOnce = 6

/** Serves the live list of the day. */
export function serveToday(
  work: DeskWork,
  kiosks: KioskHearing,
  keptDay: KeptDay,
): Handlers<typeof todayOperations> {
  const today = createToday(work, kiosks)
  const everybody = keepEverybody(work)
  const { locationId } = work.place
  const withReferences = ({ rows, readAt }: ReadDay): TodayList => ({
    rows: rows.map(({ id, ...row }) => ({
      ...row,
      appointment: work.references.of('appointment', id),
    })),
    readAt,
  })
  async function readDay(): Answer<TodayList> {
    const read = await today()
    if (read.ok) {
      keptDay.keep(read.value, locationId, work.timeZone())
      return ok(withReferences(read.value))
    }
    const kept = isOutage(read.error) ? keptDay.read(locationId) : undefined
    return kept ? ok({ ...withReferences(kept), isKept: true }) : read
  }
  return {
    today: () => prepare({}, readDay),
    exportToday({ appointments: shown }) {
      const ids = work.references.idsOf('appointment', shown)
      if (!ids) return undefined
      const isShown = ({ id }: ReadDay['rows'][number]) => ids.some((each) => sameId(each, id))
      const rows = () => ok(keptDay.read(locationId)?.rows.filter(isShown).map(cellsOf) ?? [])
      return prepare({}, () => exportCsv(work, 'day', dayColumns, rows))
    },
    markArrived: ({ appointment }) =>
      onRecord(work, 'appointment', appointment, (id) => changeState(work, id, 'arrived')),
    undoArrival: ({ appointment }) =>
      onRecord(work, 'appointment', appointment, async (id) => {
        const undone = await changeState(work, id, 'open')
        if (undone.ok) kiosks.hub()?.desk.forgetArrival(id)
        return undone
      }),
    cancelAppointment: ({ appointment }) =>
      onRecord(work, 'appointment', appointment, (id) => changeState(work, id, 'cancelled')),
    otherAppointments: ({ name }) => ({
      ...prepare({}, () => findOthers(work, name, everybody)),
      searchedBy: 'name',
    }),
  }
}

const dayColumns = [
  ...(['startsAt', 'patient', 'practitioner', 'type', 'isTelehealth', 'state'] as const),
  ...(['formsOpen', 'formsStarted', 'formsCompleted'] as const),
]
const cellsOf = ({ startsAt, isTelehealth, state, forms, ...row }: ReadDay['rows'][number]) => [
  ...[new Date(startsAt).toISOString(), row.patient ?? '', row.practitioner ?? '', row.type ?? ''],
  ...[String(isTelehealth), state],
  ...[forms?.open ?? '', forms?.started ?? '', forms?.completed ?? ''],
]

const statuses = { arrived: 'CHECKED_IN', open: 'SCHEDULED', cancelled: 'CANCELLED' } as const

/** One that is over or cancelled stays as it is: staff have dealt with it elsewhere. */
async function changeState(work: DeskWork, appointmentId: Id, to: keyof typeof statuses) {
  const look = async () => mapOk(await readAppointment(work, appointmentId), ({ state }) => state)
  const before = await look()
  if (!before.ok) return before
  if (before.value === to) return ok(null)
  if (before.value !== 'open' && before.value !== 'arrived')
    return err({ kind: 'refusedByService' } as const)
  const params = { ...paramsOf(work), appointmentId }
  const input = { params, body: { status: statuses[to] } }
  const changed = await work.read(appointments.update, changedStateReader(appointmentId), input)
  return settle<AppointmentState>(changed, look, (state) => state === to)
}

function createToday(work: DeskWork, kiosks: KioskHearing) {
  const { wallTime, now } = work
  const named = createVisitNames(work)
  const formsOf = createFormCounts(work)
  const readTypes = keepRead(now, keepTypesMs, () => listTypes(work))

  async function rowOf(row: ReadVisit, types: readonly ReadVisitType[], heard: ToldByKiosks) {
    const read = await named(row)
    if (!read.ok) return read
    const visit = withType(read.value, types)
    const { id, startsAt, patientId, patientName, practitioner = null, type = null } = visit
    const { state, saidAt } = heard.toldOf(id, visit.state)
    const isOver = state === 'cancelled' || state === 'completed'
    const counts =
      isOver || patientId === undefined
        ? ok(null)
        : await formsOf(patientId, state === 'arrived', heard.completedAt(patientId))
    if (!counts.ok) return counts
    return ok({
      id,
      startsAt,
      patient: patientName ?? null,
      practitioner,
      type,
      isTelehealth: visit.isTelehealth ?? false,
      state: stateOf(state, counts.value, heard.needsHelp(id)),
      saidAt: state === 'arrived' ? saidAt : null,
      forms: counts.value,
    })
  }

  return async (): Read<ReadDay> => {
    const at = wallTime()
    const [listed, types] = await Promise.all([appointmentsBetween(work, at, at), readTypes()])
    if (!listed.ok) return listed
    const heard = toldByKiosks(kiosks)
    // Types cannot be had everywhere; then only their names are missing.
    const names = types.ok ? types.value : []
    const read = await inParallel(listed.value, mostAtOnce, (row) => rowOf(row, names, heard))
    return mapOk(allOf(read), (rows) => ({
      rows: rows.toSorted((a, b) => a.startsAt - b.startsAt),
      readAt: wallTime(),
    }))
  }
}

/** Creates the reader of appointments' people, as far as possible. Fails only if the service cannot be reached. */
export function createVisitNames(work: DeskWork): (row: ReadVisit) => Read<ReadVisit> {
  const { read, place, now } = work
  const known = new Map<
    string,
    { readonly visit: ReadVisit; readonly startsAt: number; readonly until: number }
  >()

  async function ask(row: ReadVisit): Read<ReadVisit> {
    const asked = await readAppointment(work, row.id)
    if (!asked.ok && isOutage(asked.error)) return asked
    const visit = asked.ok ? asked.value : { ...row, patientName: undefined }
    const patientId = visit.patientId ?? row.patientId
    if (visit.patientName !== undefined || patientId === undefined) return ok(visit)
    const input = { params: { accountId: place.accountId, patientId } }
    const record = await read(patients.get, patientReader(patientId), input)
    if (!record.ok && isOutage(record.error)) return record
    return ok({ ...visit, patientName: (record.ok && nameOf(record.value)) || undefined })
  }

  return async (row) => {
    const key = String(row.id)
    const kept = known.get(key)
    // One that was moved may be with somebody else now.
    const isOfAnother =
      row.patientId !== undefined &&
      kept?.visit.patientId !== undefined &&
      !sameId(row.patientId, kept.visit.patientId)
    const isKept = kept && kept.until > now() && kept.startsAt === row.startsAt && !isOfAnother
    const asked = isKept ? ok(kept.visit) : await ask(row)
    if (!asked.ok) return asked
    const visit = asked.value
    if (!isKept && visit.patientName !== undefined)
      known.set(key, { visit, startsAt: row.startsAt, until: now() + keepNamesMs })
    return ok({
      ...visit,
      // The list is newer.
      state: row.state,
      startsAt: row.startsAt,
      patientId: row.patientId ?? visit.patientId,
      practitioner: row.practitioner ?? visit.practitioner,
      type: row.type ?? visit.type,
      typeId: row.typeId ?? visit.typeId,
      isTelehealth: row.isTelehealth ?? visit.isTelehealth,
    })
  }
}

// Forms of a patient who is here are read more often, and at once after some were completed at a kiosk.
/** Null if they cannot be read. Fails only if the service cannot be reached. */
function createFormCounts(work: DeskWork) {
  const known = new Map<
    string,
    { counts: FormCounts | null; readAt: number; completedAt: number | undefined }
  >()

  async function count(patientId: Id): Read<FormCounts | null> {
    // Rows are not asked whose they are: the day is read again and again.
    const read = await packetsOf(work, patientId, { mostAsked: 0 })
    if (!read.ok) return isOutage(read.error) ? read : ok(null)
    const rows = read.value.own.filter((row) => !row.archived)
    const open = rows.filter(isOpen)
    const started = open.filter((row) => row.started).length
    return ok({ open: open.length - started, started, completed: rows.length - open.length })
  }

  return async (patientId: Id, isHere: boolean, completedAt?: number) => {
    const key = String(patientId)
    const kept = known.get(key)
    const age = kept ? work.now() - kept.readAt : Infinity
    const isKnown = completedAt === undefined || kept?.completedAt === completedAt
    const keepMs = isHere ? keepFormsMs.here : keepFormsMs.elsewhere
    if (kept && isKnown && age < keepMs) return ok(kept.counts)
    const counts = await count(patientId)
    if (counts.ok) known.set(key, { counts: counts.value, readAt: work.now(), completedAt })
    return counts
  }
}

/** Pages of patients with one name, and patients whose next appointment is looked for. */
const mostPages = 4
const mostNext = 8

/** Of patients of that name: today's at other locations, and the next here. Fails without the service or its lists. */
async function findOthers(
  work: DeskWork,
  name: string,
  everybody: ReturnType<typeof keepEverybody>,
) {
  const paging = { pageSize: 50, maxPages: mostPages }
  // The documents do not show how the service looks for several words.
  const [longest = name] = name.split(/\s+/).toSorted((a, b) => b.length - a.length)
  const [people, places] = await Promise.all([
    readAllPages(patientPages(work, { name: longest }, paging)),
    work.read(locations.list, locationsReader, {}),
  ])
  if (!people.ok) return people
  if (!places.ok) return places
  const fitting = people.value.filter((row) => fitsName(name, row))
  // The service's own filter may know no accents.
  const all = fitting.length > 0 ? undefined : await everybody()
  if (all && !all.ok && isOutage(all.error)) return all
  const rows = all?.ok ? all.value.filter((row) => fitsName(name, row)) : fitting
  const named = new Map(rows.map((row) => [String(row.id), row]))
  const others = places.value.filter(({ id }) => !sameId(id, work.place.locationId))
  const now = work.wallTime()
  const here = places.value.find(({ id }) => sameId(id, work.place.locationId))
  const findingNext = inParallel([...named.values()].slice(0, mostNext), mostAtOnce, (row) =>
    findNext(work, row, here?.name ?? ''),
  )
  const finding = inParallel(named.size === 0 ? [] : others, mostAtOnce, async (place) => {
    const listed = await listAppointments(work, { from: now, to: now }, place.id)
    if (!listed.ok) return isOutage(listed.error) ? listed : ok([])
    const timeZone = regionAndCity(place.timeZone ?? '') ?? null
    const dayOf = (at: number) => dateIn(timeZone ?? work.timeZone(), at)
    const theirs = listed.value.filter(
      ({ state, startsAt, patientId, locationId }) =>
        state !== 'cancelled' &&
        dayOf(startsAt) === dayOf(now) &&
        named.has(String(patientId)) &&
        (locationId === undefined || sameId(locationId, place.id)),
    )
    if (theirs.length === 0) return ok([])
    const input = { params: { location_id: place.id } }
    const whole = await work.read(locations.get, clinicLocationReader(place.id), input)
    const address = whole.ok ? addressOf(whole.value) : null
    return ok(
      theirs.map(({ startsAt, patientId }) => {
        const patient = named.get(String(patientId))
        const who = patient ? nameOf(patient) : null
        return { patient: who, startsAt, timeZone, place: place.name, address }
      }),
    )
  })
  const found = await Promise.all([finding, findingNext])
  return mapOk(allOf(found.flat()), (rows) => ({
    rows: rows.flat().toSorted((a, b) => a.startsAt - b.startsAt),
  }))
}

/** On another day, at this location, which is called `place`. */
async function findNext(work: DeskWork, patient: ReadPatient, place: string) {
  const listed = await appointmentsOf(work, patient.id)
  if (!listed.ok) return isOutage(listed.error) ? listed : ok([])
  const now = work.wallTime()
  const dayOf = (at: number) => dateIn(work.timeZone(), at)
  const [next] = listed.value.own
    .filter(({ state, startsAt }) => state === 'open' && dayOf(startsAt) > dayOf(now))
    .toSorted((a, b) => a.startsAt - b.startsAt)
  if (!next) return ok([])
  const { startsAt } = next
  return ok([{ patient: nameOf(patient), startsAt, timeZone: null, place, address: null }])
}

function addressOf({ address1, address2, city, postalCode }: ReadClinicLocation): string | null {
  return [address1, address2, city, postalCode].filter(Boolean).join(', ') || null
}

/** Judges how a patient stands: from appointment, forms, and calls for help at a kiosk. */
export function stateOf(
  state: AppointmentState,
  forms: FormCounts | null,
  needsHelp = false,
): TodayState {
  if (needsHelp && state === 'arrived') return 'needsHelp'
  if (state !== 'arrived') return state === 'open' ? 'expected' : state
  if (!forms || forms.open + forms.started + forms.completed === 0) return 'arrived'
  if (forms.open + forms.started === 0) return 'formsDone'
  return forms.started > 0 ? 'inForms' : 'arrived'
}
