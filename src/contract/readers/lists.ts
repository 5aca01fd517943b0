import {
  envelopes,
  hasField,
  isEmptyField,
  isFields,
  isPresent,
  pick,
  plainName,
  readFlag,
  readNumber,
  readTextOrNumber,
  type Fields,
} from './fields.ts'
import { readerOf, type Reader, type ServiceAnswer } from './reading.ts'

/** A page of a list. */
export interface Page<T> {
  readonly items: readonly T[]
  /** Cursor of the next page; null on the last one. */
  readonly nextCursor: string | null
}

/**
 * Makes a page reader. An unreadable row spoils the page: always (`every`), if no other row is readable (`some`), or
 * never (`any`).
 */
export const pageReader = <T>(
  expected: string,
  readable: 'every' | 'some' | 'any',
  read: (row: Fields) => T | undefined,
): Reader<Page<T>> =>
  readerOf(expected, (answer) => {
    const page = readPage(answer)
    if (!page) return undefined
    const items = page.items.flatMap((row) => (isFields(row) ? (read(row) ?? []) : []))
    const least = { every: page.items.length, some: Math.min(1, page.items.length), any: 0 }
    return items.length >= least[readable] ? { ...page, items } : undefined
  })

/**
 * Reads list rows: `items` or an array, each perhaps in an envelope, or 204. Undefined otherwise, and for half a list
 * without a cursor.
 */
export function readPage({
  status,
  body,
  headers,
}: Pick<ServiceAnswer, 'status' | 'body' | 'headers'>): Page<unknown> | undefined {
  if (status === 204) return { items: [], nextCursor: null }
  const list = listIn(body)
  if (!list) return undefined
  const { rows, around } = list
  const said = around.find((fields) => hasField(fields, 'nextCursor'))
  const held = said && pick(said, 'nextCursor')
  if (isFields(held)) return undefined
  const nextCursor = (said ? readCursor(held) : cursorOfLink(headers['link'])) ?? null
  // Half a list would be taken for all of it.
  const isHalf =
    !said && nextCursor === null && around.some((each) => goesOn(each, [rows, ...around]))
  return isHalf ? undefined : { items: rows, nextCursor }
}

interface List {
  readonly rows: readonly unknown[]
  /** The objects around the rows, the innermost first. */
  readonly around: readonly Fields[]
}

const deepest = 3

function listIn(value: unknown, depth = 0): List | undefined {
  if (Array.isArray(value)) return { rows: value as readonly unknown[], around: [] }
  if (!isFields(value) || depth > deepest) return undefined
  for (const name of ['items', ...envelopes]) {
    const inner = listIn(pick(value, name), depth + 1)
    if (inner) return { ...inner, around: [...inner.around, value] }
  }
  const isNone =
    isEmptyField([value], 'items') && !isPresent(pick(value, 'error') ?? pick(value, 'errors'))
  return isNone ? { rows: [], around: [value] } : undefined
}

/**
 * True if something beside the rows says that more pages follow; `known` holds the rows and the objects around them.
 */
function goesOn(fields: Fields, known: readonly unknown[]): boolean {
  return Object.entries(fields).some(([name, value]) => {
    if (known.includes(value)) return false
    const isOfNext = /next|more|cursor|after|continu/i.test(name)
    if (isFields(value))
      return isOfNext ? Object.values(value).some(isPresent) : goesOn(value, known)
    if (/pages$|pagecount$|lastpage$/.test(plainName(name))) return Number(value) > pageIn(fields)
    return isOfNext && isPresent(value) && readFlag(value) !== false
  })
}

/** The number of this page, from 1. */
function pageIn(fields: Fields): number {
  const [, page] =
    Object.entries(fields).find(([name]) => /^(current)?page(number)?$/.test(plainName(name))) ?? []
  return readNumber(page) ?? 1
}

/** Reads a cursor as a text or number; out of an address, its parameter. */
function readCursor(value: unknown): string | undefined {
  const text = readTextOrNumber(value)
  return text === undefined || !/^(?:https?:)?\/|\?/.test(text) ? text : cursorOfAddress(text)
}

function cursorOfAddress(text: string): string | undefined {
  const query = new URLSearchParams(text.split('?')[1] ?? '')
  for (const [name, value] of query)
    if (/cursor|after|token|next|start|offset|mark/i.test(name) && value) return value
  return undefined
}

/** Reads the next page as RFC 8288 links to it. */
function cursorOfLink(link: unknown): string | undefined {
  const next =
    typeof link === 'string' ? /<([^>]*)>\s*;[^,]*rel="?next"?/i.exec(link)?.[1] : undefined
  return next === undefined ? undefined : cursorOfAddress(next)
}
