import fc from 'fast-check'
import { z } from 'zod'
import type { Operation } from '../../../src/contract/operation.ts'

type Schema = z.core.JSONSchema.BaseSchema

/** In every text and every unknown name of a made-up answer; never to be seen in an error. */
export const canary = 'Canary'

const text = fc.string({ maxLength: 12 }).map((end) => `${canary} ${end}`)

/** A value of another kind than the one that stands there. */
const strangers = fc.oneof(
  text,
  fc.constantFrom<unknown>(null, true, -1, 1e308, '', [], {}, [[]]),
  fc.record({ [canary]: text, __proto__: text }),
  fc.array(text, { minLength: 1, maxLength: 3 }),
)

/** Answer that fits the contract of an operation: the whole body, its envelope included. */
export function fittingBodies(operation: Operation): fc.Arbitrary<unknown> {
  const schema = z.toJSONSchema(operation.answer, { io: 'output' })
  const fitting = arbitraryOf(schema, schema.$defs ?? {})
  return operation.interface === 'developer'
    ? fc.record({ success: fc.constant(true), message: text, data: fitting })
    : fitting
}

/** The same with something else in the place of a few of its values, unknown fields among them. */
export function wrongBodies(operation: Operation): fc.Arbitrary<unknown> {
  const change = fc.record({ at: fc.nat(), put: strangers })
  return fc
    .tuple(fittingBodies(operation), fc.array(change, { minLength: 1, maxLength: 3 }))
    .map(([body, changes]) => changes.reduce(replaceOne, body))
}

/** A refusal of either interface that says more than it should. */
export const refusals: fc.Arbitrary<unknown> = fc.record({
  success: fc.constant(false),
  message: text,
  error: text,
  code: text,
  data: text,
})

/** Replaces one value of a tree, by its number. */
function replaceOne(tree: unknown, { at, put }: { at: number; put: unknown }): unknown {
  let left = at % sizeOf(tree)
  const visit = (value: unknown): unknown => {
    if (left-- === 0) return put
    if (Array.isArray(value)) return value.map(visit)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([name, child]) => [name, visit(child)]))
  }
  return visit(tree)
}

function sizeOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1
  return Object.values(value).reduce<number>((sum, child) => sum + sizeOf(child), 1)
}

/** Values that fit a JSON schema, as far as the contract's answers use that language. */
function arbitraryOf(schema: Schema, named: NonNullable<Schema['$defs']>): fc.Arbitrary<unknown> {
  const { $ref, anyOf, enum: words, type, properties = {}, required = [], items } = schema
  const next = (child: unknown) => arbitraryOf(child as Schema, named)
  if ($ref !== undefined) return next(named[$ref.replace('#/$defs/', '')])
  if (anyOf) return fc.oneof(...anyOf.map(next))
  if (words) return fc.constantFrom(...words)
  if (Array.isArray(type))
    return fc.oneof(...type.map((one: unknown) => next({ ...schema, type: one })))
  switch (type) {
    case 'null':
      return fc.constant(null)
    case 'boolean':
      return fc.boolean()
    case 'integer':
      return fc.maxSafeInteger()
    case 'number':
      return fc.double({ noNaN: true, noDefaultInfinity: true })
    case 'string':
      if (schema.format === 'uri') return fc.webUrl()
      // An id may be repeated in the audit, so it is no canary.
      return schema.minLength === undefined ? text : fc.uuid()
    case 'array':
      return fc.array(next(items ?? {}), { maxLength: 3 })
    case 'object':
      return fc.record(
        Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, next(field)])),
        { requiredKeys: required },
      )
    default:
      return fc.jsonValue({ maxDepth: 2 })
  }
}
