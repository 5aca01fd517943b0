import type { z } from 'zod'
import type { AssumptionId } from './assumptions.ts'

/**
 * Marks a schema as resting on an assumption. The mark holds for all within it that carries no mark of
 * its own; a schema without any mark is stated by the interface documents.
 */
export function assumed<T extends z.ZodType>(schema: T, assumption: AssumptionId): T {
  return schema.meta({ assumption })
}

/**
 * Marks a schema that takes a JSON type beyond what the documents state. The client takes it; what is published
 * of the schema (fields of an answer, help, OpenAPI) and what the probe compares with leaves it out: see `asStated`.
 */
export function beyondStated<T extends z.ZodType>(
  schema: T,
  type: 'null' | 'string' | 'number',
): T {
  return schema.meta({ beyond: type })
}

/** A field that the documents state as `schema`: a reader also manages with null, and without it. */
export function lenient<T extends z.ZodType>(schema: T) {
  return beyondStated(schema.nullish(), 'null')
}

/** A JSON schema without the alternative that only a lenient reader takes. */
export function asStated({ beyond, ...schema }: JsonSchema): JsonSchema {
  if (beyond === undefined) return schema
  const { anyOf = [], type, ...rest } = schema
  const [first, ...others] = Array.isArray(type)
    ? type.filter((each) => each !== beyond).map((each): JsonSchema => ({ type: each }))
    : anyOf.filter((each) => each.type !== beyond)
  return first && others.length === 0
    ? { ...asStated(first), ...rest }
    : { ...schema, anyOf: [first, ...others] as JsonSchema[] }
}

type JsonSchema = z.core.JSONSchema.BaseSchema
