import * as z from 'zod/mini'

/** Builds a text of at most so many characters. */
export const text = (most: number) => z.string().check(z.maxLength(most))
export const isoDateTime = z.iso.datetime({ offset: true })
export const recordId = z.union([z.int(), text(80)])
/** Builds a message's schema: its kind and fields. Those that only a newer station knows are ignored. */
export const bodyOf = <K extends string, S extends z.core.$ZodShape>(kind: K, shape: S) =>
  z.object({ kind: z.literal(kind), ...shape })
