import { contract } from '../../../contract/index.ts'
import {
  visitReader,
  visitsReader,
  visitTypesReader,
  type ReadVisit,
  type ReadVisitType,
} from '../../../contract/readers/arrival-readers.ts'
import { sameId, type Id } from '../../../contract/values.ts'
import { err, ok } from '../../../shared/result.ts'
import { dateIn } from '../../../shared/time-zone.ts'
import { unreadable } from '../http/errors.ts'
import { findOwn, paramsOf, readList, type Owned, type Read, type Site } from './site.ts'

const { appointments, appointmentTypes } = contract.partner
const dayMs = 24 * 60 * 60_000
/** Of rows without a patient. */
const mostAsked = 40

/** Lists appointments of both days (ms since 1970) and one more on each side; that the list is filtered is assumed. */
export function listAppointments(
  site: Site,
  { patientId, from, to }: { patientId?: Id; from?: number; to?: number },
  locationId: Id = site.place.locationId,
): Read<readonly ReadVisit[]> {
  const day = (at: number) => dateIn(site.timeZone?.(), at)
  const query = {
    patientId,
    from: from === undefined ? undefined : day(from - dayMs),
    to: to === undefined ? undefined : day(to + dayMs),
  }
  const params = { accountId: site.place.accountId, locationId }
  return readList(site.read, appointments.list, visitsReader, { params, query })
}

const isAt =
  ({ place }: Pick<Site, 'place'>) =>
  ({ locationId }: ReadVisit) =>
    locationId === undefined || sameId(locationId, place.locationId)

/** Reads everybody's appointments here between the days of two moments (ms since 1970), both included. */
export async function appointmentsBetween(site: Site, from: number, to: number) {
  const rows = await listAppointments(site, { from, to })
  if (!rows.ok) return rows
  const day = (at: number) => dateIn(site.timeZone?.(), at)
  const [first, last] = [day(from), day(to)]
  return ok(
    rows.value
      .filter(isAt(site))
      .filter(({ startsAt }) => first <= day(startsAt) && day(startsAt) <= last),
  )
}

/** Reads a patient's appointments here. Of those that do not say whose they are the latest are asked. */
export async function appointmentsOf(site: Site, patientId: Id): Read<Owned<ReadVisit>> {
  const rows = await listAppointments(site, { patientId })
  if (!rows.ok) return rows
  const latest = rows.value.filter(isAt(site)).toSorted((a, b) => b.startsAt - a.startsAt)
  const ask = ({ id }: ReadVisit) => readAppointment(site, id)
  return findOwn(site, patientId, latest, { ask, mostAsked })
}

/** Reads one appointment by its id. */
export function readAppointment(site: Site, appointmentId: Id): Read<ReadVisit> {
  const params = { ...paramsOf(site), appointmentId }
  return site.read(appointments.get, visitReader(appointmentId), { params })
}

/** Reads an appointment of this patient; one that says it is somebody else's is unreadable. */
export async function readOwnAppointment(site: Site, patientId: Id, appointmentId: Id) {
  const read = await readAppointment(site, appointmentId)
  if (!read.ok) return read
  const { patientId: owner } = read.value
  if (owner === undefined || sameId(owner, patientId)) return read
  const why = unreadable('an appointment of another patient')
  return err({ operation: appointments.get.id, attempts: 1, ...why })
}

/** Lists the account's types, those that are no longer booked among them. */
export const listTypes = ({ read, place: { accountId } }: Pick<Site, 'read' | 'place'>) => {
  const input = { params: { accountId } }
  return readList(read, appointmentTypes.list, visitTypesReader, input, { maxPages: 5 })
}

/** Gives an appointment its type's name, end (ms since 1970) and telehealth; its own word is stronger. */
export function withType<V extends Pick<ReadVisit, 'startsAt' | 'typeId'> & Partial<ReadVisit>>(
  visit: V,
  types: readonly ReadVisitType[],
) {
  const { startsAt, typeId } = visit
  const found = types.find(({ id }) => typeId !== undefined && sameId(id, typeId))
  const end = found?.minutes === undefined ? undefined : startsAt + found.minutes * 60_000
  return {
    ...visit,
    endsAt: visit.endsAt ?? end,
    type: visit.type ?? found?.name,
    isTelehealth: visit.isTelehealth ?? found?.isTelehealth,
  }
}
