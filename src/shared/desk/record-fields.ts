import * as z from 'zod/mini'

// Kinds of fields that a page shows as the service has them; null, or an empty list, is what it does not say.

export const said = z.nullable(z.string())
/** Words, or a number as it was written. */
export const written = z.nullable(z.string())
export const amount = z.nullable(z.number())
/** A whole number from 0 on. */
export const count = z.nullable(z.number())
/** A date in ms since 1970, or as a day (YYYY-MM-DD) if the service gives no time. */
export const recordDate = z.nullable(
  z.union([z.number(), z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/))]),
)
export type RecordDate = z.infer<typeof recordDate>
/** YYYY-MM-DD. */
export const day = z.iso.date()
/** ms since 1970. */
export const instant = z.number()
export const moment = z.nullable(instant)
export const flag = z.nullable(z.boolean())
export const texts = z.array(z.string())
/** Words without which there is no such record. */
export const needed = z.string()
