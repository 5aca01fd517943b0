import * as z from 'zod/mini'
import { type DeskOperations, nothing, see, change } from './operation.ts'
import { instant, moment } from './record-fields.ts'
import { chartInput, reference } from './references.ts'
import { listedAppointment } from './today.ts'

const appointmentState = z.enum(['open', 'arrived', 'completed', 'cancelled'])
export type AppointmentState = z.infer<typeof appointmentState>

const appointmentRow = z.strictObject({
  visit: reference,
  ...listedAppointment,
  /** Its name in the list of today, by which an arrival is marked; null where it is another day's. */
  today: z.nullable(reference),
  state: appointmentState,
})
export type AppointmentRow = z.infer<typeof appointmentRow>

const appointmentList = z.strictObject({
  rows: z.array(appointmentRow),
  notShown: z.number(),
  readAt: instant,
})
export type AppointmentList = z.infer<typeof appointmentList>

const appointmentDetails = z.strictObject({
  ...appointmentRow.shape,
  endsAt: moment,
  location: z.nullable(z.string()),
  typeReference: z.nullable(reference),
  practitionerReference: z.nullable(reference),
})
export type AppointmentDetails = z.infer<typeof appointmentDetails>

const bookingChoices = z.strictObject({
  types: z.array(z.strictObject({ type: reference, name: z.string() })),
  /** The service has no list of them: those of the appointments around today at this location. */
  practitioners: z.array(z.strictObject({ practitioner: reference, name: z.string() })),
})
export type BookingChoices = z.infer<typeof bookingChoices>

const typeDetails = z.strictObject({
  name: z.nullable(z.string()),
  description: z.nullable(z.string()),
  minutes: z.nullable(z.number()),
  isTelehealth: z.boolean(),
})

const busyTimes = z.strictObject({
  times: z.array(
    z.strictObject({
      startsAt: instant,
      endsAt: moment,
      practitioner: z.nullable(reference),
      type: z.nullable(z.string()),
    }),
  ),
})
export type BusyTimes = z.infer<typeof busyTimes>

const time = z.int().check(z.gte(0), z.lte(4_102_444_800_000))

const bookingOutcome = z.strictObject({
  outcome: z.enum([
    'done',
    'already',
    'taken',
    'past',
    /** The service did not answer, and it cannot be seen yet whether it did it. */
    'inDoubt',
  ]),
})
export type BookingOutcome = z.infer<typeof bookingOutcome>['outcome']

export const appointmentOperations = {
  queries: {
    appointments: see('appointments', chartInput, appointmentList),
    appointment: see('appointments', { chart: reference, visit: reference }, appointmentDetails),
    bookingChoices: see('appointments', nothing, bookingChoices),
    appointmentType: see('appointments', { type: reference }, typeDetails),
    /** Reads when practitioners are busy, on this machine's day around a moment. */
    busyTimes: see('appointments', { day: time }, busyTimes),
  },
  commands: {
    bookAppointment: change(
      'appointments',
      {
        chart: reference,
        type: reference,
        practitioner: reference,
        startsAt: time,
      },
      bookingOutcome,
    ),
    /** Moves an appointment to another time, or to another practitioner or type. */
    moveAppointment: change(
      'appointments',
      {
        chart: reference,
        visit: reference,
        startsAt: z.optional(time),
        practitioner: z.optional(reference),
        type: z.optional(reference),
      },
      bookingOutcome,
    ),
  },
} satisfies DeskOperations
