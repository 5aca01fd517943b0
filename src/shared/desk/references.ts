import * as z from 'zod/mini'

/**
 * What a page calls a record that main has shown it. Main alone knows which id of the service it stands for. A `patient`
 * is somebody whom a search found; a `chart` is a patient whose two identifiers were confirmed, and all that is read or
 * changed of a patient names that.
 */
export const reference = z.string().check(z.regex(/^[a-z]+-\d{1,9}$/i))
export type Reference = z.infer<typeof reference>
