import * as z from 'zod/mini'

const arrivalKind = z.enum([
  'due',
  'late',
  'several',
  /** So long before its time that nobody expects the patient yet. */
  'early',
  'elsewhere',
  'telehealth',
  'cancelled',
  'arrived',
])
export type ArrivalKind = z.infer<typeof arrivalKind>

const words = z.nullable(z.string())

/** One appointment on a screen. `key` means something for this view only; `time`: HH:MM where the clinic is. */
const arrivalVisit = z.strictObject({
  key: z.string(),
  time: z.string(),
  with: words,
  what: words,
  place: words,
})

export const arrivalShape = {
  kind: arrivalKind,
  visits: z.array(arrivalVisit).check(z.minLength(1)),
}

export const arrivalEnding = z.strictObject({
  state: z.enum(['checkedIn', 'early', 'remote', 'desk', 'none']),
  /** HH:MM; null if no time is shown. */
  time: words,
  directions: words,
})
export type ArrivalEnding = z.infer<typeof arrivalEnding>
