import { z } from 'zod'
import { err, ok, type Result } from '../../shared/result.ts'
import type { Answer, Operation } from '../operation.ts'

export interface ServiceAnswer {
  readonly status: number
  /** The parsed JSON; a text that is not JSON; undefined where there was no body. */
  readonly body: unknown
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** Address of the request: an address in the answer may be relative to it. */
  readonly url: string
}

/** Mismatch of an answer: the expectation, and the names and types (never values) received. */
export interface Mismatch {
  readonly expected: string
  readonly found: string
}

export type Reader<T> = (answer: ServiceAnswer) => Result<T, Mismatch>

export type ReadBy<R> = R extends Reader<infer T> ? T : never

/** Makes a reader; `find` returns undefined for an unexpected answer. */
export function readerOf<T>(
  expected: string,
  find: (answer: ServiceAnswer) => T | undefined,
  describe: (answer: ServiceAnswer) => string = ({ body }) => describeShape(body),
): Reader<T> {
  return (answer) => {
    const found = find(answer)
    return found === undefined ? err({ expected, found: describe(answer) }) : ok(found)
  }
}

/** Takes any answer: that it came is all that matters. */
export const anyAnswer = readerOf('an answer', () => null)

/** Makes the reader of a whole answer, as the contract has it; a mismatch names the field, never its value. */
export function wholeAnswer<O extends Operation>({ answer }: O): Reader<Answer<O>> {
  let schema: z.ZodType | undefined
  return ({ body }) => {
    schema ??= z.compile(answer)
    const { data, error } = schema.safeParse(body)
    if (!error) return ok(data as Answer<O>)
    const path = error.issues[0]?.path ?? []
    const names = path.map((name) => (typeof name === 'string' && nameLike.test(name) ? name : '*'))
    return err({
      expected: 'the shape of the contract',
      found: `another at ${names.join('.') || 'its root'}`,
    })
  }
}

const nameLike = /^[A-Za-z_@$][\w.-]{0,39}$/
const mostNames = 12
const deepest = 2

/** Describes a value by names and types, never by a value; a name unlike a program's may be data and becomes `*`. */
export function describeShape(value: unknown, depth = 0): string {
  if (value === undefined) return 'nothing'
  if (value === null) return 'null'
  if (Array.isArray(value))
    return value.length === 0 ? 'empty list' : `list of ${describeShape(value[0], depth + 1)}`
  if (typeof value !== 'object') return typeof value === 'string' ? 'text' : typeof value
  const fields = Object.entries(value)
  if (depth >= deepest || fields.length === 0) return 'object'
  const told = fields
    .slice(0, mostNames)
    .map(
      ([name, field]) => `${nameLike.test(name) ? name : '*'}: ${describeShape(field, depth + 1)}`,
    )
  return `{ ${[...told, ...(fields.length > mostNames ? ['…'] : [])].join(', ')} }`
}
