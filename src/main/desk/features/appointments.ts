import { contract } from '../../../contract/index.ts'
import {
  typeDetailsReader,
  visitReader,
  type ReadVisit,
} from '../../../contract/readers/arrival-readers.ts'
import { anyAnswer } from '../../../contract/readers/reading.ts'
import { sameId, type Id } from '../../../contract/values.ts'
import type { appointmentOperations, BookingOutcome } from '../../../shared/desk/appointments.ts'
import type { Reference } from '../../../shared/desk/references.ts'
import { err, mapOk, ok } from '../../../shared/result.ts'
import { dateIn } from '../../../shared/time-zone.ts'
import { inParallel } from '../../base/work.ts'
import type { ServiceError } from '../../intake/http/errors.ts'
import {
  appointmentsBetween,
  appointmentsOf,
  listTypes,
  readAppointment,
  readOwnAppointment,
  withType,
} from '../../intake/resources/appointments.ts'
import { allOf, isOutage, keepRead, paramsOf, type Read } from '../../intake/resources/site.ts'
import {
  onPart,
  onRecord,
  prepare,
  settle,
  settleMade,
  type Answer,
  type DeskWork,
  type Handlers,
} from '../feature.ts'
import { toldByKiosks, type KioskHearing, type ToldByKiosks } from '../kiosks/hearing.ts'

const { appointments, appointmentTypes } = contract.partner
const minuteMs = 60_000
const keepMs = { types: 60 * minuteMs, practitioners: 10 * minuteMs } as const
/** ms before and after now in which appointments show who works here. */
const around = { back: 14 * 24 * 60 * minuteMs, ahead: 30 * 24 * 60 * minuteMs } as const
const mostAtOnce = 6
/** Stands in where neither end nor type tells how long an appointment is. */
const usualMinutes = 15

/** Serves the appointments of patients, and their booking. */
export function serveAppointments(
  work: DeskWork,
  kiosks: Pick<KioskHearing, 'hub'>,
): Handlers<typeof appointmentOperations> {
  const types = createTypes(work)
  return {
    ...serveQueries(work, types, () => toldByKiosks(kiosks)),
    ...serveBooking(work, types),
  }
}

type Types = ReturnType<typeof createTypes>

function createTypes(work: DeskWork) {
  const all = keepRead(work.now, keepMs.types, () => listTypes(work))
  return {
    all,
    /** Types cannot be had everywhere; then only what they say is missing. */
    async complete<V extends Parameters<typeof withType>[0]>(visit: V) {
      const read = visit.typeId === undefined ? undefined : await all()
      return withType(visit, read?.ok ? read.value : [])
    },
  }
}

/** The interface has no list of practitioners, and each appointment names its own. */
function createPractitioners(work: DeskWork) {
  const names = new Map<string, string>()

  /** Null where the name is not to be had. */
  async function nameOf(visit: ReadVisit): Read<string | null> {
    const { practitionerId, practitioner } = visit
    const key = practitionerId === undefined ? undefined : String(practitionerId)
    if (practitioner !== undefined && key !== undefined) names.set(key, practitioner)
    const known = practitioner ?? (key === undefined ? undefined : names.get(key))
    if (known !== undefined) return ok(known)
    const read = await readAppointment(work, visit.id)
    if (!read.ok) return isOutage(read.error) ? read : ok(null)
    const name = read.value.practitioner
    if (name !== undefined && key !== undefined) names.set(key, name)
    return ok(name ?? null)
  }

  return {
    nameOf,
    /** Practitioners with appointments around today, by name. */
    around: keepRead(work.now, keepMs.practitioners, async () => {
      const at = work.wallTime()
      const visits = await appointmentsBetween(work, at - around.back, at + around.ahead)
      if (!visits.ok) return visits
      const firsts = new Map<string, { readonly id: Id; readonly visit: ReadVisit }>()
      for (const visit of visits.value) {
        const { practitionerId: id } = visit
        if (id !== undefined && !firsts.has(String(id))) firsts.set(String(id), { id, visit })
      }
      const named = await inParallel([...firsts.values()], mostAtOnce, async ({ id, visit }) =>
        mapOk(await nameOf(visit), (name) => (name === null ? [] : [{ id, name }])),
      )
      return mapOk(allOf(named), (rows) =>
        rows.flat().toSorted((a, b) => a.name.localeCompare(b.name)),
      )
    }),
  }
}

