import * as z from 'zod/mini'
import { reference } from './references.ts'

/** Date in a record: ms since 1970, or a day (YYYY-MM-DD) if the service gives no time; null if it gives nothing. */
export const recordDate = z.nullable(
  z.union([z.number(), z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/))]),
)
export type RecordDate = z.infer<typeof recordDate>

/** The service's own words; null if it gives none. */
export const said = z.nullable(z.string())

/** Asks for the records of a chart: the first page of them, or the one `after` a page that was shown. */
export const ofChart = z.strictObject({ chart: reference, after: z.optional(reference) })

/** A page of a list of records; `after` asks for the next one, and is null on the last. */
export const recordPage = <T extends z.ZodMiniType>(row: T) =>
  z.strictObject({ rows: z.array(row), after: z.nullable(reference) })
