import { isFields } from '../../../src/contract/readers/fields.ts'
import { isPaginated, type Operation } from '../../../src/contract/operation.ts'
import { packetStatus, type PacketStatus } from '../../../src/contract/partner-v2/form-packets.ts'
import { describeShape } from '../../../src/contract/readers/reading.ts'
import { answerFields } from '../../../src/contract/source.ts'
import { strictOf } from '../../../src/contract/strict.ts'
import { getAt } from '../../../src/contract/wire/json-path.ts'

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
  const issues = strictOf(operation.answer).safeParse(body).error?.issues ?? []
  const words = statusWords(body)
  if (issues.length === 0) return words
  const list = listElsewhere(operation, body)
  if (list !== undefined) return [list]
  const fields = answerFields(operation)
  const told = issues.flatMap((issue) => {
    const path = pathOf(issue.path)
    const value = getAt(body, issue.path as (string | number)[])
    const types = fields.find((field) => field.path === path)?.types ?? []
    const words = issue.code === 'invalid_value' ? issue.values : []
    return `${path}: ${difference(value, types, words)}`
  })
  const all = [...new Set([...words, ...told])]
  return all.length > most ? [...all.slice(0, most), `and ${all.length - most} more`] : all
}

function difference(value: unknown, types: readonly string[], words: readonly unknown[]): string {
  const expected = types.length > 0 ? types.join(' or ') : 'what the contract states'
  if (value === undefined) return `expected ${expected}, found nothing`
  if (words.length === 0) {
    const found = describeShape(value)
    const isAlike = types.includes(found === 'text' ? 'string' : found)
    return isAlike
      ? 'the right type, and a value that the contract does not state'
      : `expected ${expected}, found ${found}`
  }
  if (isSameWord(value, words)) return 'a word of the contract in other letters'
  return isCode(value) ? `the word ${value}` : `another word, as ${describeShape(value)}`
}

/** Finds words of a packet's status that Foyer does not assume; the contract takes any text there. */
function statusWords(body: unknown): string[] {
  const rows = isFields(body) ? (Array.isArray(body['items']) ? body['items'] : [body]) : []
  const known = packetStatus.options
  const told = (rows as unknown[]).flatMap((row) => {
    const word = isFields(row) && 'forms' in row ? row['status'] : undefined
    if (typeof word !== 'string' || known.includes(word as PacketStatus)) return []
    return [`status: ${difference(word, ['string'], known)}`]
  })
  return [...new Set(told)]
}

function isSameWord(value: unknown, words: readonly unknown[]): boolean {
  const plain = (word: unknown) =>
    String(word)
      .replaceAll(/[^A-Za-z]/g, '')
      .toLowerCase()
  return typeof value === 'string' && words.some((word) => plain(word) === plain(value))
}

/** Finds the rows of a list that are not under `items`. */
function listElsewhere(operation: Operation, body: unknown): string | undefined {
  if (!isPaginated(operation)) return undefined
  if (Array.isArray(body)) return 'a list without a wrapper'
  if (!isFields(body) || Array.isArray(body['items'])) return undefined
  const found = Object.entries(body).find(([, value]) => Array.isArray(value))
  return found && /^\w{1,40}$/.test(found[0]) ? `the list under ${found[0]}` : undefined
}

/** Writes a place in an answer as `AnswerField` does. */
export function pathOf(path: readonly PropertyKey[]): string {
  return path.reduce<string>(
    (at, name) => at + (typeof name === 'number' ? '[]' : `.${String(name)}`),
    '$',
  )
}
