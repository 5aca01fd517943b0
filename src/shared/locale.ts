import * as z from 'zod/mini'

/** Languages that the message catalogue speaks. */
export const locale = z.enum(['en', 'es'])
export type Locale = z.infer<typeof locale>
