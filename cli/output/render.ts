import { isFields } from '../../src/contract/readers/fields.ts'
import type { Operation } from '../../src/contract/operation.ts'
import { cellOf, columnsOf, rowsOf, type Entry } from './cells.ts'
import { columnNames } from './columns.ts'
import { drawTable } from './table.ts'
import { pad, widthOf } from './text.ts'

/** Options for drawing an answer. */
export interface Drawing {
  /** Columns of the terminal. */
  readonly width: number
  /** Wanted columns, instead of those with values. */
  readonly columns?: readonly string[] | undefined
}

/** Answer for a person: text for standard output, and further notes. */
export interface Drawn {
  readonly text: string
  readonly notes: readonly string[]
}

/** Draws an answer: a list as a table, a record as its fields with its own lists below. */
export function drawAnswer(operation: Operation, answer: unknown, drawing: Drawing): Drawn {
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
): Drawn {
  if (items.length === 0) return { text: '', notes: ['Nothing is listed.'] }
  const rows = items.map((item): Entry => (isFields(item) ? item : { value: item }))
  const headings = columns ?? columnsOf(rows, known)
  const cells = rows.map((row) => headings.map((name) => cellOf(row[name])))
  const { text, leftOut } = drawTable(headings, cells, width)
  const notes =
    leftOut.length === 0
      ? []
      : [`No room for: ${leftOut.join(', ')}. --columns ${headings[0]},… chooses, --json has all.`]
  return { text, notes }
}

/** Draws a record's fields, one a line and uncut for copying; then its lists. */
function drawEntry(entry: Entry, drawing: Drawing): Drawn {
  const flat = flatten(entry).filter(
    ([name]) => !drawing.columns || drawing.columns.includes(name.split('.')[0] ?? ''),
  )
  const lists = flat.filter(([, value]) => isListOfEntries(value))
  const fields = flat.filter(([, value]) => !isListOfEntries(value))
  const widest = Math.max(0, ...fields.map(([name]) => widthOf(name)))
  const lines = fields.map(([name, value]) => `${pad(name, widest)}  ${cellOf(value)}`.trimEnd())
  const drawn = lists.map(([name, value]) => {
    const { text, notes } = drawList(value as unknown[], [], { width: drawing.width - 2 })
    const indented = text.replaceAll(/^(?=.)/gm, '  ')
    return { text: `\n${name} (${(value as unknown[]).length})\n${indented}`, notes }
  })
  return {
    text: lines.map((line) => `${line}\n`).join('') + drawn.map(({ text }) => text).join(''),
    notes: drawn.flatMap(({ notes }) => notes),
  }
}

function isListOfEntries(value: unknown): boolean {
  return Array.isArray(value) && value.some(isFields)
}

/** Returns the fields of a record with those of the objects in it, under dotted names. */
function flatten(entry: Entry, before = ''): [string, unknown][] {
  return Object.entries(entry).flatMap(([name, value]) =>
    isFields(value)
      ? flatten(value, `${before}${name}.`)
      : [[`${before}${name}`, value] as [string, unknown]],
  )
}
