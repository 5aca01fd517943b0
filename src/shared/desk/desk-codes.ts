import * as z from 'zod/mini'
import { deskCodeDigits } from '../code.ts'

/** Code that a patient types at a kiosk. The page gets it only this once. */
export const madeDeskCode = z.strictObject({
  code: z.string().check(z.regex(/^\d+$/), z.length(deskCodeDigits)),
  /** ISO date-time until which it works. */
  until: z.iso.datetime(),
})
export type MadeDeskCode = z.infer<typeof madeDeskCode>

/** State of a patient's newest code, without the code. */
export const deskCodeShown = z.strictObject({
  /** `none`: there was none lately; `void`: too many codes were typed that were wrong; `old`: its time is over. */
  state: z.enum(['none', 'waiting', 'used', 'void', 'old']),
  /** The name of the kiosk where it was used; null: nowhere, or that kiosk is paired no more. */
  kiosk: z.nullable(z.string()),
})
export type DeskCodeShown = z.infer<typeof deskCodeShown>
