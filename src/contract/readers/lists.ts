import type { RowsPage } from './read-types.ts'
import { assumedPage } from './assumed-form.ts'
import { find, isEmptyField } from './layers.ts'
import { isFields, pick, plainName, type Fields } from './record.ts'
import { readFlag, readId, readText } from './values.ts'
import { cursorFields, listFields, moreFields, pageFields, pagesFields } from './vocabulary.ts'

const deepest = 3

/** The rows of a list, as a bare array or in a wrapper, and the cursor of the page after it. */
export function readPage(
  body: unknown,
  headers: Readonly<Record<string, string | string[] | undefined>> = {},
): RowsPage | undefined {
  const assumed = assumedPage(body)
  if (assumed && (assumed.nextCursor !== null || headers['link'] === undefined))
    return { ...assumed, items: assumed.items.map(rowOf) }
  const found = rowsIn(body, 0)
  if (!found) return undefined
  const { rows, wrappers } = found
  const nextCursor = cursorIn(wrappers) ?? cursorOfLink(headers)
  // Half a list would be taken for all of it.
  const isSaid = isEmptyField(wrappers, cursorFields)
  if (nextCursor === null && !isSaid && saysMore(wrappers)) return undefined
  return { items: rows.map(rowOf), nextCursor }
}

interface Found {
  readonly rows: readonly unknown[]
  /** The objects around the rows, the innermost first. */
  readonly wrappers: readonly Fields[]
}

function rowsIn(value: unknown, depth: number): Found | undefined {
  if (Array.isArray(value)) return { rows: value as readonly unknown[], wrappers: [] }
  if (!isFields(value) || depth > deepest) return undefined
  for (const name of listFields) {
    const nested = rowsIn(pick(value, [name]), depth + 1)
    if (nested) return { ...nested, wrappers: [...nested.wrappers, value] }
  }
  if (isEmptyField([value], listFields) && pick(value, ['error', 'errors']) === undefined)
    return { rows: [], wrappers: [value] }
  const lists = Object.entries(value).filter(
    ([name, field]) =>
      Array.isArray(field) && !/^(errors?|warnings?|links?)$/.test(plainName(name)),
  )
  const [only] = lists
  return only && lists.length === 1
    ? { rows: only[1] as readonly unknown[], wrappers: [value] }
    : undefined
}

/** A row in the wrapper that GraphQL and FHIR put around each. */
function rowOf(row: unknown): unknown {
  const inner = isFields(row) ? (row['node'] ?? row['resource']) : undefined
  return isFields(inner) ? inner : row
}

/** Whether the list says that this page is not its last. */
function saysMore(wrappers: readonly Fields[]): boolean {
  if (find(wrappers, moreFields, readFlag) === true) return true
  const [page, pages] = [pageFields, pagesFields].map((fields) => find(wrappers, fields, readId))
  return page !== undefined && pages !== undefined && Number(page) < Number(pages)
}

function cursorIn(wrappers: readonly Fields[]): string | null | undefined {
  if (find(wrappers, moreFields, readFlag) === false) return null
  const next = find(wrappers, cursorFields, readCursor)
  if (next !== undefined || isEmptyField(wrappers, cursorFields)) return next ?? null
  // Beside an empty field for the next one it is the cursor of this page.
  return find(wrappers, ['cursor'], readCursor)
}

/** A cursor as a text or number; out of an address, its parameter. */
function readCursor(value: unknown): string | undefined {
  const text = typeof value === 'number' ? String(value) : readText(value)
  if (text === undefined || !/^(?:https?:)?\/|\?/.test(text)) return text
  return cursorOfAddress(text)
}

function cursorOfAddress(text: string): string | undefined {
  const query = new URLSearchParams(text.split('?')[1] ?? '')
  for (const [name, value] of query)
    if (/cursor|after|token|next|start|offset|mark/i.test(name) && value) return value
  return undefined
}

/** The next page as RFC 8288 links to it. */
function cursorOfLink(headers: Readonly<Record<string, unknown>>): string | null {
  const header = headers['link']
  const link = typeof header === 'string' ? header : ''
  const next = /<([^>]*)>\s*;[^,]*rel="?next"?/i.exec(link)?.[1]
  return (next !== undefined && cursorOfAddress(next)) || null
}
