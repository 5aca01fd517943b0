import * as z from 'zod/mini'

export const locale = z.enum(['en', 'es'])
export type Locale = z.infer<typeof locale>
