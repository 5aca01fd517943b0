import * as z from 'zod/mini'
import { locale } from './locale.ts'

const hexColor = z.string().check(z.regex(/^#[0-9a-f]{6}$/i))

export const shownClinic = z.strictObject({
  name: z.string(),
  /** Time zone of the location (IANA); without it times are this machine's. */
  timeZone: z.optional(z.string()),
  /** Area code that patients' phones may share with the location's; for the keys of a phone number. */
  areaCode: z.optional(z.string().check(z.regex(/^\d{3}$/))),
  logoLetter: z.string().check(z.maxLength(2)),
  /** Languages on offer, in order; the first is the clinic's own. */
  locales: z.array(locale).check(z.minLength(1)),
  /** Each `#rrggbb`, derived in main so that text is readable on its background with any colour of the clinic. */
  colors: z.strictObject({
    surface: hexColor,
    primary: hexColor,
    onPrimary: hexColor,
    primaryText: hexColor,
    tint: hexColor,
    logoLetter: hexColor,
  }),
})
export type ShownClinic = z.infer<typeof shownClinic>

export interface Clinic extends Omit<ShownClinic, 'colors'> {
  /** `#rrggbb`, as is the other; nothing is known of their contrast. */
  readonly color: string
  readonly logoLetterColor: string
}
