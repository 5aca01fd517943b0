import { isUtf8 } from 'node:buffer'
import { z } from 'zod'
import type { Operation } from '../../../contract/operation.ts'
import { errorCodes } from '../../../contract/partner-v2/error-body.ts'
import { identityProof } from '../../../contract/partner-v2/identity-proof.ts'
import { answerOfStatus, translateAnswer } from '../../../contract/wire/answer.ts'
import { defaultWireProfile, type WireProfile } from '../../../contract/wire-profile.ts'
import { err, ok, type Result } from '../../../shared/result.ts'
import { machineCode, unreadable, withheld, type Failure } from './errors.ts'
import type { RawAnswer } from './exchange.ts'
import { retryAfter } from './retry.ts'

/** Reads a whole answer; `wallTime` (ms since 1970) is needed where it holds a date to wait for. */
export type ReadAnswer<T> = (answer: RawAnswer, wallTime: number) => Result<T, Failure>

/** Operations whose 422 says that several records match, unless its code says otherwise. */
const conflictsWith422: readonly string[] = [identityProof.getPatient.id]

/** Prepares how the answers of an operation are read and checked; the schema is compiled at the first answer. */
export function compileAnswer(
  operation: Operation,
  profile: WireProfile = defaultWireProfile,
): ReadAnswer<unknown> {
  const { fromWire } = translateAnswer(profile, operation)
  let schema: z.ZodType | undefined
  return (answer, wallTime) => {
    const stated = answerOfStatus(profile, operation, answer.status)
    if (stated !== undefined) return ok(stated)
    if (answer.status >= 300) return err(failureOf(answer, operation, wallTime))
    const body = readJson(answer)
    if (!body.ok) return body
    const data = operation.interface === 'developer' ? openEnvelope(body.value) : body
    if (!data.ok) return data
    schema ??= z.compile(operation.answer)
    return check(schema, fromWire(data.value))
  }
}

/** Checks a value against a schema; the failure names the field and never its value. */
export function check<T>(schema: z.ZodType<T>, value: unknown): Result<T, Failure> {
  try {
    const parsed = schema.safeParse(value)
    if (parsed.success) return ok(parsed.data)
    return err(unreadable(`another shape at ${fieldOf(parsed.error.issues[0]?.path ?? [])}`))
  } catch (error) {
    if (error instanceof RangeError) return err(unreadable('nested too deep'))
    throw error
  }
}

/** A path into an answer as it may be logged: list positions and odd names are left out, for they may be data. */
function fieldOf(path: readonly PropertyKey[]): string {
  const names = path.map((part) =>
    typeof part === 'string' && /^[A-Za-z_]\w{0,39}$/.test(part) ? part : '*',
  )
  return names.length === 0 ? 'its root' : names.join('.')
}

/** The JSON of an answer; undefined where there is no body. */
function readJson({ headers, body }: RawAnswer): Result<unknown, Failure> {
  if (headers['content-encoding'] !== undefined && headers['content-encoding'] !== 'identity')
    return err(unreadable('encoded, though that was not asked for'))
  if (body.length === 0) return ok(undefined)
  const type = headers['content-type']
  if (type !== undefined && !/^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(String(type)))
    return err(unreadable('not sent as JSON'))
  if (!isUtf8(body)) return err(unreadable('not UTF-8'))
  try {
    return ok(JSON.parse(body.toString('utf8')) as unknown)
  } catch {
    return err(unreadable('not JSON'))
  }
}

function openEnvelope(body: unknown): Result<unknown, Failure> {
  if (!isRecord(body) || typeof body['success'] !== 'boolean') return err(unreadable('no envelope'))
  if (body['success']) return ok(body['data'])
  return err({
    kind: 'refusedByEnvelope',
    message: machineCode(body['message']) ?? withheld,
  })
}

function failureOf(answer: RawAnswer, operation: Operation, wallTime: number): Failure {
  const { status, headers } = answer
  if (status < 400) return unreadable('redirected')
  if (status >= 500) return { kind: 'serverFault', status }
  switch (status) {
    case 401:
      return { kind: 'unauthorized' }
    case 403:
      return { kind: 'forbidden' }
    case 404:
      return { kind: 'notFound' }
    case 429: {
      const retryAfterMs = retryAfter(headers['retry-after'], wallTime)
      return { kind: 'rateLimited', ...(retryAfterMs !== undefined && { retryAfterMs }) }
    }
  }
  const code = codeOf(answer)
  if (
    status === 422 &&
    conflictsWith422.includes(operation.id) &&
    code !== errorCodes.proofIncomplete
  )
    return { kind: 'conflictingMatches' }
  return { kind: 'rejected', status, ...(code !== undefined && { code }) }
}

function codeOf(answer: RawAnswer): string | undefined {
  const body = readJson(answer)
  if (!body.ok || !isRecord(body.value)) return undefined
  return machineCode(body.value['error']) ?? machineCode(body.value['code'])
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
