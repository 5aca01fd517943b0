import { brotliDecompressSync, gunzipSync, inflateSync, type ZlibOptions } from 'node:zlib'
import type { Operation } from '../../../contract/operation.ts'
import { errorCodes } from '../../../contract/partner-v2/error-body.ts'
import { identityProof } from '../../../contract/partner-v2/identity-proof.ts'
import { isFields, readFlag, readWord, type Fields } from '../../../contract/readers/fields.ts'
import type { Reader } from '../../../contract/readers/reading.ts'
import { defaultWireProfile, type WireProfile } from '../../../contract/wire-profile.ts'
import { answerOfStatus, translateAnswer } from '../../../contract/wire/answer.ts'
import { err, ok, type Result } from '../../../shared/result.ts'
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

/** Its 422, 409 or 300 says that several records match, unless its code says otherwise. */
const saysSeveralMatch: readonly string[] = [identityProof.getPatient.id]
/** Operations to which a no in the body of a success is an ordinary answer. */
const mayAnswerNo: readonly string[] = [identityProof.verify.id]

/** `wallTime`: ms since 1970, for a date to wait for. */
export type ReadAnswer = ReturnType<typeof compileAnswer>

/** Prepares reading: unwraps an answer into the contract's names and reads it, or fails with its refusal. */
export function compileAnswer(operation: Operation, profile: WireProfile = defaultWireProfile) {
  const { fromWire } = translateAnswer(profile, operation)
  return <T>(raw: RawAnswer, reader: Reader<T>, wallTime: number): Result<T, Failure> => {
    const { status, headers, url } = raw
    let body = answerOfStatus(profile, operation, status)
    if (body === undefined) {
      if (status >= 300) return err(failureOf(raw, operation, wallTime))
      if (status === 202 && operation.method === 'GET') return err(notReady)
      const parsed = readBody(raw)
      const opened = parsed.ok ? openEnvelope(operation, parsed.value) : parsed
      if (!opened.ok) return opened
      body = fromWire(opened.value)
    }
    const read = reader({ status, headers, url, body })
    if (read.ok) return read
    const { expected, found } = read.error
    return err(unreadable(`expected ${expected}, found ${found}`))
  }
}

/** Opens the developer interface's envelope. Any interface may refuse in the body of a success. */
function openEnvelope(operation: Operation, body: unknown): Result<unknown, Failure> {
  if (!isFields(body)) return ok(body)
  const success = [body['success'], body['ok']].map(readFlag).find((flag) => flag !== undefined)
  const says = readWord(body['status'], ['error', 'fail'])
  if ((success === false || says !== undefined) && !mayAnswerNo.includes(operation.id))
    return err({ kind: 'refusedByEnvelope', message: codeIn(body) ?? withheld })
  return ok(operation.interface === 'developer' && 'data' in body ? body['data'] : body)
}

function codeIn({ message, code, error }: Fields): string | undefined {
  return machineCode(message) ?? machineCode(code) ?? machineCode(error)
}

const plainRefusals: Readonly<Record<number, 'unauthorized' | 'forbidden' | 'notFound'>> = {
  401: 'unauthorized',
  403: 'forbidden',
  404: 'notFound',
}

function failureOf(answer: RawAnswer, operation: Operation, wallTime: number): Failure {
  const { status, headers } = answer
  if (status === 300 && saysSeveralMatch.includes(operation.id))
    return { kind: 'conflictingMatches' }
  if (status < 400) return redirected
  const retryAfterMs = retryAfter(headers['retry-after'], wallTime)
  const asked = retryAfterMs !== undefined && { retryAfterMs }
  if (status >= 500) return { kind: 'serverFault', status, ...asked }
  const kind = plainRefusals[status]
  if (kind) return { kind }
  if (status === 429) return { kind: 'rateLimited', ...asked }
  const code = codeOf(answer)
  const maySaySeveral = [409, 422].includes(status) && saysSeveralMatch.includes(operation.id)
  if (maySaySeveral && code !== errorCodes.proofIncomplete) return { kind: 'conflictingMatches' }
  return { kind: 'rejected', status, ...(code !== undefined && { code }) }
}

