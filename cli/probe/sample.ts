import { isFields } from '../../src/contract/readers/fields.ts'
import type { Operation } from '../../src/contract/operation.ts'
import type { Reader } from '../../src/contract/readers/reading.ts'
import type { Id } from '../../src/contract/values.ts'
import { createIntakeClient } from '../../src/main/intake/client/client.ts'
import type { IntakeClientOptions } from '../../src/main/intake/client/call-types.ts'
import type { ServiceError } from '../../src/main/intake/http/errors.ts'
import { err, ok } from '../../src/shared/result.ts'
import { rowsOf } from '../output/render.ts'
import { defaultsOf, scopedBy } from '../operation/find.ts'
import type { Target } from '../service/target.ts'
import type { ErrorRecordingDispatcher } from '../service/error-recorder.ts'
import { isEnvelopeMissing } from './visit/watched-client.ts'
import { listFor, neededBy } from './plan.ts'

/** Answers with something in them that are enough for an operation, and calls that are made for them at most. */
const enough = 3
const mostCalls = 20

const asItCame: Reader<unknown> = ({ body }) => ok(body)

type Values = Readonly<Record<string, Id>>
interface Sample {
  readonly values: Values
  readonly answer: unknown
}

export interface Reading {
  readonly operation: Operation
  readonly samples: readonly Sample[]
  readonly errors: readonly ServiceError[]
  readonly skipped?: 'no-such-id' | 'no-list' | 'no-place'
  /** True if an answer came without the envelope that the developer document states. */
  readonly bare?: boolean
}

export interface Sampling {
  readonly options: IntakeClientOptions
  readonly recorder: ErrorRecordingDispatcher
  readonly scope: Target['scope']
  /** Ids that were given, by the names of parameters; they are read before those that are found. */
  readonly ids?: Values
}

/** Makes a sampler: it reads any operation once or a few times, with ids out of the service's own lists. */
export function createSampler({ options, recorder, scope, ids = {} }: Sampling) {
  const client = createIntakeClient(options)
  const readings = new Map<Operation, Promise<Reading>>()
  const refused = new Map<string, ServiceError>()
  /** Ids that records carry of others, by the name of the field. */
  const carried = new Map<string, Set<Id>>()

  const call = async (operation: Operation, values: Values) => {
    const before = refused.get(operation.interface)
    if (before) return err({ ...before, operation: operation.id, attempts: 0 })
    const of = (part: 'params' | 'query') =>
      Object.fromEntries(
        Object.entries(values).filter(([name]) => name in (operation[part]?.shape ?? {})),
      )
    const input = {
      ...(operation.params && { params: of('params') }),
      ...(operation.query && { query: of('query') }),
    }
    const result = await client.read(operation, asItCame, input)
    if (!result.ok && isFinal(result.error)) refused.set(operation.interface, result.error)
    return result
  }

  const valuesFor = async (
    operation: Operation,
  ): Promise<Values[] | NonNullable<Reading['skipped']>> => {
    const needed = neededBy(operation)
    const own = defaultsOf(operation, scope)
    if (Object.keys(own).length < scopedBy(operation).length) return 'no-place'
    const last = needed.at(-1)
    if (last === undefined) return [own]
    const named = needed.map((name) => [name, ids[name] ?? ids[camel(name)]] as const)
    if (named.every(([, id]) => id !== undefined))
      return [{ ...own, ...(Object.fromEntries(named) as Values) }]
    const list = listFor(operation, last)
    if (!list) {
      const found = [...(carried.get(`${operation.interface} ${camel(last)}`) ?? [])]
      return found.length === 0 ? 'no-list' : found.map((id) => ({ ...own, [last]: id }))
    }
    const found = (await read(list)).samples
      .flatMap(({ values, answer }) =>
        idsOf(answer).map((id): Values => ({ ...values, ...own, [last]: id })),
      )
      .filter((values) => needed.every((name) => name in values))
    return found.length === 0 ? 'no-such-id' : found
  }

  const readAnew = async (operation: Operation): Promise<Reading> => {
    const candidates = await valuesFor(operation)
    if (typeof candidates === 'string')
      return { operation, samples: [], errors: [], skipped: candidates }
    const samples: Sample[] = []
    const errors = new Map<string, ServiceError>()
    let bare = false
    for (const values of candidates.slice(0, mostCalls)) {
      if (samples.filter(({ answer }) => !isEmpty(answer)).length >= enough) break
      const result = await call(operation, values)
      if (result.ok) {
        samples.push({ values, answer: result.value })
        bare ||= isEnvelopeMissing(operation, recorder.body())
        carry(operation, result.value)
        continue
      }
      errors.set(result.error.kind, result.error)
      if (isFinal(result.error)) break
    }
    return { operation, samples, errors: [...errors.values()], ...(bare && { bare }) }
  }

  const read = (operation: Operation): Promise<Reading> => {
    const reading = readings.get(operation) ?? readAnew(operation)
    readings.set(operation, reading)
    return reading
  }

  const carry = ({ interface: name }: Operation, answer: unknown) => {
    for (const record of rowsOf(answer) ?? [answer])
      for (const [field, value] of Object.entries(isFields(record) ? record : {}))
        if (/Id$/.test(field) && isId(value)) {
          const key = `${name} ${field}`
          carried.set(key, (carried.get(key) ?? new Set()).add(value))
        }
  }

  return { read, close: () => client.close() }
}

/** True for an error that the next call to the same interface would meet again. */
function isFinal({ kind, stage }: ServiceError): boolean {
  return kind === 'unreachable' || (kind === 'unauthorized' && stage === 'token')
}

function idsOf(answer: unknown): Id[] {
  return (rowsOf(answer) ?? [])
    .flatMap((row) => (isFields(row) && isId(row['id']) ? [row['id']] : []))
    .slice(0, mostCalls)
}

/** Checks for an id that can stand in a path. */
function isId(value: unknown): value is Id {
  return Number.isSafeInteger(value) || (typeof value === 'string' && !/^\.{0,2}$/.test(value))
}

const isEmpty = (answer: unknown) => rowsOf(answer)?.length === 0

function camel(name: string): string {
  return name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
}
