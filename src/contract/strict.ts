import { z } from 'zod'
import { statementOf } from './mark.ts'

const known = new WeakMap<z.ZodType, z.ZodType>()

/** Makes the strict form of a schema, as documented or assumed; all that fits it fits the schema too. */
export function strictOf<T extends z.ZodType>(schema: T): T {
  // The sandbox, OpenAPI documents and probe use it.
  const found = known.get(schema) ?? derive(schema)
  known.set(schema, found)
  return found as T
}

function derive(schema: z.ZodType): z.ZodType {
  const stated = statementOf(schema)
  if (stated) return strictOf(stated)
  const { parent } = schema._zod
  // `meta` and `describe` give another schema of the same definition, which says more about it.
  if (parent instanceof z.ZodType && parent.def === schema.def) {
    const strict = strictOf(parent)
    return strict === parent ? schema : withMeta(strict, schema, parent)
  }
  const strict = within(schema)
  return strict === schema ? schema : withMeta(strict, schema)
}

/** Adds what the metadata of `schema` says more than that of `parent`. */
function withMeta(strict: z.ZodType, schema: z.ZodType, parent?: z.ZodType): z.ZodType {
  const before: Readonly<Record<string, unknown>> = parent?.meta() ?? {}
  const own = Object.entries(schema.meta() ?? {}).filter(([name, value]) => before[name] !== value)
  return own.length > 0 ? strict.meta(Object.fromEntries(own)) : strict
}

function within(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodObject) {
    const shape = strictValues(schema.shape)
    return shape ? z.core.clone(schema, { ...schema.def, shape }) : schema
  }
  if (schema instanceof z.ZodArray) return around(schema, { element: schema.element as z.ZodType })
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return around(schema, { innerType: schema.unwrap() as z.ZodType })
  if (schema instanceof z.ZodRecord)
    return around(schema, { valueType: schema.valueType as z.ZodType })
  if (schema instanceof z.ZodUnion) {
    const options = schema.options as readonly z.ZodType[]
    const strict = options.map(strictOf)
    return strict.every((option, index) => option === options[index])
      ? schema
      : z.core.clone(schema, { ...schema.def, options: strict })
  }
  return schema
}

function around<T extends z.ZodType>(schema: T, parts: Record<string, z.ZodType>): T {
  const strict = strictValues(parts)
  return strict ? z.core.clone(schema, { ...schema.def, ...strict }) : schema
}

/** Undefined where none of them changes. */
function strictValues(schemas: Readonly<Record<string, z.ZodType>>) {
  const strict = Object.entries(schemas).map(([name, value]) => [name, strictOf(value)] as const)
  return strict.every(([name, value]) => value === schemas[name])
    ? undefined
    : Object.fromEntries(strict)
}
