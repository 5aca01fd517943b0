import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'
import { err, ok, type Result } from '../../../shared/result.ts'
import { pageInstead, unreadable, type Failure } from './errors.ts'
import type { RawAnswer } from './exchange.ts'

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
export function readBody({ headers, body }: RawAnswer): Result<unknown, Failure> {
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
    return ok(JSON.parse(trimmed) as unknown)
  } catch {
    const isText = type === '' || /^text\/plain\b/i.test(type) || isAddress(trimmed)
    return isText ? ok(trimmed) : err(unreadable('not JSON'))
  }
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
const isAddress = (text: string) => /^https:\/\/\S+$/.test(text)

function isMarkup(type: string, text: string): boolean {
  return /^(?:text\/html|application\/xhtml|(?:text|application)\/xml)\b/i.test(type)
    ? text.startsWith('<')
    : text.startsWith('<!') || text.startsWith('<html')
}

function textOf(header: string | string[] | undefined): string {
  return Array.isArray(header) ? header.join(',') : (header ?? '')
}
