import { operationOf } from './operations.ts'
import {
  isSuccess,
  json,
  jsonOf,
  type Call,
  type Change,
  type Fields,
  type WireAnswer,
  type WireRequest,
} from './wire.ts'

type Body<T> = (body: T, call: Call) => unknown

/** Another body in the successful answers of an operation. */
export function answers(operation: string, write: Body<Fields>): () => Change {
  return repliesTo(operation, (answer, call) => ({
    ...answer,
    body: Buffer.from(JSON.stringify(write(jsonOf(answer) as Fields, call))),
  }))
}

/** Another answer in the place of each success of an operation. */
export function repliesTo(
  operation: string,
  write: (answer: WireAnswer, call: Call) => WireAnswer,
): () => Change {
  return () => ({
    answer: (answer, call) =>
      call.operation === operation && isSuccess(answer) ? write(answer, call) : answer,
  })
}

/** Another answer in the place of every success but those of the token requests. */
export function repliesToAll(write: (answer: WireAnswer, call: Call) => WireAnswer): () => Change {
  return () => ({
    answer: (answer, call) =>
      isSuccess(answer) && !call.operation.startsWith('auth.') ? write(answer, call) : answer,
  })
}

/** Another body in every success but those of the token requests. */
export function answersAll(write: Body<unknown>): () => Change {
  return repliesToAll((answer, call) => {
    const body = jsonOf(answer)
    if (body === undefined) return answer
    return { ...answer, body: Buffer.from(JSON.stringify(write(body, call))) }
  })
}

/** Another answer in the place of the refusals of an operation with this status. */
export function refusalsOf(
  operation: string,
  status: number,
  write: (answer: WireAnswer, call: Call) => WireAnswer,
): () => Change {
  return () => ({
    answer: (answer, call) =>
      call.operation === operation && answer.status === status ? write(answer, call) : answer,
  })
}

/** An answer of the service's own, whatever the sandbox says, to the first `times` calls of an operation. */
export function insteadOf(
  operation: string,
  write: (call: Call) => WireAnswer,
  times = Infinity,
): () => Change {
  return () => ({
    answer: (answer, call) =>
      call.operation === operation && call.nth <= times ? write(call) : answer,
  })
}

/** Requests of an operation as this service wants them: `read` gives the sandbox's own form back, or refuses. */
export function wants(
  operation: string,
  read: (request: WireRequest) => WireRequest | WireAnswer,
): () => Change {
  return () => ({
    request: (request) => (operationOf(request) === operation ? read(request) : request),
  })
}

/** Every request as this service wants it. */
export function wantsAll(read: (request: WireRequest) => WireRequest | WireAnswer): () => Change {
  return () => ({ request: read })
}

/** Several changes of one choice. */
export function together(...changes: readonly (() => Change)[]): () => Change {
  return () => {
    const made = changes.map((change) => change())
    return {
      request: (sent) => {
        let request = sent
        for (const { request: read } of made.toReversed()) {
          const known = read?.(request) ?? request
          if ('status' in known) return known
          request = known
        }
        return request
      },
      answer: (given, call) =>
        made.reduce((answer, { answer: write }) => write?.(answer, call) ?? answer, given),
    }
  }
}

/** Fields without those of these names. */
export function without(fields: Fields, ...names: readonly string[]): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)))
}

/** Every name in a value, however deep, by another habit. */
export function renameAll(value: unknown, write: (name: string) => string): unknown {
  if (Array.isArray(value)) return value.map((one) => renameAll(one, write))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [write(name), renameAll(one, write)]),
  )
}

export const snakeCase = (name: string) =>
  name.replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase()

/** A refusal as the sandbox itself writes it. */
export function refusal(status: number, error = 'invalid_request'): WireAnswer {
  return json({ error, message: 'The request cannot be carried out.' }, status)
}
