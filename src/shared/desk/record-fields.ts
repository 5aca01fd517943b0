import * as z from 'zod/mini'

/*
 * Kinds of fields that a page shows of a record as the service has it, under the contract's own name. Main reads each
 * by its kind; null, or an empty list, is what the service does not say.
 */

/** The service's own words. */
export const said = z.nullable(z.string())
/** Words, or a number as it was written. */
export const written = z.nullable(z.string())
/** A decimal number. */
export const amount = z.nullable(z.number())
/** A whole number from 0 on. */
export const count = z.nullable(z.number())
/** A date in ms since 1970, or as a day (YYYY-MM-DD) if the service gives no time. */
export const recordDate = z.nullable(
  z.union([z.number(), z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/))]),
)
export type RecordDate = z.infer<typeof recordDate>
/** ms since 1970. */
export const moment = z.nullable(z.number())
export const flag = z.nullable(z.boolean())
/** All texts of a list. */
export const texts = z.array(z.string())
/** Words without which there is no such record. */
export const needed = z.string()