function serveQueries(work: DeskWork, types: Types, told: () => ToldByKiosks) {
  const { references } = work
  const practitioners = createPractitioners(work)
  const named = (kind: string, id: Id | undefined) =>
    id === undefined ? null : references.of(kind, id)
  const isToday = (startsAt: number) =>
    dateIn(work.timeZone(), startsAt) === dateIn(work.timeZone(), work.wallTime())

  async function rowOf(chart: Reference, visit: ReadVisit, heard = told()) {
    const practitioner = await practitioners.nameOf(visit)
    if (!practitioner.ok) return practitioner
    const { type = null, isTelehealth = false } = await types.complete(visit)
    return ok({
      visit: references.of('visit', visit.id, chart),
      today: isToday(visit.startsAt) ? references.of('appointment', visit.id) : null,
      startsAt: visit.startsAt,
      practitioner: practitioner.value,
      type,
      isTelehealth,
      ...heard.toldOf(visit.id, visit.state),
    })
  }

  return {
    appointments: ({ chart }) =>
      onRecord(work, 'chart', chart, async (patientId) => {
        const visits = await appointmentsOf(work, patientId)
        if (!visits.ok) return visits
        const heard = told()
        const { own, unowned } = visits.value
        const read = await inParallel(own, mostAtOnce, (visit) => rowOf(chart, visit, heard))
        return mapOk(allOf(read), (rows) => ({
          rows: rows.toSorted((a, b) => a.startsAt - b.startsAt),
          notShown: unowned.length,
          readAt: work.wallTime(),
        }))
      }),
    appointment: ({ chart, visit: reference }) =>
      onPart(work, chart, 'visit', reference, async (patientId, id) => {
        const visit = await readOwnAppointment(work, patientId, id)
        if (!visit.ok) return visit
        const row = await rowOf(chart, visit.value)
        if (!row.ok) return row
        const { typeId, practitionerId, place } = visit.value
        return ok({
          ...row.value,
          endsAt: (await types.complete(visit.value)).endsAt ?? null,
          location: place ?? null,
          typeReference: named('visitType', typeId),
          practitionerReference: named('practitioner', practitionerId),
        })
      }),
    bookingChoices: () =>
      prepare({}, async () => {
        const [all, there] = await Promise.all([types.all(), practitioners.around()])
        if (!all.ok) return all
        return mapOk(there, (people) => ({
          types: all.value.flatMap(({ id, name, isActive }) =>
            name === undefined || !isActive ? [] : [{ type: references.of('visitType', id), name }],
          ),
          practitioners: people.map(({ id, name }) => ({
            practitioner: references.of('practitioner', id),
            name,
          })),
        }))
      }),
    appointmentType: ({ type }) =>
      onRecord(work, 'visitType', type, (appointmentTypeId) => {
        const params = { accountId: work.place.accountId, appointmentTypeId }
        return work.read(appointmentTypes.get, typeDetailsReader, { params })
      }),
    /** `day`: any moment of it. */
    busyTimes: ({ day }) =>
      prepare({}, async () => {
        const visits = await appointmentsBetween(work, day, day)
        if (!visits.ok) return visits
        const there = visits.value.filter(({ state }) => state !== 'cancelled')
        const times = await Promise.all(
          there.map(async (visit) => {
            const { startsAt, endsAt = null, type = null } = await types.complete(visit)
            const practitioner = named('practitioner', visit.practitionerId)
            return { startsAt, endsAt, practitioner, type }
          }),
        )
        return ok({ times: times.toSorted((a, b) => a.startsAt - b.startsAt) })
      }),
  } satisfies Partial<Handlers<typeof appointmentOperations>>
}

type Wish = Pick<ReadVisit, 'practitionerId' | 'typeId'> & { readonly startsAt: number | undefined }

type Booked = Answer<{ outcome: BookingOutcome }>

