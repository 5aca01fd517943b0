import { contract } from '../../contract/index.ts'
import {
  visitsReader,
  type ReadVisit,
  type ReadVisitType,
} from '../../contract/readers/arrival-readers.ts'
import { sameId, type Id } from '../../contract/values.ts'
import { isoDate, localDate } from '../../shared/calendar-date.ts'
import { err, ok, type Result } from '../../shared/result.ts'
import { eachPage, readAllPages } from '../service/client/pages.ts'
import { unreadable, type ServiceError } from '../service/http/errors.ts'
import type { CheckInPlace } from '../service/place.ts'
import type { ArrivalFinding } from '../visit/ports.ts'
import type { Call } from './calls.ts'
import { isOfToday, judgeVisits, type JudgeRules } from './judge.ts'
import type { NamesOfVisits } from './names.ts'

const { appointments } = contract.partner
const pageSize = 200
const maxPages = 3
const dayMs = 24 * 60 * 60_000

/** What a look-up works with. */
export interface LookUpParts {
  readonly call: Call
  readonly place: Pick<CheckInPlace, 'accountId' | 'locationId' | 'lists'>
  readonly names: NamesOfVisits
  /** Locations of the same account that are asked where nothing is found here. */
  readonly otherLocationIds: readonly Id[]
  readonly rules: Pick<JudgeRules, 'earlyMs' | 'isConfirmed'>
  /** ms since 1970. */
  readonly wallTime: () => number
  /** Hears of each call that failed and of which nothing else is told. */
  readonly onFailed: (error: ServiceError) => void
}

/** Looks up what a patient is told of their appointments of today. */
export async function lookUp(
  parts: LookUpParts,
  patientId: Id,
  signal: AbortSignal,
): Promise<Result<ArrivalFinding, ServiceError>> {
  const { names, place, wallTime } = parts
  const now = wallTime()
  const types = names.types(signal)
  const here = await visitsAt(parts, place.locationId, patientId, signal)
  if (!here.ok) return here
  const rules = { ...parts.rules, locationId: place.locationId, now }
  const known = withTypes(here.value, await types)
  const judged = judgeVisits(known, rules)
  const found =
    judged.kind === 'none' ? judgeVisits(await elsewhere(parts, patientId, signal), rules) : judged
  // What stands at another location of the account is told, and nothing is done with it here.
  const told = judged.kind === 'none' && found.kind === 'cancelled' ? judged : found
  const visits = await Promise.all(told.visits.map((visit) => names.named(visit, signal)))
  return ok({
    kind: told.kind,
    appointments: visits.map((visit) => appointmentOf(visit, told.kind === 'elsewhere')),
  })
}

/** A patient's appointments of today at one location, as the list has them. */
async function visitsAt(
  { call, place, wallTime }: LookUpParts,
  locationId: Id,
  patientId: Id,
  signal: AbortSignal,
): Promise<Result<readonly ReadVisit[], ServiceError>> {
  const { accountId } = place
  const now = wallTime()
  const [from, to] = [now - dayMs, now + dayMs].map((day) => isoDate(localDate(new Date(day))))
  const pages = eachPage(
    appointments.list,
    (cursor) => {
      const query = {
        patientId,
        from,
        to,
        limit: pageSize,
        ...(cursor !== undefined && { cursor }),
      }
      return call(
        appointments.list,
        visitsReader,
        { params: { accountId, locationId }, query },
        signal,
      )
    },
    { maxPages },
  )
  const listed = await readAllPages(pages)
  if (!listed.ok) return listed
  // That the list is filtered, and by whose days, is assumed.
  const today = listed.value.filter(({ startsAt }) => isOfToday(startsAt, now))
  const trusts = place.lists?.trustPatientFilter === true
  const own = today.filter((row) =>
    row.patientId === undefined ? trusts : sameId(row.patientId, patientId),
  )
  if (own.length === 0 && today.some((row) => row.patientId === undefined))
    return err({
      ...{ operation: appointments.list.id, attempts: 1 },
      ...unreadable('expected appointments that say whose they are, found some that do not'),
    })
  return ok(own)
}

/** A patient's appointments of today at the account's other locations; those that cannot be asked have none. */
async function elsewhere(
  parts: LookUpParts,
  patientId: Id,
  signal: AbortSignal,
): Promise<readonly ReadVisit[]> {
  const types = await parts.names.types(signal)
  const all = await Promise.all(
    parts.otherLocationIds
      .filter((locationId) => !sameId(locationId, parts.place.locationId))
      .map(async (locationId) => {
        const read = await visitsAt(parts, locationId, patientId, signal)
        if (!read.ok && !signal.aborted) parts.onFailed(read.error)
        const rows = read.ok ? read.value : []
        return rows.map((row) => ({ ...row, locationId: row.locationId ?? locationId }))
      }),
  )
  return withTypes(all.flat(), types)
}

function withTypes(
  visits: readonly ReadVisit[],
  types: ReadonlyMap<string, ReadVisitType>,
): readonly ReadVisit[] {
  return visits.map((visit) => {
    const type = visit.typeId === undefined ? undefined : types.get(String(visit.typeId))
    return {
      ...visit,
      type: visit.type ?? type?.name,
      isTelehealth: visit.isTelehealth ?? type?.isTelehealth,
    }
  })
}

function appointmentOf(
  { id, startsAt, practitioner, type, place }: ReadVisit,
  isElsewhere: boolean,
) {
  return {
    ...{ id, startsAt, time: timeOf(new Date(startsAt)) },
    ...{ with: practitioner ?? null, what: type ?? null, place: (isElsewhere && place) || null },
  }
}

/** HH:MM by the kiosk's own clock, which shows the time of the clinic that it stands in. */
function timeOf(date: Date): string {
  const twoDigits = (number: number) => String(number).padStart(2, '0')
  return `${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`
}
