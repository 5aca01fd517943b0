import type { Operation } from '../../src/contract/operation.ts'
import { isFields } from '../../src/contract/readers/fields.ts'
import { answerFields } from '../../src/contract/source.ts'
import type { Common } from '../operation/flags.ts'
import { refuse } from '../problem.ts'
import { didYouMean } from '../suggest.ts'
import { drawTable } from './table.ts'
import { oneLine, pad, widthOf } from './text.ts'

type Drawing = { readonly width: number; readonly columns?: readonly string[] | undefined }
type Entry = Readonly<Record<string, unknown>>

/** Draws an answer: a list as a table, a record as its fields with its own lists below; and notes beside it. */
export function drawAnswer(operation: Operation, answer: unknown, drawing: Drawing) {
  if (answer === undefined || answer === null || answer === '')
    return { text: '', notes: ['Done.'] }
  const rows = rowsOf(answer)
  if (rows) return drawList(rows, columnNames(operation), drawing)
  if (!isFields(answer)) return { text: `${cellOf(answer)}\n`, notes: [] }
  return drawEntry(answer, drawing)
}

function drawList(
  items: readonly unknown[],
  known: readonly string[],
  { width, columns }: Drawing,
) {
  if (items.length === 0) return { text: '', notes: ['Nothing is listed.'] }
  const rows = items.map((item): Entry => (isFields(item) ? item : { value: item }))
  const headings = columns ?? columnsOf(rows, known)
  const cells = rows.map((row) => headings.map((name) => cellOf(row[name])))
  const { text, leftOut } = drawTable(headings, cells, width)
  const note = `No room for: ${leftOut.join(', ')}. --columns ${headings[0]},… chooses, --json has all.`
  return { text, notes: leftOut.length === 0 ? [] : [note] }
}

function drawEntry(entry: Entry, drawing: Drawing) {
  const { width, columns } = drawing
  const flat = flatten(entry).filter(
    ([name]) => columns?.includes(name.split('.')[0] ?? '') ?? true,
  )
  const lists = flat.flatMap(([name, value]) =>
    isListOfEntries(value) ? [[name, value] as const] : [],
  )
  const fields = flat.filter(([, value]) => !isListOfEntries(value))
  const widest = Math.max(0, ...fields.map(([name]) => widthOf(name)))
  const lines = fields.map(([name, value]) => `${pad(name, widest)}  ${cellOf(value)}`.trimEnd())
  const drawn = lists.map(([name, list]) => {
    const { text, notes } = drawList(list, [], { width: width - 2 })
    return { text: `\n${name} (${list.length})\n${text.replaceAll(/^(?=.)/gm, '  ')}`, notes }
  })
  return {
    text: [...lines.map((line) => `${line}\n`), ...drawn.map(({ text }) => text)].join(''),
    notes: drawn.flatMap(({ notes }) => notes),
  }
}

const isListOfEntries = (value: unknown): value is readonly unknown[] =>
  Array.isArray(value) && value.some(isFields)

function flatten(entry: Entry, before = ''): [string, unknown][] {
  return Object.entries(entry).flatMap(([name, value]) =>
    isFields(value)
      ? flatten(value, `${before}${name}.`)
      : [[`${before}${name}`, value] as [string, unknown]],
  )
}

/** Returns the list in an answer: the answer itself, or the items of a page. */
export function rowsOf(answer: unknown): readonly unknown[] | undefined {
  const list = isFields(answer) ? answer['items'] : answer
  return Array.isArray(list) ? (list as unknown[]) : undefined
}

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) {
    if (value.length === 0) return ''
    return value.some((each) => typeof each === 'object' && each !== null)
      ? `${value.length} in all`
      : value.map(cellOf).join(', ')
  }
  if (isFields(value)) {
    const named = value['name'] ?? value['fullAddress'] ?? value['id']
    return named === undefined || typeof named === 'object' ? '{…}' : cellOf(named)
  }
  return oneLine(typeof value === 'string' ? value : JSON.stringify(value))
}

const first = ['id', 'name', 'status', 'firstName', 'lastName']

function columnsOf(rows: readonly Entry[], known: readonly string[]): string[] {
  const seen = new Set(rows.flatMap((row) => Object.keys(row)))
  const ordered = [...first, ...known, ...seen]
  return [...new Set(ordered)].filter(
    (name) => seen.has(name) && rows.some((row) => cellOf(row[name]) !== ''),
  )
}

function columnNames(operation: Operation): string[] {
  const paths = answerFields(operation).map(({ path }) => path)
  const matching = (pattern: RegExp) => paths.flatMap((path) => pattern.exec(path)?.[1] ?? [])
  const listed = matching(/^\$(?:\.items)?\[\]\.(\w+)$/)
  return listed.length > 0 ? listed : matching(/^\$\.(\w+)$/)
}

/** Reads the columns of `--columns`. Throws a `Refusal` for a name unknown to the contract, or JSON beside it. */
export function readColumns(operation: Operation, { columns, json }: Common) {
  if (columns === undefined) return undefined
  if (json) refuse('--columns and --json do not go together: JSON is always the whole answer.')
  const known = columnNames(operation)
  const names = columns.split(',').map((name) => name.trim())
  const unknown = names.filter((name) => !known.includes(name))
  if (unknown.length === 0) return names
  return refuse(
    ...unknown.map((name) => `--columns: no field has this name${didYouMean(name, known)}.`),
    known.length === 0
      ? `--columns: the answer of ${operation.id} has no fields.`
      : `--columns: the fields are ${known.join(', ')}.`,
  )
}
