import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'
import { z } from 'zod'
import type { Operation } from '../../../contract/operation.ts'
import { errorCodes } from '../../../contract/partner-v2/error-body.ts'
import { identityProof } from '../../../contract/partner-v2/identity-proof.ts'
import { readFlag, readWord } from '../../../contract/readers/fields.ts'
import type { Reader, ServiceAnswer } from '../../../contract/readers/reading.ts'
import { defaultWireProfile, type WireProfile } from '../../../contract/wire-profile.ts'
import { answerOfStatus, translateAnswer } from '../../../contract/wire/answer.ts'
import { err, mapOk, ok, type Result } from '../../../shared/result.ts'
import {
  machineCode,
  notReady,
  pageInstead,
  redirected,
  unreadable,
  withheld,
  type Failure,
} from './errors.ts'
import type { RawAnswer } from './exchange.ts'
import { retryAfter } from './retry.ts'

/** Reads a whole answer; `wallTime` (ms since 1970) is needed where it holds a date to wait for. */
export type ReadAnswer<T> = (answer: RawAnswer, wallTime: number) => Result<T, Failure>

/** Operations whose 422, 409 or 300 says that several records match, unless its code says otherwise. */
const saysSeveralMatch: readonly string[] = [identityProof.getPatient.id]
/** Operations for which a no in the body of a success is an ordinary answer. */
const mayAnswerNo: readonly string[] = [identityProof.verify.id]

/** Prepares how the answers of an operation are read and checked; the schema is compiled at the first answer. */
export function compileAnswer(
  operation: Operation,
  profile: WireProfile = defaultWireProfile,
): ReadAnswer<unknown> {
  const open = compileOpening(operation, profile)
  let schema: z.ZodType | undefined
  return (raw, wallTime) => {
    const opened = open(raw, wallTime)
    if (!opened.ok) return opened
    schema ??= z.compile(operation.answer)
    return check(schema, opened.value.body)
  }
}

/** Reads of the answers of an operation only what `reader` looks for. */
export function compileReader<T>(
  operation: Operation,
  reader: Reader<T>,
  profile: WireProfile = defaultWireProfile,
): ReadAnswer<T> {
  const open = compileOpening(operation, profile)
  return (raw, wallTime) => {
    const opened = open(raw, wallTime)
    if (!opened.ok) return opened
    const read = reader(opened.value)
    if (read.ok) return read
    const { expected, found } = read.error
    return err(unreadable(`expected ${expected}, found ${found}`))
  }
}

/**
 * Prepares the opening of an answer: unwraps it into the contract's names by the wire profile, or fails with its
 * refusal or unreadable part.
 */
