import type { AppointmentStatus } from '../../src/contract/partner-v2/appointments.ts'
import { dateIn, instantIn, iso } from '../clock.ts'
import { takeId } from '../state/lookup.ts'
import type { State } from '../state/types.ts'
import * as cases from './cases.ts'
import { appointmentTypes } from './appointment-types.ts'
import { account, locations, practitioners } from './clinics.ts'

/** The days after today on which something is booked; the day of the sandbox's start is 0. */
const days = [0, 1]

/** Puts today's and tomorrow's appointments into `state`, at full hours of each location's morning and afternoon. */
export function seedAppointments(state: State, start: number): void {
  const named = [cases.onePacket, cases.threePackets, cases.noPacket, cases.halfDone]
  const others = [...state.patients.keys()].filter((id) => id >= 5040 && id < 9000)
  const waiting = [...named.map(({ id }) => id), ...others]
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
