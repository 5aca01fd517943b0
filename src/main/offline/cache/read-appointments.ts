import { contract } from '../../../contract/index.ts'
import {
  appointmentsReader,
  personReader,
  practitionerReader,
  type ReadAppointment,
} from '../../../contract/readers/offline-readers.ts'
import { sameId, type Id } from '../../../contract/values.ts'
import { compareDates, localDate, type CalendarDate } from '../../../shared/calendar-date.ts'
import { ok, type Result } from '../../../shared/result.ts'
import { eachPage, readAllPages } from '../../service/client/pages.ts'
import type { ServiceError } from '../../service/http/errors.ts'
import { isRefusal } from '../../service/http/refusal.ts'
import type { KnowledgeStore, KnownAppointments } from './knowledge.ts'
import type { PacedRead } from './paced-read.ts'

const { appointments, patients } = contract.partner
const pageSize = 200
const maxPages = 3
const dayMs = 24 * 60 * 60_000

/** Patients and practitioners that are asked for in one refresh at most; the next one goes on. */
const mostLookups = 40

type Answer<T> = Promise<Result<T, ServiceError>>
type Place = { readonly accountId: Id; readonly locationId: Id }

const isForGood = (error: ServiceError) => isRefusal(error) || error.kind === 'unreadableAnswer'

const isoDate = ({ year, month, day }: CalendarDate) =>
  [
    String(year).padStart(4, '0'),
    ...[month, day].map((part) => String(part).padStart(2, '0')),
  ].join('-')

/**
 * Today's and tomorrow's appointments, with hashes of who comes. What is `known` of a patient is not asked for again.
 * `now`: ms since 1970.
 */
export async function readAppointments(
  read: PacedRead,
  here: Place,
  knowledge: Pick<KnowledgeStore, 'hashes' | 'appointments'>,
  now: number,
): Answer<KnownAppointments> {
  const today = localDate(new Date(now))
  const tomorrow = localDate(new Date(now + dayMs))
  const query = { from: isoDate(today), to: isoDate(tomorrow), limit: pageSize }
  const pages = eachPage(
    appointments.list,
    (cursor) =>
      read(appointments.list, appointmentsReader, {
        params: here,
        query: { ...query, ...(cursor !== undefined && { cursor }) },
      }),
    { maxPages },
  )
  const listed = await readAllPages(pages)
  if (!listed.ok) return listed
  // That the list is filtered is assumed.
  const isSoon = ({ startsAt, isOff }: ReadAppointment) => {
    const day = localDate(new Date(startsAt))
    return !isOff && compareDates(day, today) >= 0 && compareDates(day, tomorrow) <= 0
  }
  const soon = listed.value.filter(isSoon).sort((a, b) => a.startsAt - b.startsAt)
  const known = [...(knowledge.appointments() ?? [])]
  const found: KnownAppointments = []
  let lookups = 0
  for (const row of soon) {
    const earlier = known.find(({ patientId }) => sameId(patientId, row.patientId))
    let hashes = earlier?.hashes
    if (!hashes) {
      if (lookups >= mostLookups) continue
      lookups += 1
      const input = { params: { accountId: here.accountId, patientId: row.patientId } }
      const person = await read(patients.get, personReader(row.patientId), input)
      // A record that cannot be had or read is expected by nobody.
      if (!person.ok && !isForGood(person.error)) return person
      const { lastName, dateOfBirth, phone, email } = person.ok ? person.value : nobody
      hashes = knowledge.hashes({
        lastName: lastName ?? null,
        dateOfBirth: dateOfBirth ? isoDate(dateOfBirth) : null,
        phone: phone ?? null,
        email: email ?? null,
      })
    }
    const practitioner = await nameOf(row)
    if (!practitioner.ok) return practitioner
    const appointment = {
      at: row.startsAt,
      with: practitioner.value,
      patientId: row.patientId,
      practitionerId: row.practitionerId ?? null,
      hashes,
    }
    found.push(appointment)
    known.push(appointment)
  }
  return ok(found)

  /** With whom an appointment is: asked for once a practitioner. */
  async function nameOf({ id, practitioner, practitionerId }: ReadAppointment) {
    if (practitioner !== undefined) return ok(practitioner)
    if (practitionerId === undefined) return ok(null)
    const same = known.find((each) => sameId(each.practitionerId ?? '', practitionerId))
    if (same) return ok(same.with)
    if (lookups >= mostLookups) return ok(null)
    lookups += 1
    const input = { params: { ...here, appointmentId: id } }
    const asked = await read(appointments.get, practitionerReader, input)
    return !asked.ok && isForGood(asked.error) ? ok(null) : asked
  }
}

const nobody = {
  lastName: undefined,
  dateOfBirth: undefined,
  phone: undefined,
  email: undefined,
}