function compileOpening(operation: Operation, profile: WireProfile): ReadAnswer<ServiceAnswer> {
  const { fromWire } = translateAnswer(profile, operation)
  return (raw, wallTime) => {
    const { status, headers, url } = raw
    const stated = answerOfStatus(profile, operation, status)
    if (stated !== undefined) return ok({ status, headers, url, body: stated })
    if (status >= 300) return err(failureOf(raw, operation, wallTime))
    if (status === 202 && operation.method === 'GET') return err(notReady)
    const read = readBody(raw)
    if (!read.ok) return read
    const body = openEnvelope(operation, read.value)
    return mapOk(body, (value) => ({ status, headers, url, body: fromWire(value) }))
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

/**
 * Takes the content out of the developer interface's envelope. Any interface may report a refusal in the body of a
 * success.
 */
function openEnvelope(operation: Operation, body: unknown): Result<unknown, Failure> {
  if (!isRecord(body)) return ok(body)
  const success = [body['success'], body['ok']].map(readFlag).find((flag) => flag !== undefined)
  const says = readWord(body['status'], ['error', 'fail'])
  if ((success === false || says !== undefined) && !mayAnswerNo.includes(operation.id))
    return err({ kind: 'refusedByEnvelope', message: reasonIn(body) ?? withheld })
  return ok(operation.interface === 'developer' && 'data' in body ? body['data'] : body)
}

function reasonIn(body: Record<string, unknown>): string | undefined {
  return machineCode(body['message']) ?? machineCode(body['code']) ?? machineCode(body['error'])
}

function failureOf(answer: RawAnswer, operation: Operation, wallTime: number): Failure {
  const { status, headers } = answer
  if (status === 300 && saysSeveralMatch.includes(operation.id))
    return { kind: 'conflictingMatches' }
  if (status < 400) return redirected
  const retryAfterMs = retryAfter(headers['retry-after'], wallTime)
  const asked = retryAfterMs !== undefined && { retryAfterMs }
  if (status >= 500) return { kind: 'serverFault', status, ...asked }
  switch (status) {
    case 401:
      return { kind: 'unauthorized' }
    case 403:
      return { kind: 'forbidden' }
    case 404:
      return { kind: 'notFound' }
    case 429:
      return { kind: 'rateLimited', ...asked }
  }
  const code = codeOf(answer)
  if (
    (status === 422 || status === 409) &&
    saysSeveralMatch.includes(operation.id) &&
    code !== errorCodes.proofIncomplete
  )
    return { kind: 'conflictingMatches' }
  return { kind: 'rejected', status, ...(code !== undefined && { code }) }
}

function codeOf(answer: RawAnswer): string | undefined {
  const body = readBody(answer)
  if (!body.ok || !isRecord(body.value)) return undefined
  return machineCode(body.value['error']) ?? machineCode(body.value['code'])
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/** Longest body after it was unpacked, in bytes. */
const mostBytes = 16 * 1024 * 1024

const unpack: Readonly<Record<string, (packed: Buffer) => Buffer>> = {
  identity: (plain) => plain,
  gzip: (packed) => gunzipSync(packed, { maxOutputLength: mostBytes }),
  'x-gzip': (packed) => gunzipSync(packed, { maxOutputLength: mostBytes }),
  deflate: (packed) => inflateSync(packed, { maxOutputLength: mostBytes }),
  br: (packed) => brotliDecompressSync(packed, { maxOutputLength: mostBytes }),
}

/** Reads an answer's body: its JSON, else plain text or a bare address, or undefined if empty. */
function readBody({ headers, body }: RawAnswer): Result<unknown, Failure> {
  // Unpacks compression, though not requested, and obeys its character set.
  if (body.length === 0) return ok(undefined)
  const encoding = textOf(headers['content-encoding']) || 'identity'
  const plain = unpacked(encoding, body)
  if (!plain) return err(unreadable('packed in a way that cannot be undone'))
  const type = textOf(headers['content-type'])
  const text = decoded(plain, /charset="?([\w-]+)/i.exec(type)?.[1] ?? 'utf-8')
  if (text === undefined) return err(unreadable('not in the character set that it names'))
  const trimmed = text.trim()
  if (trimmed === '') return ok(undefined)
  if (isMarkup(type, trimmed)) return err(pageInstead)
  try {
    const parsed = parseExactly(trimmed)
    return namesTwice(trimmed) ? err(unreadable('a field is named twice')) : ok(parsed)
  } catch {
    const isText = type === '' || /^text\/plain\b/i.test(type) || isAddress(trimmed)
    return isText ? ok(trimmed) : err(unreadable('not JSON'))
  }
}

/** Longest text that is searched for a field that is named twice, in characters: an empty list, and an identity, are short. */
const mostSearched = 65_536

/** True if an object of a JSON text names a field twice: which of the two is meant, nobody can tell (RFC 8259). */
function namesTwice(text: string): boolean {
  if (text.length > mostSearched) return false
  const open: Set<string>[] = []
  for (const [token, name] of text.matchAll(/("(?:[^"\\]|\\.)*")\s*:|"(?:[^"\\]|\\.)*"|[{}]/g)) {
    const names = open.at(-1)
    if (token === '{') open.push(new Set())
    else if (token === '}') open.pop()
    else if (name !== undefined && names?.has(name)) return true
    else if (name !== undefined) names?.add(name)
  }
  return false
}

/** An id, a cursor, or an item of a list. */
const namesId = /^(id|ID|\d*)$|[_-]id$|I[dD]$|[cC]ursor$/

/** Parses JSON; an id or a cursor that no number holds exactly becomes a text. Throws on other text. */
function parseExactly(text: string): unknown {
  if (!/\d{16}/.test(text)) return JSON.parse(text)
  const exact = (name: string, value: unknown, context?: { readonly source?: string }) =>
    typeof value === 'number' &&
    namesId.test(name) &&
    /^-?\d{16,}$/.test(context?.source ?? '') &&
    !Number.isSafeInteger(value)
      ? context?.source
      : value
  return JSON.parse(text, exact)
}

function unpacked(encoding: string, body: Buffer): Buffer | undefined {
  try {
    return unpack[encoding.trim().toLowerCase()]?.(body)
  } catch {
    return undefined
  }
}

/** Without a byte order mark; undefined for bytes that are not of this character set, or one that is not known. */
function decoded(bytes: Buffer, charset: string): string | undefined {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** True for a bare address, which is in no other format, under any content type. */
const isAddress = (text: string) => /^https:\/\/\S+$/i.test(text)

function isMarkup(type: string, text: string): boolean {
  return /^(?:text\/html|application\/xhtml|(?:text|application)\/xml)\b/i.test(type)
    ? text.startsWith('<')
    : text.startsWith('<!') || text.startsWith('<html')
}

function textOf(header: string | string[] | undefined): string {
  return Array.isArray(header) ? header.join(',') : (header ?? '')
}
