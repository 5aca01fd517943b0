import * as z from 'zod/mini'

/**
 * How the appointment of today stands that a patient is told of: `due`, it can be confirmed; `late`: the same, after
 * its time; `several`: one of them can be; `early`: so long before its time that nobody expects them yet; `elsewhere`:
 * at another location; `telehealth`: by video; `cancelled`; `arrived`: somebody has marked it already.
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
 * What the last screen says of an arrival. `checkedIn`: the clinic knows; `early`: it is asked for again at its time;
 * `remote`: it is not here; `desk`: the front desk must be told; `none`: no appointment of today was found.
 */
export const arrivalEnding = z.strictObject({
  state: z.enum(['checkedIn', 'early', 'remote', 'desk', 'none']),
  /** HH:MM; null where nothing is told of a time. */
  time: words,
  /** The clinic's own words for where to wait; null where it has none. */
  directions: words,
})
export type ArrivalEnding = z.infer<typeof arrivalEnding>
