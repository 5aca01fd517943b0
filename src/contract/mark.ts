import type { z } from 'zod'
import type { AssumptionId } from './assumptions.ts'

/**
 * Marks a schema as resting on an assumption. The mark holds for all within it that carries no mark of
 * its own; a schema without any mark is stated by the interface documents.
 */
export function assumed<T extends z.ZodType>(schema: T, assumption: AssumptionId): T {
  return schema.meta({ assumption })
}

/** Marks a field that the documents state inside a shape that is assumed. */
export function stated<T extends z.ZodType>(schema: T): T {
  return schema.meta({ stated: true })
}
