import { isFields } from '../../src/contract/readers/fields.ts'
import { oneLine } from './text.ts'

/** A record of an answer. */
export type Entry = Readonly<Record<string, unknown>>

/** Returns the list in an answer: the answer itself, or the items of a page. */
export function rowsOf(answer: unknown): readonly unknown[] | undefined {
  const list = isFields(answer) ? answer['items'] : answer
  return Array.isArray(list) ? (list as unknown[]) : undefined
}

/** Writes a value in one cell: an object by its name, a list of objects by their number. */
export function cellOf(value: unknown): string {
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

/**
 * Picks the columns with values in some rows: names first, then in the contract's order, then fields unknown to the
 * contract.
 */
export function columnsOf(rows: readonly Entry[], known: readonly string[]): string[] {
  const seen = new Set(rows.flatMap((row) => Object.keys(row)))
  const ordered = [...first, ...known, ...seen]
  return [...new Set(ordered)].filter(
    (name) => seen.has(name) && rows.some((row) => cellOf(row[name]) !== ''),
  )
}