function codeOf(answer: RawAnswer): string | undefined {
  const body = readBody(answer)
  if (!body.ok || !isFields(body.value)) return undefined
  return machineCode(body.value['error']) ?? machineCode(body.value['code'])
}

/** Bytes of a body after it was unpacked. */
const mostBytes = 16 * 1024 * 1024

const unpack: Readonly<Record<string, (packed: Buffer, options: ZlibOptions) => Buffer>> = {
  identity: (plain) => plain,
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
}

/** Unpacks a body, though not asked for, and decodes it by its character set. */
function readText({ headers, body }: RawAnswer, type: string): Result<string, Failure> {
  const encoding = (textOf(headers['content-encoding']) || 'identity').trim().toLowerCase()
  let plain: Buffer | undefined
  try {
    plain = unpack[encoding]?.(body, { maxOutputLength: mostBytes })
  } catch {
    // Packed in another way than it says.
  }
  if (!plain) return err(unreadable('packed in a way that cannot be undone'))
  const charset = /charset="?([\w-]+)/i.exec(type)?.[1] ?? 'utf-8'
  try {
    return ok(new TextDecoder(charset, { fatal: true }).decode(plain).trim())
  } catch {
    return err(unreadable('not in the character set that it names'))
  }
}

/** JSON, else plain text or a bare address; undefined if empty. */
function readBody(answer: RawAnswer): Result<unknown, Failure> {
  if (answer.body.length === 0) return ok(undefined)
  const type = textOf(answer.headers['content-type'])
  const read = readText(answer, type)
  if (!read.ok) return read
  const text = read.value
  if (text === '') return ok(undefined)
  if (isMarkup(type, text)) return err(pageInstead)
  try {
    const parsed = parseExactly(text)
    return namesTwice(text, parsed) ? err(unreadable('a field is named twice')) : ok(parsed)
  } catch {
    const isText = type === '' || /^text\/plain\b/i.test(type) || isAddress(text)
    return isText ? ok(text) : err(unreadable('not JSON'))
  }
}

/** Characters: an empty list, and an identity, are short. */
const mostSearched = 65_536
const [space, quote, colon, backslash] = [0x20, 0x22, 0x3a, 0x5c] as const

/** Nobody can tell which of the two is meant (RFC 8259). */
function namesTwice(text: string, parsed: unknown): boolean {
  // Parsing drops a name that comes again: the text then has more names than what was parsed.
  if (text.length > mostSearched) return false
  let names = 0
  for (let at = text.indexOf('"'); at >= 0; at = text.indexOf('"', at)) {
    at += 1
    while (text.charCodeAt(at) !== quote) at += text.charCodeAt(at) === backslash ? 2 : 1
    at += 1
    while (text.charCodeAt(at) <= space) at += 1
    if (text.charCodeAt(at) === colon) names += 1
  }
  const left: unknown[] = [parsed]
  for (let value = left.pop(); value !== undefined; value = left.pop())
    if (Array.isArray(value)) for (const item of value) left.push(item)
    else if (isFields(value))
      for (const name in value) {
        names -= 1
        left.push(value[name])
      }
  return names > 0
}

/** An id, a cursor, or an item of a list. */
const namesId = /^(id|ID|\d*)$|[_-]id$|I[dD]$|[cC]ursor$/

/** An id or a cursor that no number holds exactly becomes a text. Throws on other text. */
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

/** In no other format, under any content type. */
const isAddress = (text: string) => /^https:\/\/\S+$/i.test(text)

function isMarkup(type: string, text: string): boolean {
  return /^(?:text\/html|application\/xhtml|(?:text|application)\/xml)\b/i.test(type)
    ? text.startsWith('<')
    : text.startsWith('<!') || text.startsWith('<html')
}

function textOf(header: string | string[] | undefined): string {
  return Array.isArray(header) ? header.join(',') : (header ?? '')
}
