import { z } from 'zod'
import type { AssumptionId } from './assumptions.ts'

/** Marks a schema, and unmarked ones within it, as resting on an assumption; an unmarked one is documented. */
export function assumed<T extends z.ZodType>(schema: T, assumption: AssumptionId): T {
  return schema.meta({ assumption })
}

/** Describes a record that the documents state; `id` names it in the OpenAPI document. */
export const record = <F extends z.core.$ZodLooseShape>(id: string, fields: F) =>
  z.looseObject(fields).meta({ id })

/** Describes a record whose fields rest on an assumption; `id` names it in the OpenAPI document. */
export function model<F extends z.core.$ZodLooseShape>(
  id: string,
  assumption: AssumptionId,
  fields: F,
) {
  return assumed(z.looseObject(fields), assumption).meta({ id })
}

const statements = new WeakMap<z.ZodType, z.ZodType>()

/** Marks a schema that accepts more than the documents state; published documents use `stated`. */
export function readAs<T extends z.ZodType>(reading: T, stated: z.ZodType): T {
  const marked = reading.clone()
  statements.set(marked, stated)
  return marked
}

/** Returns the documents' own schema in place of one made by `readAs`; undefined for any other. */
export function statementOf(schema: z.ZodType): z.ZodType | undefined {
  return statements.get(schema)
}

/** A field that the documents state as `schema`: a reader also manages with null, and without it. */
export function lenient<T extends z.ZodType>(schema: T) {
  return readAs(schema.nullish(), schema)
}

/** The same for a field that the documents call optional, or show in some answers of a kind alone. */
export function optional<T extends z.ZodType>(schema: T) {
  return readAs(schema.nullish(), schema.optional())
}
