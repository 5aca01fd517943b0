import * as z from 'zod/mini'

/**
 * Page's name for a record; only main knows the service's id. `patient`: found by a search; `chart`: two identifiers
 * confirmed, as all reads and changes require.
 */
export const reference = z.string().check(z.regex(/^[a-z]+-\d{1,9}$/i))
export type Reference = z.infer<typeof reference>

/** Names a chart that is open. */
export const chartInput = z.strictObject({ chart: reference })
