import { z } from 'zod'
import type { AssumptionId } from './assumptions.ts'
import type { Operation } from './operation.ts'
import { strictOf } from './strict.ts'

type Schema = z.core.JSONSchema.BaseSchema
type Resolve = (schema: Schema) => Schema

export interface AnswerField {
  /** `$` is the whole answer, `.name` a field of an object, `[]` any item of a list: `$.items[].status`. */
  readonly path: string
  /** The JSON types that it is stated or assumed to have; `any` where everything is. A reader may take more. */
  readonly types: readonly string[]
  readonly required: boolean
  readonly source: 'stated' | 'assumed'
  readonly assumption?: AssumptionId
}

/** Lists every field that an operation's answer is known to have, in the order in which it is written. */
export function answerFields({ answer }: Operation): AnswerField[] {
  const schema = z.toJSONSchema(strictOf(answer), { io: 'output' })
  return [...walk(resolver(schema.$defs), schema, '$', true)]
}

/** Lists the assumptions on which an operation rests, as a whole or in a single field. */
export function assumptionsOf(operation: Operation): AssumptionId[] {
  const { params, query, headers, body, answer } = operation
  const found = new Set<AssumptionId>()
  if (operation.interface === 'developer') found.add('developer-unauthorized')
  for (const each of operation.assumes ?? []) found.add(each)
  if (operation.interface === 'partner') found.add('server-address').add('error-body')
  for (const part of [params, query, headers, body, answer]) {
    if (!part) continue
    z.toJSONSchema(part, {
      io: part === answer ? 'output' : 'input',
      override: ({ jsonSchema }) => {
        const mark = markOf(jsonSchema)
        if (mark) found.add(mark)
      },
    })
  }
  return [...found]
}

/** Returns the assumption with which a JSON schema itself is marked. */
export function markOf(schema: Schema): AssumptionId | undefined {
  return schema['assumption'] as AssumptionId | undefined
}

function* walk(
  resolve: Resolve,
  schema: Schema,
  path: string,
  required: boolean,
  inherited?: AssumptionId,
): Generator<AnswerField> {
  const variants = variantsOf(resolve, schema)
  const solid = variants.filter(({ type }) => type !== 'null')
  const mark =
    markOf(schema) ?? (solid.length === 1 ? solid.map(markOf)[0] : undefined) ?? inherited
  yield {
    path,
    types: [...new Set(variants.flatMap(({ type }) => type ?? 'any'))],
    required,
    source: mark ? 'assumed' : 'stated',
    ...(mark && { assumption: mark }),
  }
  for (const { properties, required: needed, items } of solid) {
    for (const [name, field] of Object.entries(properties ?? {}))
      if (typeof field === 'object')
        yield* walk(resolve, field, `${path}.${name}`, needed?.includes(name) ?? false, mark)
    if (typeof items === 'object' && !Array.isArray(items))
      yield* walk(resolve, items, `${path}[]`, true, mark)
  }
}

/** Puts a named schema in the place of a reference to it; what stands beside the reference goes before. */
function resolver(named: Schema['$defs'] = {}): Resolve {
  return (schema) => {
    const name = /^#\/\$defs\/(.+)$/.exec(schema.$ref ?? '')?.[1]
    return name === undefined ? schema : { ...named[name], ...schema }
  }
}

/** Lists the alternatives of a schema, however deep they are nested. */
export function variantsOf(resolve: Resolve, schema: Schema): Schema[] {
  const solid = resolve(schema)
  const nested = solid.anyOf ?? solid.oneOf
  return nested
    ? nested.flatMap((each) => (typeof each === 'object' ? variantsOf(resolve, each) : []))
    : [solid]
}
