import * as z from 'zod/mini'

/** Page's name for a record, whose id only main knows; a `chart` is a patient whose two identifiers were confirmed. */
export const reference = z.string().check(z.regex(/^[a-z]+-\d{1,9}$/i))
export type Reference = z.infer<typeof reference>

export const chartInput = z.strictObject({ chart: reference })
