import * as z from 'zod/mini'
import { exported } from './exports.ts'
import { defineOperations, nothing, see, change, withReason } from './operation.ts'
import { reference } from './references.ts'

/**
 * State of a patient of today: still expected; arrived; at their forms; done with them; asking for help; seen; or not
 * coming any more.
 */
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
  /** ms since 1970. */
  startsAt: z.number(),
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

/** The appointments of a day at this location, the earliest first. */
const todayList = z.strictObject({
  rows: z.array(todayRow),
  /** ms since 1970 at which they were read. */
  readAt: z.number(),
  /** True for the last list that was read before the service could not be reached. */
  isKept: z.optional(z.boolean()),
})
export type TodayList = z.infer<typeof todayList>

/** Rows of a day that are exported at most. */
const mostRows = 2_000

/** Appointment of today at another location of the account, or the next one here. */
const elsewhere = z.strictObject({
  patient: z.nullable(z.string()),
  /** ms since 1970. */
  startsAt: z.number(),
  /** Time zone of that location (IANA), if it is known. */
  timeZone: z.nullable(z.string()),
  place: z.string(),
  address: z.nullable(z.string()),
})

export const todayOperations = defineOperations({
  queries: {
    /** The appointments of today at this location, and how each patient stands. */
    today: see('today', nothing, todayList),
    /** The appointments of today at other locations and the next here, of patients whose names begin so. */
    otherAppointments: see(
      'patients',
      { name: z.string().check(z.trim(), z.minLength(2), z.maxLength(100)) },
      z.strictObject({ rows: z.array(elsewhere) }),
    ),
  },
  commands: {
    /** Marks an appointment as arrived, for a patient who came to the desk. */
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
