import { z } from 'zod'
import type { AssumptionId } from '../../src/contract/assumptions.ts'
import type { Operation } from '../../src/contract/operation.ts'
import { markOf, variantsOf } from '../../src/contract/source.ts'
import { strictOf } from '../../src/contract/strict.ts'

export type Schema = z.core.JSONSchema.BaseSchema

export const parts = ['params', 'query', 'headers', 'body'] as const
export type Part = (typeof parts)[number]

export type Values = Record<string, unknown>

export interface RequestField {
  readonly part: Part
  /** Names from the part down to the field; none for a body that is one map of names to values. */
  readonly path: readonly string[]
  readonly variants: readonly Schema[]
  /** `sometimes`: some of the alternatives of the body need it, and not all. */
  readonly required: 'always' | 'sometimes' | 'never'
  readonly description: string | undefined
  readonly assumption: AssumptionId | undefined
}

/** Returns every field of an operation's request, in the order of the contract. */
export function requestFields(operation: Operation): RequestField[] {
  return parts.flatMap((part) => {
    const root = operation[part]
    if (!root) return []
    const fields = (
      at: Schema,
      path: readonly string[],
      required: RequestField['required'],
      inherited: AssumptionId | undefined,
    ): RequestField[] => {
      const variants = alternatives(at)
      const assumption =
        [at, ...variants].map(markOf).find((each) => each !== undefined) ?? inherited
      const objects = variants.filter(({ properties }) => properties !== undefined)
      const description = [at, ...variants].find((each) => each.description)?.description
      if (objects.length === 0) return [{ part, path, variants, required, description, assumption }]
      return membersOf(objects).flatMap(({ name, schemas, needed }) =>
        fields(
          union(schemas),
          [...path, name],
          required === 'always' ? needed : needed === 'never' ? 'never' : 'sometimes',
          assumption,
        ),
      )
    }
    return fields(inlined(z.toJSONSchema(strictOf(root), { io: 'input' })), [], 'always', undefined)
  })
}

const alternatives = (schema: Schema) => variantsOf((same) => same, schema)

function inlined({ $defs = {}, ...schema }: Schema): Schema {
  const replace = (_name: string, value: unknown): unknown => {
    const { $ref, ...beside } = (value ?? {}) as Schema
    return $ref === undefined ? value : { ...$defs[$ref.replace('#/$defs/', '')], ...beside }
  }
  return JSON.parse(JSON.stringify(schema, replace)) as Schema
}

function union(schemas: readonly Schema[]): Schema {
  const [only] = schemas
  return schemas.length === 1 && only ? only : { anyOf: [...schemas] }
}

function membersOf(objects: readonly Schema[]) {
  const names = new Set(objects.flatMap(({ properties }) => Object.keys(properties ?? {})))
  return [...names].map((name) => {
    const found = objects.flatMap(({ properties }) => properties?.[name] ?? [])
    const unlike = new Map(found.map((each) => [JSON.stringify(each), each as Schema]))
    const needing = objects.filter(({ required }) => required?.includes(name)).length
    return {
      name,
      schemas: [...unlike.values()],
      needed: needing === 0 ? 'never' : needing === objects.length ? 'always' : 'sometimes',
    } as const
  })
}

/** Checks for a map of names to values, such as the prefill of a packet. */
export function isMap({ variants }: Pick<RequestField, 'variants'>): boolean {
  return variants.some(
    ({ type, properties, additionalProperties }) =>
      type === 'object' && !properties && typeof additionalProperties === 'object',
  )
}

/** Returns the schemas of a map's values or of a list's items. */
export function innerVariants({ variants }: Pick<RequestField, 'variants'>): Schema[] {
  return variants.flatMap(({ items, additionalProperties }) =>
    [items, additionalProperties].flatMap((inner) =>
      typeof inner === 'object' && !Array.isArray(inner) ? alternatives(inner) : [],
    ),
  )
}
