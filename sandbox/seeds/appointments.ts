import type { AppointmentStatus } from '../../src/contract/partner-v2/appointments.ts'
import { dateIn, instantIn, iso } from '../clock.ts'
import { takeId } from '../state/lookup.ts'
import type { State } from '../state/types.ts'
import * as cases from './cases.ts'
import type { PatientCase } from './cases.ts'
import { appointmentTypes } from './appointment-types.ts'
import { account, locations, practitioners } from './clinics.ts'

/** The days after today on which something is booked; the day of the sandbox's start is 0. */
const days = [0, 1]

const minute = 60_000

/**
 * Puts today's and tomorrow's appointments into `state`: of those who are nobody's case at full hours of each location's
 * morning and afternoon, and close to the start of those who are cases of an arrival.
 */
export function seedAppointments(state: State, start: number): void {
  seedHours(state, start)
  seedArrivals(state, start)
}

function seedHours(state: State, start: number): void {
  const waiting = [...state.patients.keys()].filter((id) => id >= 5040 && id < 9000)
  const ours = locations.filter(({ accountId }) => accountId === account.id)
  for (const day of days) {
    for (const [place, location] of ours.entries()) {
      const date = dateIn(location.timeZone, start + day * 86_400_000)
      for (let hour = 9; hour < 17; hour += 1) {
        const patientId = waiting[(place * 8 + (hour - 9) + day * 24) % waiting.length]
        if (hour === 12 || patientId === undefined) continue
        const status: AppointmentStatus = day === 0 && hour === 16 ? 'CANCELLED' : 'SCHEDULED'
        const id = takeId(state, 'appointment')
        state.appointments.set(id, {
          id,
          accountId: account.id,
          locationId: location.id,
          patientId,
          practitionerId: practitioners[place]?.id ?? 401,
          appointmentTypeId: appointmentTypes[hour % 3]?.id ?? 501,
          startAt: iso(instantIn(location.timeZone, date, hour, 0)),
          status,
        })
      }
    }
  }
}

interface Arrival {
  readonly person: PatientCase
  /** Minutes after the start. */
  readonly inMinutes: number
  readonly status?: AppointmentStatus
  readonly locationId?: number
  readonly typeId?: number
}

const { due, nothingWaits, several, cancelled, elsewhere, telehealth, arrived, late, early } =
  cases.arrivals
const arrivals: readonly Arrival[] = [
  { person: due, inMinutes: 15 },
  { person: nothingWaits, inMinutes: 20, typeId: 502 },
  { person: several, inMinutes: 15, typeId: 502 },
  { person: several, inMinutes: 45, typeId: 503 },
  { person: cancelled, inMinutes: 15, status: 'CANCELLED' },
  { person: elsewhere, inMinutes: 30, locationId: 302 },
  { person: telehealth, inMinutes: 15, typeId: 504 },
  { person: arrived, inMinutes: 10, status: 'CHECKED_IN' },
  { person: late, inMinutes: -40 },
  { person: early, inMinutes: 5 * 60 },
]

/** Their times are of five minutes, the next ones. */
function seedArrivals(state: State, start: number): void {
  const first = Math.ceil(start / (5 * minute)) * 5 * minute
  for (const { person, inMinutes, status, locationId, typeId } of arrivals) {
    const id = takeId(state, 'appointment')
    state.appointments.set(id, {
      id,
      accountId: account.id,
      locationId: locationId ?? 301,
      patientId: person.id,
      practitionerId: practitioners[locationId === 302 ? 1 : 0]?.id ?? 401,
      appointmentTypeId: typeId ?? 501,
      startAt: iso(first + inMinutes * minute),
      status: status ?? 'SCHEDULED',
    })
  }
}
