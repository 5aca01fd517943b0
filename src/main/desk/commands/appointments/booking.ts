import { contract } from '../../../../contract/index.ts'
import { anyAnswer } from '../../../../contract/readers/reading.ts'
import { visitReader, type ReadVisit } from '../../../../contract/readers/arrival-readers.ts'
import { sameId, type Id } from '../../../../contract/values.ts'
import type { BookingOutcome } from '../../../../shared/desk/appointments.ts'
import type { DeskRefusal } from '../../../../shared/desk/messages.ts'
import { err, mapOk, ok, type Result } from '../../../../shared/result.ts'
import type { ServiceError } from '../../../service/http/errors.ts'
import { isRefusal } from '../../../service/http/refusal.ts'
import { refusalOf } from '../../failures.ts'
import type { KnownTypes } from '../../queries/appointments/known-types.ts'
import { readOwnVisit, visitsBetween, visitsOf } from '../../queries/appointments/visit-lists.ts'
import type { DeskWork } from '../../work.ts'

const { appointments } = contract.partner
const minuteMs = 60_000
/** Taken for an appointment whose end and type do not tell how long it is. */
const usualMinutes = 15

type Booked = Promise<Result<{ outcome: BookingOutcome }, DeskRefusal>>

/** An appointment that is asked for; `startsAt` in ms since 1970. */
export interface NewVisit {
  readonly typeId: Id
  readonly practitionerId: Id
  readonly startsAt: number
}

/** What changes of an appointment. */
export type VisitChange = Partial<NewVisit>

const told = (outcome: BookingOutcome) => ok({ outcome })
const instant = (at: number) => new Date(at).toISOString()

/** Booking and moving, of one session. */
export function bookingCommands(work: DeskWork, types: KnownTypes) {
  const { client, place, signal } = work
  const { accountId, locationId } = place
  /** Wishes of which nobody knows what became of them. */
  const inDoubt = new Set<string>()

  async function minutesOf(typeId: Id | undefined): Promise<number> {
    const all = await types.all()
    const type = all.ok && all.value.find(({ id }) => typeId !== undefined && sameId(id, typeId))
    return (type && type.minutes) || usualMinutes
  }

  /** Whether a refusal means that the practitioner is with somebody then: by its code, or as the day shows it. */
  async function isTaken(
    error: ServiceError,
    wish: { practitionerId: Id | undefined; typeId: Id | undefined; startsAt: number },
    own?: Id,
  ): Promise<boolean> {
    if (error.kind !== 'rejected' && error.kind !== 'refusedByEnvelope') return false
    const code = error.kind === 'rejected' ? (error.code ?? '') : error.message
    if (/avail|taken|conflict|overlap|busy|occupied|slot|booked/i.test(code)) return true
    if (error.kind === 'rejected' && error.status === 409) return true
    const visits = await visitsBetween(work, wish.startsAt, wish.startsAt)
    if (!visits.ok || wish.practitionerId === undefined) return false
    const end = wish.startsAt + (await minutesOf(wish.typeId)) * minuteMs
    for (const visit of visits.value) {
      const isSame =
        visit.practitionerId !== undefined && sameId(visit.practitionerId, wish.practitionerId)
      if (!isSame || visit.state === 'cancelled') continue
      if (own !== undefined && sameId(visit.id, own)) continue
      const to = visit.endsAt ?? visit.startsAt + (await minutesOf(visit.typeId)) * minuteMs
      if (visit.startsAt < end && wish.startsAt < to) return true
    }
    return false
  }

  return {
    /**
     * Books an appointment, and never the same one twice: what the patient has at that time with that practitioner is
     * looked at before, and again where the service did not answer.
     */
    async book(patientId: Id, wish: NewVisit): Booked {
      if (wish.startsAt <= work.wallTime()) return told('past')
      const key = JSON.stringify([patientId, wish])
      const look = async (): Promise<Result<'there' | 'unknown' | 'none', ServiceError>> =>
        mapOk(await visitsOf(work, patientId), ({ rows, unowned }) => {
          if (rows.some((visit) => isWished(visit, wish))) return 'there'
          return unowned.some(({ startsAt }) => startsAt === wish.startsAt) ? 'unknown' : 'none'
        })
      const before = await look()
      if (!before.ok) return err(refusalOf(before.error))
      if (before.value === 'there') return told(inDoubt.delete(key) ? 'done' : 'already')
      if (before.value === 'unknown' && inDoubt.has(key)) return told('inDoubt')
      const body = {
        ...{ patientId, practitionerId: wish.practitionerId, appointmentTypeId: wish.typeId },
        startAt: instant(wish.startsAt),
      }
      const input = { params: { accountId, locationId }, body }
      const booked = await client.read(appointments.create, anyAnswer, input, { signal })
      if (booked.ok) return told('done')
      if (await isTaken(booked.error, wish)) return told('taken')
      // Refused, or never sent: there was no access to ask with.
      if (isRefusal(booked.error) || booked.error.stage === 'token')
        return err(refusalOf(booked.error))
      const after = await look()
      if (after.ok && after.value === 'there') return told('done')
      inDoubt.add(key)
      return told('inDoubt')
    },

    /** Moves an appointment, or gives it another practitioner or type. One that is over or cancelled stays as it is. */
    async move(patientId: Id, appointmentId: Id, change: VisitChange): Booked {
      const before = await readOwnVisit(work, patientId, appointmentId)
      if (!before.ok) return err(refusalOf(before.error))
      const { state } = before.value
      if (state === 'completed' || state === 'cancelled') return err({ kind: 'refusedByService' })
      if (isWished(before.value, change)) return told('already')
      const { startsAt, practitionerId, typeId } = change
      const isMoved = startsAt !== undefined && startsAt !== before.value.startsAt
      if (isMoved && startsAt <= work.wallTime()) return told('past')
      const body = {
        ...(isMoved && { startAt: instant(startsAt) }),
        ...(practitionerId !== undefined && { practitionerId }),
        ...(typeId !== undefined && { appointmentTypeId: typeId }),
      }
      const input = { params: { accountId, locationId, appointmentId }, body }
      const reader = visitReader(appointmentId)
      const moved = await client.read(appointments.update, reader, input, { signal })
      if (moved.ok && isWished(moved.value, change)) return told('done')
      const after = await readOwnVisit(work, patientId, appointmentId)
      if (after.ok && isWished(after.value, change)) return told('done')
      if (moved.ok) return err({ kind: 'refusedByService' })
      const wish = {
        startsAt: startsAt ?? before.value.startsAt,
        practitionerId: practitionerId ?? before.value.practitionerId,
        typeId: typeId ?? before.value.typeId,
      }
      if (await isTaken(moved.error, wish, appointmentId)) return told('taken')
      return err(refusalOf(moved.error))
    },
  }
}

/** Whether an appointment is as it was asked for, and to come. */
function isWished(visit: ReadVisit, { startsAt, practitionerId, typeId }: VisitChange): boolean {
  const isSame = (wanted: Id | undefined, is: Id | undefined) =>
    wanted === undefined || (is !== undefined && sameId(wanted, is))
  return (
    visit.state !== 'cancelled' &&
    (startsAt === undefined || visit.startsAt === startsAt) &&
    isSame(practitionerId, visit.practitionerId) &&
    isSame(typeId, visit.typeId)
  )
}
