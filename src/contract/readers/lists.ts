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
import { describeShape, readerOf, type Reader, type ServiceAnswer } from './reading.ts'

export interface Page<T> {
  readonly items: readonly T[]
  /** Of the next page; the last one has none. */
  readonly nextCursor?: string | null | undefined
}

/** Makes a page reader. An unreadable row spoils it always (`every`), as the only kind (`some`), or never (`any`). */
export const pageReader = <T>(
  expected: string,
  readable: 'every' | 'some' | 'any',
  read: (row: Fields) => T | undefined,
): Reader<Page<T>> =>
  readerOf(
    expected,
    (answer) => {
      const page = readPage(answer)
      if (!page) return undefined
      const items = page.items.flatMap((row) => (isFields(row) ? (read(row) ?? []) : []))
      const least = { every: page.items.length, some: Math.min(1, page.items.length), any: 0 }
      return items.length >= least[readable] ? { ...page, items } : undefined
    },
    describePage,
  )

export const halfList = 'a list that may not be whole'

/** Describes an unreadable list by names and types; of one that may be cut short also the headers that count or link. */
export function describePage(answer: ServiceAnswer): string {
  const shape = describeShape(answer.body)
  if (readPage(answer) || !listIn(answer.body)) return shape
  const told = Object.keys(answer.headers).filter(
    (name) =>
      totals.test(plainName(name)) ||
      /^(link|content-range|warning|x-.*(page|more|next).*)$/.test(name),
  )
  const headers = told.length > 0 ? `, with ${told.join(', ')}` : ''
  return `${halfList}, by what stands beside its rows: ${shape}${headers}`
}

/** Reads rows (`items` or an array, perhaps in an envelope) or 204; undefined also for half a list without a cursor. */
export function readPage({
  status,
  body,
  headers,
  url,
}: Omit<ServiceAnswer, 'url'> & { readonly url?: string }): Page<unknown> | undefined {
  if (status === 204) return { items: [], nextCursor: null }
  const list = listIn(body)
  if (!list || list.around.some(hasFault)) return undefined
  const { rows, around } = list
  const said = around.find((fields) => hasField(fields, 'nextCursor'))
  const held = said && pick(said, 'nextCursor')
  const nextCursor = readCursor(held)
  if (nextCursor !== undefined) return { items: rows, nextCursor }
  // Half a list would be taken for all of it.
  const known = [rows, ...around]
  const signs = around.flatMap((fields) => signsIn(fields, known))
  const isFirst = cursorOfAddress(url ?? '') === undefined
  const inHeaders = signsIn(headers, [])
  const total = Math.max(0, ...[...signs, ...inHeaders].map(totalOf))
  const isNone = isFirst && rows.length === 0
  const isHalf =
    (held !== undefined && readFlag(held) !== false) ||
    isLinked(headers['link']) ||
    signs.some((sign) => goesOn(sign, said ? flagOfNext : signOfNext)) ||
    inHeaders.some((sign) => pagingHeader.test(sign.name) && goesOn(sign, flagOfNext)) ||
    (isFirst && total > rows.length) ||
    isRangeCut(headers['content-range'], rows.length) ||
    (isNone && (signs.some(isDoubt) || 'warning' in headers))
  return isHalf ? undefined : { items: rows, nextCursor: null }
}

