import type { z } from 'zod'

/** Reads a JSON text that was kept; undefined for one that another Foyer wrote in another way. */
export function readKept<T>(schema: z.ZodType<T>, text: string): T | undefined {
  try {
    return schema.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
