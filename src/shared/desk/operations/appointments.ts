import * as z from 'zod/mini'
import {
  appointmentDetails,
  appointmentList,
  bookingChoices,
  bookingOutcome,
  busyTimes,
  moment,
  typeDetails,
} from '../appointments.ts'
import { defineOperations, nothing } from '../operation.ts'
import { reference } from '../references.ts'

const sees = { place: 'appointments', act: 'see' } as const
const changes = { place: 'appointments', act: 'change' } as const

/** Appointments of a patient. */
export const appointmentOperations = defineOperations({
  queries: {
    /** The appointments of a patient at this location. */
    appointments: {
      right: sees,
      input: z.strictObject({ chart: reference }),
      output: appointmentList,
    },
    /** One of them in full. */
    appointment: {
      right: sees,
      input: z.strictObject({ chart: reference, visit: reference }),
      output: appointmentDetails,
    },
    /** Types and practitioners to choose from. */
    bookingChoices: { right: sees, input: nothing, output: bookingChoices },
    /** What a type is. */
    appointmentType: {
      right: sees,
      input: z.strictObject({ type: reference }),
      output: typeDetails,
    },
    /** When practitioners are with somebody, on the day of this machine that holds a moment. */
    busyTimes: { right: sees, input: z.strictObject({ day: moment }), output: busyTimes },
  },
  commands: {
    /** Books an appointment for a patient. */
    bookAppointment: {
      right: changes,
      input: z.strictObject({
        ...{ chart: reference, type: reference, practitioner: reference },
        startsAt: moment,
      }),
      output: bookingOutcome,
    },
    /** Moves an appointment to another time, or to another practitioner or type. */
    moveAppointment: {
      right: changes,
      input: z.strictObject({
        ...{ chart: reference, visit: reference },
        startsAt: z.optional(moment),
        practitioner: z.optional(reference),
        type: z.optional(reference),
      }),
      output: bookingOutcome,
    },
  },
})
