import * as z from 'zod/mini'

/**
 * Page's name for a record that main has shown it; only main knows the service's id. A `patient` was found by a search;
 * a `chart` is one whose two identifiers were confirmed, which all reads and changes need.
 */
export const reference = z.string().check(z.regex(/^[a-z]+-\d{1,9}$/i))
export type Reference = z.infer<typeof reference>
