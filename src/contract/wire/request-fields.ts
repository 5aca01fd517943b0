import { z } from 'zod'
import { contract } from '../index.ts'
import { listOperations, type Operation } from '../operation.ts'

export const operationsById: ReadonlyMap<string, Operation> = new Map(
  listOperations(contract).map((operation) => [operation.id, operation]),
)

function fieldsOf(schema: z.ZodType | undefined): string[] {
  if (schema instanceof z.ZodObject) return Object.keys(schema.shape)
  if (schema instanceof z.ZodUnion)
    return [...new Set(schema.options.flatMap((option) => fieldsOf(option as z.ZodType)))]
  return []
}

/** The names of an operation's parameters in the address. */
export const queryFields = ({ query }: Operation): readonly string[] => fieldsOf(query)

/** The names at the top of an operation's body. */
export const bodyFields = ({ body }: Operation): readonly string[] => fieldsOf(body)

export const requestFieldNames: ReadonlySet<string> = new Set(
  [...operationsById.values()]
    .filter((operation) => operation.interface !== 'auth')
    .flatMap((operation) => [...queryFields(operation), ...bodyFields(operation)]),
)

export const dateFieldNames: readonly string[] = ['from', 'to', 'dueDate', 'dateOfBirth']

export const phoneFieldNames: readonly string[] = ['phone', 'mobilePhone']

/** The words that the contract has for a field, in whichever request it stands. */
export function wordsOf(field: string): readonly string[] {
  const found = [...operationsById.values()].flatMap(({ query, body }) =>
    [query, body].flatMap((part) => wordsIn(part, field)),
  )
  return [...new Set(found)]
}

function wordsIn(schema: z.ZodType | undefined, field: string): readonly string[] {
  if (schema instanceof z.ZodUnion)
    return schema.options.flatMap((option) => wordsIn(option as z.ZodType, field))
  if (!(schema instanceof z.ZodObject)) return []
  return literalsOf(schema.shape[field] as z.ZodType | undefined)
}

function literalsOf(schema: z.ZodType | undefined): readonly string[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return literalsOf(schema.unwrap() as z.ZodType)
  if (schema instanceof z.ZodEnum) return schema.options.map(String)
  if (schema instanceof z.ZodLiteral) return [...schema.values].map(String)
  return []
}

/** True if a pattern of a profile (`*`, `partner.*`, `partner.formPackets.list`) covers an operation. */
export function isMeant(pattern: string, { id }: Pick<Operation, 'id'>): boolean {
  if (!pattern.endsWith('*')) return pattern === id
  return id.startsWith(pattern.slice(0, -1))
}
