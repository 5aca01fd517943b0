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
    return strict === parent ? schema : withMeta(strict, ownMeta(schema, parent))
  }
  const strict = within(schema)
  return strict === schema ? schema : withMeta(strict, schema.meta())
}

type Meta = Readonly<Record<string, unknown>>

function withMeta(schema: z.ZodType, meta: Meta = {}): z.ZodType {
  return Object.keys(meta).length > 0 ? schema.meta(meta) : schema
}

function ownMeta(schema: z.ZodType, parent: z.ZodType): Meta {
  const before: Meta = parent.meta() ?? {}
  const entries = Object.entries(schema.meta() ?? {})
  return Object.fromEntries(entries.filter(([name, value]) => before[name] !== value))
}

function within(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodObject) {
    const shape = schema.shape as Record<string, z.ZodType>
    const strict = mapValues(shape, strictOf)
    return strict ? z.core.clone(schema, { ...schema.def, shape: strict }) : schema
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
  const strict = mapValues(parts, strictOf)
  return strict ? z.core.clone(schema, { ...schema.def, ...strict }) : schema
}

/** The record with each of its values changed; undefined where none of them changes. */
function mapValues<T>(
  record: Readonly<Record<string, T>>,
  change: (value: T) => T,
): Record<string, T> | undefined {
  const changed = Object.entries(record).map(([name, value]) => [name, change(value)] as const)
  return changed.every(([name, value]) => value === record[name])
    ? undefined
    : Object.fromEntries(changed)
}