interface List {
  readonly rows: readonly unknown[]
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

interface Sign {
  readonly name: string
  readonly plain: string
  /** Plain names of the objects around it and its own, the outermost first. */
  readonly path: readonly string[]
  readonly value: unknown
  readonly fields: Fields
}

/** Lists the values in an object and its inner ones; `known` are none of them. */
function signsIn(
  fields: Fields,
  known: readonly unknown[],
  outer: readonly string[] = [],
): readonly Sign[] {
  return Object.entries(fields).flatMap(([name, value]) => {
    if (known.includes(value)) return []
    const plain = plainName(name)
    const path = [...outer, plain]
    return isFields(value) ? signsIn(value, known, path) : [{ name, plain, path, value, fields }]
  })
}

function goesOn({ plain, path, value, fields }: Sign, ofNext: RegExp): boolean {
  if (signOfEnd.test(plain) && readFlag(value) === false) return true
  if (/pages$|pagecount$|lastpage$/.test(plain)) return Number(value) > pageIn(fields)
  const isOfNext = signOfCut.test(plain) || path.some((name) => ofNext.test(name))
  return isOfNext && isPresent(value) && readFlag(value) !== false
}

/** True if the service tells of a fault beside the rows, which may be all that it could get. */
function hasFault(fields: Fields): boolean {
  const fault = pick(fields, 'error') ?? pick(fields, 'errors')
  const isSaid = typeof fault === 'object' ? Object.keys(fault ?? {}).length > 0 : isPresent(fault)
  return isSaid && readFlag(fault) !== false
}

/** True if a sign beside no rows at all counts rows, holds some, or announces some: then "none" is not certain. */
function isDoubt({ plain, path, value }: Sign): boolean {
  if (path.some((name) => ofRequest.test(name))) return false
  if (Array.isArray(value)) return value.length > 0
  if (ofOutcome.test(plain)) return isPresent(value) && !isGood(value)
  if (readFlag(value) === true && signOfFault.test(plain)) return true
  const number = readNumber(value)
  if (number !== undefined) return number > 0 && !ofPage.test(plain) && !ofEnd.test(plain)
  return readFlag(value) === undefined && isPresent(value) && signOfRest.test(plain)
}

/** Names of fields that repeat the request, or place it. */
const ofRequest =
  /links?$|^(self|request|query|filters?|params|parameters)$|.id$|time(?!dout)|date|version/
const ofOutcome = /^(status|state|code|statuscode|errorcode)$/
const isGood = (value: unknown) =>
  /^(0|2\d\d|ok|success|succeeded|done|complete[d]?|true)$/i.test(String(value))
const signOfFault = /timedout|fail|error|pending|stale|degraded/
const signOfRest = /next|more|cursor|after|continu|(page|skip|sync)token/
/** Numbers that count no rows. */
const ofPage = /page|size|limit|offset|start|skip|^number$|took|duration|elapsed|ms$|remaining/

/** Flags that speak for an end, which some write as 1. */
const ofEnd = /^(is)?(success|ok|first|last|end|final|complete|done|finished|empty)$/

/** Headers that services number and count their pages by. */
const pagingHeader =
  /^x-((?:total-)?pages?|page-?count|last-page|next-page|(?:has-)?(?:more|next))$/

/** A no to these, and a yes to those, tell of rows that did not come. */
const signOfEnd = /^(is)?(last(page)?|end|final|complete|done|finished)$/
const signOfCut = /truncated|partial|incomplete/

const signOfNext = /next|more|cursor|after|continu/
/** Beside an empty `nextCursor`, any other cursor may be the one of this page. */
const flagOfNext = /next|more/

const rowsIn = '(items?|rows?|records?|results?|elements?|entries|hits?)'
const totals = new RegExp(
  `^(x?total(count|${rowsIn})?|${rowsIn}?(count|total)|num(ber)?found|hits)$`,
)
const totalOf = ({ plain, value }: Sign): number =>
  totals.test(plain) ? (readNumber(value) ?? 0) : 0

/** Tells whether `Content-Range` (RFC 9110) leaves rows out, or does not say how many there are. */
function isRangeCut(range: unknown, rows: number): boolean {
  const counted = /\/(\d+)/.exec(String(range))?.[1]
  if (rows === 0 && Number(counted) > 0) return true
  const [, from, to, total] = /(\d+)-(\d+)\/(\d+|\*)/.exec(String(range)) ?? []
  if (total === undefined) return false
  return total === '*' || Number(from) > 0 || Number(to) + 1 < Number(total)
}

function pageIn(fields: Fields): number {
  const [, page] =
    Object.entries(fields).find(([name]) => /^(current)?page(number)?$/.test(plainName(name))) ?? []
  return readNumber(page) ?? 1
}

function readCursor(value: unknown): string | undefined {
  const text = readTextOrNumber(value)
  return text === undefined || !/^(?:https?:)?\/|\?/.test(text) ? text : cursorOfAddress(text)
}

function cursorOfAddress(address: string): string | undefined {
  const query = [...new URLSearchParams(address.split('?')[1] ?? '')]
  return query.find(([name, value]) => value && /cursor|after|token|next|mark/i.test(name))?.[1]
}

/** True if a header links to the next page (RFC 8288). */
const isLinked = (header: unknown) => /;[^,]*rel="?[^",;]*\bnext\b/i.test([header].flat().join(','))
