import * as z from 'zod/mini'

/** State of an appointment of today for its patient. */
const arrivalKind = z.enum([
  /** It can be confirmed. */
  'due',
  /** It can be confirmed, after its time. */
  'late',
  /** One of them can be confirmed. */
  'several',
  /** So long before its time that nobody expects the patient yet. */
  'early',
  /** At another location. */
  'elsewhere',
  /** By video. */
  'telehealth',
  'cancelled',
  /** Somebody has marked it already. */
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

/** The arrival on the last screen. */
export const arrivalEnding = z.strictObject({
  state: z.enum([
    /** The clinic knows. */
    'checkedIn',
    /** It is asked for again at its time. */
    'early',
    /** It is not here. */
    'remote',
    /** The patient must tell the front desk. */
    'desk',
    /** No appointment of today was found. */
    'none',
  ]),
  /** HH:MM; null if no time is shown. */
  time: words,
  /** The clinic's own words for where to wait; null where it has none. */
  directions: words,
})
export type ArrivalEnding = z.infer<typeof arrivalEnding>