function serveBooking(work: DeskWork, types: Types) {
  const { references } = work
  const doubts = new Map<string, readonly Id[]>()
  const told = (outcome: BookingOutcome) => ok({ outcome })
  const instant = (at: number) => new Date(at).toISOString()

  /** The practitioner is busy then: by the refusal's code, or by the day's appointments. */
  async function isTaken(
    error: ServiceError,
    wish: Pick<ReadVisit, 'practitionerId' | 'typeId' | 'startsAt'>,
    own?: Id,
  ): Promise<boolean> {
    if (error.kind !== 'rejected' && error.kind !== 'refusedByEnvelope') return false
    const code = error.kind === 'rejected' ? (error.code ?? '') : error.message
    if (/avail|taken|conflict|overlap|busy|occupied|slot|booked/i.test(code)) return true
    if (error.kind === 'rejected' && error.status === 409) return true
    const { practitionerId, typeId, startsAt } = wish
    const visits = await appointmentsBetween(work, startsAt, startsAt)
    if (!visits.ok || practitionerId === undefined) return false
    const endOf = async (visit: Parameters<typeof withType>[0]) =>
      (await types.complete(visit)).endsAt ?? visit.startsAt + usualMinutes * minuteMs
    const end = await endOf({ startsAt, typeId })
    for (const visit of visits.value) {
      const { practitionerId: other = '', state } = visit
      const isOwn = own !== undefined && sameId(visit.id, own)
      if (isOwn || state === 'cancelled' || !sameId(other, practitionerId)) continue
      if (visit.startsAt < end && startsAt < (await endOf(visit))) return true
    }
    return false
  }

  return {
    /** Never twice: looks at the patient's appointments then, and again if the answer names none. */
    bookAppointment({ chart, type, practitioner, startsAt }) {
      const typeId = references.idOf('visitType', type)
      const practitionerId = references.idOf('practitioner', practitioner)
      if (typeId === undefined || practitionerId === undefined) return undefined
      const wish = { typeId, practitionerId, startsAt }
      return onRecord(work, 'chart', chart, async (patientId): Booked => {
        if (startsAt <= work.wallTime()) return told('past')
        const key = JSON.stringify([patientId, wish])
        const look = async () =>
          mapOk(await appointmentsOf(work, patientId), ({ own, unowned }) => {
            const isUnknown = unowned.some((visit) => visit.startsAt === startsAt)
            return own.find((visit) => isWished(visit, wish))?.id ?? (isUnknown ? undefined : null)
          })
        const before = await look()
        if (!before.ok) return before
        if (before.value === undefined && doubts.has(key)) return told('inDoubt')
        if (before.value !== undefined && before.value !== null)
          return told(doubts.delete(key) ? 'done' : 'already')
        const startAt = instant(startsAt)
        const body = { patientId, practitionerId, appointmentTypeId: typeId, startAt }
        const input = { params: paramsOf(work), body }
        const booked = await work.read(appointments.create, anyAnswer, input)
        if (booked.ok) return told('done')
        if (await isTaken(booked.error, wish)) return told('taken')
        const made = await settleMade(doubts, [key, []], booked, async () => {
          const after = await look()
          return after.ok ? after.value : null
        })
        return mapOk(made, (id) => ({ outcome: id === null ? 'inDoubt' : 'done' }))
      })
    },
    /** One that is over or cancelled stays as it is. */
    moveAppointment({ chart, visit: reference, startsAt, practitioner, type }) {
      const typeId = type && references.idOf('visitType', type)
      const practitionerId = practitioner && references.idOf('practitioner', practitioner)
      if (type && typeId === undefined) return undefined
      if (practitioner && practitionerId === undefined) return undefined
      const change = { startsAt, typeId, practitionerId }
      return onPart(work, chart, 'visit', reference, async (patientId, appointmentId): Booked => {
        const before = await readOwnAppointment(work, patientId, appointmentId)
        if (!before.ok) return before
        const { state } = before.value
        if (state === 'completed' || state === 'cancelled') return err({ kind: 'refusedByService' })
        if (isWished(before.value, change)) return told('already')
        const isMoved = startsAt !== undefined && startsAt !== before.value.startsAt
        if (isMoved && startsAt <= work.wallTime()) return told('past')
        const input = {
          params: { ...paramsOf(work), appointmentId },
          body: {
            ...(isMoved && { startAt: instant(startsAt) }),
            ...(practitionerId !== undefined && { practitionerId }),
            ...(typeId !== undefined && { appointmentTypeId: typeId }),
          },
        }
        const moved = await work.read(appointments.update, visitReader(appointmentId), input)
        const look = () => readOwnAppointment(work, patientId, appointmentId)
        const settled = await settle(moved, look, (visit) => isWished(visit, change))
        if (settled.ok) return told('done')
        if (moved.ok) return settled
        const wish = {
          startsAt: startsAt ?? before.value.startsAt,
          practitionerId: practitionerId ?? before.value.practitionerId,
          typeId: typeId ?? before.value.typeId,
        }
        return (await isTaken(moved.error, wish, appointmentId)) ? told('taken') : settled
      })
    },
  } satisfies Partial<Handlers<typeof appointmentOperations>>
}

function isWished(visit: ReadVisit, { startsAt, practitionerId, typeId }: Wish) {
  const isSame = (wanted: Id | undefined, is: Id | undefined) =>
    wanted === undefined || (is !== undefined && sameId(wanted, is))
  return (
    visit.state !== 'cancelled' &&
    (startsAt === undefined || visit.startsAt === startsAt) &&
    isSame(practitionerId, visit.practitionerId) &&
    isSame(typeId, visit.typeId)
  )
}
