import * as z from 'zod/mini'
import { exported } from './exports.ts'
import { defineOperations, nothing, see, change, withReason } from './operation.ts'
import { instant } from './record-fields.ts'
import { reference } from './references.ts'

const todayState = z.enum([
  'expected',
  'arrived',
  'inForms',
  'formsDone',
  'needsHelp',
  'completed',
  'cancelled',
])
export type TodayState = z.infer<typeof todayState>

/** The forms of a patient at this location, archived ones left out. */
const formCounts = z.strictObject({
  open: z.number(),
  started: z.number(),
  completed: z.number(),
})
export type FormCounts = z.infer<typeof formCounts>

/** One appointment of today at this location. A name is null where the service does not say it. */
export const todayRow = z.strictObject({
  appointment: reference,
  startsAt: instant,
  patient: z.nullable(z.string()),
  practitioner: z.nullable(z.string()),
  type: z.nullable(z.string()),
  isTelehealth: z.boolean(),
  state: todayState,
  /** Kiosk that alone says so; null: the service does too, or no kiosk said anything. */
  saidAt: z.nullable(z.string()),
  /** Null where they could not be read. */
  forms: z.nullable(formCounts),
})
export type TodayRow = z.infer<typeof todayRow>

const todayList = z.strictObject({
  rows: z.array(todayRow),
  readAt: instant,
  /** True for the last list that was read before the service could not be reached. */
  isKept: z.optional(z.boolean()),
})
export type TodayList = z.infer<typeof todayList>

/** Rows of a day that are exported at most. */
const mostRows = 2_000

/** Appointment of today at another location of the account, or the next one here. */
const elsewhere = z.strictObject({
  patient: z.nullable(z.string()),
  startsAt: instant,
  /** Time zone of that location (IANA), if it is known. */
  timeZone: z.nullable(z.string()),
  place: z.string(),
  address: z.nullable(z.string()),
})
export type Elsewhere = z.infer<typeof elsewhere>

export const todayOperations = defineOperations({
  queries: {
    today: see('today', nothing, todayList),
    otherAppointments: see(
      'patients',
      { name: z.string().check(z.trim(), z.minLength(2), z.maxLength(100)) },
      z.strictObject({ rows: z.array(elsewhere) }),
    ),
  },
  commands: {
    markArrived: change('checkIn', { appointment: reference }),
    /** Takes an arrival back that was marked by mistake. */
    undoArrival: withReason(change('checkIn', { appointment: reference })),
    /** Writes these appointments of today to a file in the clinic's folder, as CSV. It is in the audit. */
    exportToday: change(
      'today',
      { appointments: z.array(reference).check(z.maxLength(mostRows)) },
      exported,
    ),
    /** Cancels an appointment. The service takes no reason: it stands in the audit alone. */
    cancelAppointment: withReason(change('appointments', { appointment: reference })),
  },
})
