import * as z from 'zod/mini'

/** Outcome of an export. It gives the file's name, not the folder. */
export const exported = z.discriminatedUnion('outcome', [
  z.strictObject({ outcome: z.literal('exported'), file: z.string(), entries: z.int() }),
  z.strictObject({ outcome: z.enum(['nothing', 'noFolder', 'notWritten']) }),
])
export type Exported = z.infer<typeof exported>
