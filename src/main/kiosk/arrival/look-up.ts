import { contract } from '../../../contract/index.ts'
import type { ReadVisit, ReadVisitType } from '../../../contract/readers/arrival-readers.ts'
import { sameId, type Id } from '../../../contract/values.ts'
import { clockTime, compareDates, localDate } from '../../../shared/calendar-date.ts'
import { err, ok, type Result } from '../../../shared/result.ts'
import type { IntakeClient } from '../../intake/client/client.ts'
import { unreadable, type ServiceError } from '../../intake/http/errors.ts'
import type { CheckInPlace } from '../../intake/place.ts'
import {
  listAppointments,
  listTypes,
  readAppointment,
  withType,
} from '../../intake/resources/appointments.ts'
import { findOwn, type Site } from '../../intake/resources/site.ts'
import type { ArrivalFinding } from '../visit/ports.ts'
import type { ArrivalKind } from '../../../shared/arrival.ts'

const { appointments } = contract.partner
/** ms for which a name that was read is used, and for which nobody asks again after a failure. */
const keepMs = { read: 60 * 60_000, failed: 10 * 60_000 } as const

export interface Connected {
  readonly client: Pick<IntakeClient, 'readUntil'>
  readonly place: Pick<CheckInPlace, 'accountId' | 'locationId' | 'lists'>
}

/** Makes the calls over a connection; `signal` gives them up. */
export const siteOf = ({ client, place }: Connected, signal: AbortSignal): Site => ({
  read: client.readUntil(signal),
  place,
})

export interface LookUpParts {
  readonly connected: Connected
  readonly names: ReturnType<typeof createNames>
  readonly otherLocationIds: readonly Id[]
  readonly rules: Pick<JudgeRules, 'earlyMs' | 'isConfirmed'>
  readonly onFailed: (error: ServiceError) => void
}

/** Looks up the appointments that a patient sees on the day of `now` (ms since 1970). */
export async function lookUp(
  parts: LookUpParts,
  patientId: Id,
  now: number,
  signal: AbortSignal,
): Promise<Result<ArrivalFinding, ServiceError>> {
  const { names, connected, otherLocationIds, onFailed } = parts
  const site = siteOf(connected, signal)
  const { locationId } = site.place
  const types = names.types(site, signal)
  const typed = async (visits: readonly ReadVisit[]) => {
    const known = await types
    return visits.map((visit) => withType(visit, known))
  }
  const here = await visitsAt(site, locationId, patientId, now)
  if (!here.ok) return here
  const rules = { ...parts.rules, locationId, now }
  const judged = judgeVisits(await typed(here.value), rules)

  async function elsewhere() {
    const others = otherLocationIds.filter((each) => !sameId(each, locationId))
    const all = await Promise.all(
      others.map(async (other) => {
        const read = await visitsAt(site, other, patientId, now)
        if (!read.ok && !signal.aborted) onFailed(read.error)
        const rows = read.ok ? read.value : []
        return rows.map((row) => ({ ...row, locationId: row.locationId ?? other }))
      }),
    )
    return judgeVisits(await typed(all.flat()), rules)
  }
  const found = judged.kind === 'none' ? await elsewhere() : judged
  // An appointment at another location is only shown; a cancelled one there, not even that.
  const told = judged.kind === 'none' && found.kind === 'cancelled' ? judged : found
  const visits = await Promise.all(told.visits.map((visit) => names.named(visit, site, signal)))
  return ok({
    kind: told.kind,
    appointments: visits.map(({ id, startsAt, practitioner, type, place }) => ({
      id,
      startsAt,
      time: clockTime(new Date(startsAt)),
      with: practitioner ?? null,
      what: type ?? null,
      place: (told.kind === 'elsewhere' && place) || null,
    })),
  })
}

async function visitsAt(site: Site, locationId: Id, patientId: Id, now: number) {
  const listed = await listAppointments(site, { patientId, from: now, to: now }, locationId)
  if (!listed.ok) return listed
  const today = listed.value.filter(({ startsAt }) => isOfToday(startsAt, now))
  const found = await findOwn(site, patientId, today, {
    ask: (row) => Promise.resolve(ok(row)),
    mostAsked: 0,
  })
  if (!found.ok) return found
  const { own, unowned } = found.value
  if (own.length > 0 || unowned.length === 0) return ok(own)
  const why = unreadable('expected appointments that say whose they are, found some that do not')
  return err({ operation: appointments.list.id, attempts: 1, ...why })
}

/** Keeps names of the clinic's own, which are asked for seldom. `now`: monotonic ms. */
export function createNames(now: () => number, onFailed: (error: ServiceError) => void) {
  let types: { read: Promise<readonly ReadVisitType[]>; until: number } | undefined
  const practitioners = new Map<string, { readonly name: string; readonly until: number }>()
  const known = (id: Id | undefined) => {
    const kept = practitioners.get(String(id))
    return kept && kept.until > now() ? kept.name : undefined
  }

  return {
    types(site: Site, signal: AbortSignal): Promise<readonly ReadVisitType[]> {
      if (types && types.until > now()) return types.read
      const read = listTypes(site).then((all) => {
        // A check-in that ended, or did not wait, says nothing of the service.
        kept.until = signal.aborted ? now() : now() + (all.ok ? keepMs.read : keepMs.failed)
        if (!all.ok && !signal.aborted) onFailed(all.error)
        return all.ok ? all.value : []
      })
      const kept = { read, until: Infinity }
      types = kept
      return read
    },

    async named(visit: ReadVisit, site: Site, signal: AbortSignal): Promise<ReadVisit> {
      const { locationId: here } = site.place
      const practitioner = visit.practitioner ?? known(visit.practitionerId)
      const isAway = String(visit.locationId ?? here) !== String(here)
      const needsName = practitioner === undefined && visit.practitionerId !== undefined
      const needsPlace = isAway && visit.place === undefined
      if (!needsName && !needsPlace) return { ...visit, practitioner }
      const place = { ...site.place, locationId: visit.locationId ?? here }
      const asked = await readAppointment({ ...site, place }, visit.id)
      if (!asked.ok) {
        if (!signal.aborted) onFailed(asked.error)
        return visit
      }
      const read = asked.value
      if (visit.practitionerId !== undefined && read.practitioner !== undefined)
        practitioners.set(String(visit.practitionerId), {
          name: read.practitioner,
          until: now() + keepMs.read,
        })
      return {
        ...visit,
        practitioner: visit.practitioner ?? read.practitioner,
        type: visit.type ?? read.type,
        place: visit.place ?? read.place,
      }
    },
  }
}

interface JudgeRules {
  readonly locationId: Id
  /** ms since 1970. */
  readonly now: number
  readonly earlyMs: number
  readonly isConfirmed: (appointmentId: Id) => boolean
}

interface Judged {
  readonly kind: ArrivalKind | 'none'
  readonly visits: readonly ReadVisit[]
}

/** ms after its start from which an appointment counts as late; less than this, nobody speaks of it. */
const lateAfterMs = 10 * 60_000
/** ms around now in which an appointment counts as one of today on both sides of midnight. */
const midnightMs = 2 * 60 * 60_000
const mostChoices = 4

/** Tells whether a moment is today by this machine's clock, or close to now across midnight. */
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
