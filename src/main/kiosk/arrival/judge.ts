import type { ReadVisit } from '../../../contract/readers/arrival-readers.ts'
import { sameId, type Id } from '../../../contract/values.ts'
import { compareDates, localDate } from '../../../shared/calendar-date.ts'
import type { ArrivalKind } from '../../../shared/arrival.ts'

/** Rules that decide which appointments a patient sees. */
export interface JudgeRules {
  readonly locationId: Id
  /** ms since 1970. */
  readonly now: number
  /** ms before its start from which an appointment can be confirmed. */
  readonly earlyMs: number
  /** True if this kiosk has already taken the arrival. */
  readonly isConfirmed: (appointmentId: Id) => boolean
}

/** Appointments to show: none for `none`. The earliest one is first. */
export interface Judged {
  readonly kind: ArrivalKind | 'none'
  readonly visits: readonly ReadVisit[]
}

/** ms after its start from which an appointment counts as late; less than this, nobody speaks of it. */
const lateAfterMs = 10 * 60_000
/** ms around now in which an appointment counts as one of today on both sides of midnight. */
const midnightMs = 2 * 60 * 60_000
/** Appointments among which a patient chooses at most. */
const mostChoices = 4

/** True if a moment is today by this machine's clock, or close to now across midnight. */
export function isOfToday(startsAt: number, now: number): boolean {
  const isSameDay = compareDates(localDate(new Date(startsAt)), localDate(new Date(now))) === 0
  return isSameDay || Math.abs(startsAt - now) <= midnightMs
}

/** Decides which of today's appointments a patient sees, and as which kind. */
export function judgeVisits(all: readonly ReadVisit[], rules: JudgeRules): Judged {
  const { locationId, now, earlyMs, isConfirmed } = rules
  const today = all
    .filter(({ startsAt, state }) => isOfToday(startsAt, now) && state !== 'completed')
    .toSorted((a, b) => a.startsAt - b.startsAt)
  const isHere = (visit: ReadVisit) =>
    visit.locationId === undefined || sameId(visit.locationId, locationId)
  const isArrived = ({ id, state }: ReadVisit) => state === 'arrived' || isConfirmed(id)
  const standing = today.filter((visit) => visit.state !== 'cancelled')
  const inPerson = standing.filter(({ isTelehealth }) => isTelehealth !== true)
  const arrived = inPerson.filter((visit) => isHere(visit) && isArrived(visit))
  const open = inPerson.filter((visit) => isHere(visit) && !isArrived(visit))
  const near = open.filter(({ startsAt }) => startsAt - now <= earlyMs)

  const [only, ...others] = near
  if (only && others.length > 0) return { kind: 'several', visits: closest(near, now) }
  if (only) return { kind: now - only.startsAt > lateAfterMs ? 'late' : 'due', visits: [only] }
  const away = inPerson.filter((visit) => !isHere(visit) && !isArrived(visit))
  const byVideo = standing.filter(({ isTelehealth }) => isTelehealth === true)
  const cancelled = today.filter((visit) => visit.state === 'cancelled' && isHere(visit))
  return (
    one('arrived', arrived.slice(-1)) ??
    one('early', open) ??
    one('elsewhere', next(away, now)) ??
    one('telehealth', next(byVideo, now)) ??
    one('cancelled', cancelled) ?? { kind: 'none', visits: [] }
  )
}

function one(kind: ArrivalKind, [first]: readonly ReadVisit[]): Judged | undefined {
  return first && { kind, visits: [first] }
}

/** Those that are still to come before those whose time has passed. */
function next(visits: readonly ReadVisit[], now: number): readonly ReadVisit[] {
  const hasPassed = ({ startsAt }: ReadVisit) => now - startsAt > lateAfterMs
  return visits.toSorted((a, b) => Number(hasPassed(a)) - Number(hasPassed(b)))
}

function closest(visits: readonly ReadVisit[], now: number): readonly ReadVisit[] {
  const away = ({ startsAt }: ReadVisit) => Math.abs(startsAt - now)
  return visits
    .toSorted((a, b) => away(a) - away(b))
    .slice(0, mostChoices)
    .toSorted((a, b) => a.startsAt - b.startsAt)
}
