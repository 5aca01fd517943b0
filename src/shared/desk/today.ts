import * as z from 'zod/mini'
import { exported } from './exports.ts'
import { type DeskOperations, nothing, see, change, withReason } from './operation.ts'
import { instant, said } from './record-fields.ts'
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

const formCounts = z.strictObject({ open: z.number(), started: z.number(), completed: z.number() })
export type FormCounts = z.infer<typeof formCounts>

/** Fields of an appointment at this location in any list. */
export const listedAppointment = {
  startsAt: instant,
  practitioner: said,
  type: said,
  isTelehealth: z.boolean(),
  /** Kiosk that alone says its state; null: the service does too, or no kiosk said anything. */
  saidAt: z.nullable(z.string()),
}

export const todayRow = z.strictObject({
  appointment: reference,
  ...listedAppointment,
  patient: said,
  state: todayState,
  forms: z.nullable(formCounts),
})
export type TodayRow = z.infer<typeof todayRow>

const todayList = z.strictObject({
  rows: z.array(todayRow),
  readAt: instant,
  isKept: z.optional(z.boolean()),
})
export type TodayList = z.infer<typeof todayList>

const mostRows = 2_000

const elsewhere = z.strictObject({
  patient: z.nullable(z.string()),
  startsAt: instant,
  timeZone: z.nullable(z.string()),
  place: z.string(),
  address: z.nullable(z.string()),
})

export const todayOperations = {
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
} satisfies DeskOperations
