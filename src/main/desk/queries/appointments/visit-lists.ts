import { contract } from '../../../../contract/index.ts'
import {
  visitsReader,
  visitReader,
  type ReadVisit,
} from '../../../../contract/readers/arrival-readers.ts'
import { sameId, type Id } from '../../../../contract/values.ts'
import { compareDates, isoDate, localDate } from '../../../../shared/calendar-date.ts'
import { err, ok, type Result } from '../../../../shared/result.ts'
import { inParallel } from '../../../base/in-parallel.ts'
import { eachPage, readAllPages } from '../../../service/client/pages.ts'
import { unreadable, type ServiceError } from '../../../service/http/errors.ts'
import { isOutage } from '../../failures.ts'
import type { DeskWork } from '../../work.ts'

const { appointments } = contract.partner
const pageSize = 200
const maxPages = 10
const dayMs = 24 * 60 * 60_000
/** Rows that say too little, of which the appointments themselves are asked, and how many at a time. */
const mostLookups = 40
const mostAtOnce = 6

/** Appointments of a patient. */
export interface PatientVisits {
  readonly rows: readonly ReadVisit[]
  /** What else the list has: appointments of which it is not known whose they are. */
  readonly unowned: readonly ReadVisit[]
}

type Read<T> = Promise<Result<T, ServiceError>>
type Filter = { readonly patientId: Id } | { readonly from: string; readonly to: string }

/** The appointments of a list at this location. */
async function listed(
  { client, place, signal }: DeskWork,
  filter: Filter,
): Read<readonly ReadVisit[]> {
  const { accountId, locationId } = place
  const pages = eachPage(
    appointments.list,
    (cursor) => {
      const query = { ...filter, limit: pageSize, ...(cursor !== undefined && { cursor }) }
      const input = { params: { accountId, locationId }, query }
      return client.read(appointments.list, visitsReader, input, { signal })
    },
    { maxPages },
  )
  const rows = await readAllPages(pages)
  if (!rows.ok) return rows
  return ok(
    rows.value.filter((row) => row.locationId === undefined || sameId(row.locationId, locationId)),
  )
}

/**
 * The appointments of a patient at this location. None is taken that does not say itself whose it is, but where the wire
 * profile trusts the service's filter. Of those that do not say it the latest are asked.
 */
export async function visitsOf(work: DeskWork, patientId: Id): Read<PatientVisits> {
  const rows = await listed(work, { patientId })
  if (!rows.ok) return rows
  const isTrusted = work.place.lists?.trustPatientFilter === true
  const unnamed = rows.value
    .filter((row) => row.patientId === undefined)
    .toSorted((a, b) => b.startsAt - a.startsAt)
  const asked = isTrusted
    ? unnamed.map((row) => ok({ ...row, patientId }))
    : await inParallel(unnamed.slice(0, mostLookups), mostAtOnce, ({ id }) => readVisit(work, id))
  const all = rows.value.filter((row) => row.patientId !== undefined)
  for (const [index, row] of unnamed.entries()) {
    const read = asked[index]
    if (read && !read.ok && isOutage(read.error)) return read
    all.push(read?.ok ? read.value : row)
  }
  return ok({
    rows: all.filter((row) => row.patientId !== undefined && sameId(row.patientId, patientId)),
    unowned: all.filter((row) => row.patientId === undefined),
  })
}

/** Everybody's appointments at this location, from one moment's day to another's (ms since 1970), both included. */
export async function visitsBetween(
  work: DeskWork,
  from: number,
  to: number,
): Read<readonly ReadVisit[]> {
  const [first, last] = [from, to].map((at) => localDate(new Date(at)))
  if (!first || !last) return ok([])
  // By whose days the list is filtered is assumed: one more on each side.
  const [wideFrom, wideTo] = [from - dayMs, to + dayMs].map((at) =>
    isoDate(localDate(new Date(at))),
  )
  const rows = await listed(work, { from: wideFrom ?? '', to: wideTo ?? '' })
  if (!rows.ok) return rows
  return ok(
    rows.value.filter(({ startsAt }) => {
      const day = localDate(new Date(startsAt))
      return compareDates(day, first) >= 0 && compareDates(day, last) <= 0
    }),
  )
}

/** One appointment in full. */
export function readVisit({ client, place, signal }: DeskWork, appointmentId: Id): Read<ReadVisit> {
  const { accountId, locationId } = place
  const input = { params: { accountId, locationId, appointmentId } }
  return client.read(appointments.get, visitReader(appointmentId), input, { signal })
}

/** An appointment of this patient; one that says it is somebody else's is unreadable. */
export async function readOwnVisit(
  work: DeskWork,
  patientId: Id,
  appointmentId: Id,
): Read<ReadVisit> {
  const read = await readVisit(work, appointmentId)
  if (!read.ok) return read
  const { patientId: owner } = read.value
  if (owner === undefined || sameId(owner, patientId)) return read
  const why = unreadable('an appointment of another patient')
  return err({ operation: appointments.get.id, attempts: 1, ...why })
}
