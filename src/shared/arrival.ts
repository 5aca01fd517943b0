import * as z from 'zod/mini'

/**
 * State of an appointment of today for its patient. `due`: can be confirmed; `late`: the same, after its time;
 * `several`: one of them can be; `early`: so long before that nobody expects them yet; `elsewhere`: at another
 * location; `telehealth`: by video; `cancelled`; `arrived`: somebody has marked it already.
 */
const arrivalKind = z.enum([
  'due',
  'late',
  'several',
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
  /** Practitioner, type and other clinic of the appointment; null if not named. */
  with: words,
  what: words,
  place: words,
})

/** Screen's facts about today's appointments; several only for kind `several`. */
export const arrivalShape = {
  kind: arrivalKind,
  visits: z.array(arrivalVisit).check(z.minLength(1)),
}

/**
 * The arrival on the last screen. `checkedIn`: the clinic knows; `early`: it is asked for again at its time; `remote`:
 * it is not here; `desk`: the patient must tell the front desk; `none`: no appointment of today was found.
 */
export const arrivalEnding = z.strictObject({
  state: z.enum(['checkedIn', 'early', 'remote', 'desk', 'none']),
  /** HH:MM; null if no time is shown. */
  time: words,
  /** The clinic's own words for where to wait; null where it has none. */
  directions: words,
})
export type ArrivalEnding = z.infer<typeof arrivalEnding>
