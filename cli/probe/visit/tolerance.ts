import { isFields } from '../../../src/contract/readers/fields.ts'
import { isPaginated, type Operation } from '../../../src/contract/operation.ts'
import { compare } from '../compare.ts'
import { packetStatus, type PacketStatus } from '../../../src/contract/partner-v2/form-packets.ts'

/** Most differences to report of one answer. */
const most = 3

/** Checks for a word of a program: no other text of the service may be printed, or written into a file. */
export const isCode = (value: unknown): value is string =>
  typeof value === 'string' && /^[A-Z_]{2,40}$/.test(value)

/**
 * Lists an answer's deviations from the contract for an engineer: the contract's paths, names and types, never a value.
 * Empty if none.
 */
export function tolerancesOf(operation: Operation, body: unknown): string[] {
  const list = listElsewhere(operation, body)
  if (list !== undefined) return [list]
  const told = compare(operation, [body]).differences.flatMap(({ path, kind, expected, found }) =>
    kind === 'extra' || kind === 'absent' ? [] : [`${path}: expected ${expected}, found ${found}`],
  )
  const all = [...statusWords(body), ...told]
  return all.length > most ? [...all.slice(0, most), `and ${all.length - most} more`] : all
}

/** Finds words of a packet's status that Foyer does not assume; the contract takes any text there. */
function statusWords(body: unknown): string[] {
  const rows = isFields(body) ? (Array.isArray(body['items']) ? body['items'] : [body]) : []
  const known = packetStatus.options
  const told = (rows as unknown[]).flatMap((row) => {
    const word = isFields(row) && 'forms' in row ? row['status'] : undefined
    if (typeof word !== 'string' || known.includes(word as PacketStatus)) return []
    if (isSameWord(word, known)) return ['status: a word of the contract in other letters']
    return [`status: ${isCode(word) ? `the word ${word}` : 'another word, as text'}`]
  })
  return [...new Set(told)]
}

function isSameWord(value: string, words: readonly string[]): boolean {
  const plain = (word: string) => word.replaceAll(/[^A-Za-z]/g, '').toLowerCase()
  return words.some((word) => plain(word) === plain(value))
}

/** Finds the rows of a list that are not under `items`. */
function listElsewhere(operation: Operation, body: unknown): string | undefined {
  if (!isPaginated(operation)) return undefined
  if (Array.isArray(body)) return 'a list without a wrapper'
  if (!isFields(body) || Array.isArray(body['items'])) return undefined
  const found = Object.entries(body).find(([, value]) => Array.isArray(value))
  return found && /^\w{1,40}$/.test(found[0]) ? `the list under ${found[0]}` : undefined
}
