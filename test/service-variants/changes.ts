import { op, operationOf } from './operations.ts'
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
export const answers = (operation: string, write: Body<Fields>): (() => Change) =>
  repliesTo(operation, (answer, call) => ({
    ...answer,
    body: Buffer.from(JSON.stringify(write(jsonOf(answer) as Fields, call))),
  }))

/** Another answer in the place of each success of an operation. */
export const repliesTo =
  (operation: string, write: (answer: WireAnswer, call: Call) => WireAnswer): (() => Change) =>
  () => ({
    answer: (answer, call) =>
      call.operation === operation && isSuccess(answer) ? write(answer, call) : answer,
  })

/** Another answer in the place of every success but those of the token requests. */
export const repliesToAll =
  (write: (answer: WireAnswer, call: Call) => WireAnswer): (() => Change) =>
  () => ({
    answer: (answer, call) =>
      isSuccess(answer) && !call.operation.startsWith('auth.') ? write(answer, call) : answer,
  })

/** Another body in every success but those of the token requests. */
export const answersAll = (write: Body<unknown>): (() => Change) =>
  repliesToAll((answer, call) => {
    const body = jsonOf(answer)
    if (body === undefined) return answer
    return { ...answer, body: Buffer.from(JSON.stringify(write(body, call))) }
  })

/** Another answer in the place of the refusals of an operation with this status. */
export const refusalsOf =
  (
    operation: string,
    status: number,
    write: (answer: WireAnswer, call: Call) => WireAnswer,
  ): (() => Change) =>
  () => ({
    answer: (answer, call) =>
      call.operation === operation && answer.status === status ? write(answer, call) : answer,
  })

/** An answer of the service's own, whatever the sandbox says, to the first `times` calls of an operation. */
export const insteadOf =
  (operation: string, write: (call: Call) => WireAnswer, times = Infinity): (() => Change) =>
  () => ({
    answer: (answer, call) =>
      call.operation === operation && call.nth <= times ? write(call) : answer,
  })

/** Requests of an operation as this service wants them: `read` gives the sandbox's own form back, or refuses. */
export const wants =
  (operation: string, read: (request: WireRequest) => WireRequest | WireAnswer): (() => Change) =>
  () => ({
    request: (request) => (operationOf(request) === operation ? read(request) : request),
  })

/** Every request as this service wants it. */
export const wantsAll =
  (read: (request: WireRequest) => WireRequest | WireAnswer): (() => Change) =>
  () => ({ request: read })

/** Several changes of one choice. */
export const together =
  (...changes: readonly (() => Change)[]): (() => Change) =>
  () => {
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

/** Fields without those of these names. */
export const without = (fields: Fields, ...names: readonly string[]): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)))

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
export const refusal = (status: number, error = 'invalid_request'): WireAnswer =>
  json({ error, message: 'The request cannot be carried out.' }, status)

/** Every value in a body, by `write`. */
export function mapped(write: (value: unknown, name: string) => unknown): () => Change {
  const walk = (value: unknown, name: string): unknown => {
    if (Array.isArray(value)) return value.map((one) => walk(one, name))
    if (typeof value !== 'object' || value === null) return write(value, name)
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, walk(one, key)]))
  }
  return answersAll((body) => walk(body, ''))
}

export const always = (operation: string, answer: WireAnswer) => insteadOf(operation, () => answer)
export const ofProof = (write: (proof: Fields) => unknown) => answers(op.createProof, write)
export const ofStatus = (write: (proof: Fields) => unknown) => answers(op.proofStatus, write)
export const ofMatch = (write: (patientId: unknown) => unknown) =>
  answers(op.match, ({ patientId }) => write(patientId))
export const ofPatient = (write: (patient: Fields) => unknown) => answers(op.patient, write)
export const ofList = (write: (page: Fields) => unknown) => answers(op.packets, write)
/** Each packet of the list. */
export const ofListed = (write: (packet: Fields) => Fields) =>
  ofList((page) => ({ ...page, items: (page['items'] as Fields[]).map(write) }))
/** Each packet, in the list and alone. */
export const ofPackets = (write: (packet: Fields) => Fields) =>
  together(ofListed(write), answers(op.packet, write))
/** A packet that says nothing but whose it is and what `write` gives. */
export const ofPacket = (write: (packet: Fields) => Fields) =>
  answers(op.packet, (one) => ({ id: one['id'], patientId: one['patientId'], ...write(one) }))
export const ofAddress = (write: (url: string) => WireAnswer) =>
  repliesTo(op.address, (answer) => write(String((jsonOf(answer) as Fields)['url'])))

/** Answers to a code by what came of it. */
export const ofCode =
  (right: (proof: Fields) => WireAnswer, wrong: (proof: Fields) => WireAnswer) => (): Change => ({
    answer: (answer, { operation }) => {
      if (operation !== op.verifyCode || !isSuccess(answer)) return answer
      const checked = jsonOf(answer) as Fields
      return checked['result'] === 'VERIFIED' ? right(checked) : wrong(checked)
    },
  })
