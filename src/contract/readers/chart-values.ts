import { isoDate } from '../../shared/calendar-date.ts'
import type { Id } from '../values.ts'
import { sameId } from '../values.ts'
import { readDate, readMoment } from './dates.ts'
import { find, unwrap } from './layers.ts'
import { readPage } from './lists.ts'
import { readerOf, type Reader } from './reading.ts'
import { isFields, pick, type Fields } from './record.ts'
import { readId, readPatientId, readText } from './values.ts'
import { names } from './vocabulary.ts'

/** When something was: ms since 1970, or a day (YYYY-MM-DD) where no time, or no zone, is said. */
export type ReadDate = number | string

/** What every record of a patient's chart says of itself. */
export interface ReadChartRecord {
  readonly id: Id
  /** Undefined where it does not say whose it is. */
  readonly patientId: Id | undefined
}

/** A page of records. */
export interface ReadChartPage<T> {
  readonly items: readonly T[]
  readonly nextCursor: string | null
}

/** Reads one record; `layers` are its objects, the innermost first. Undefined where it is none. */
type ReadRecord<T> = (layers: readonly Fields[]) => T | undefined

/**
 * A page of records. One row that cannot be read makes all of it unreadable: what is left out of a chart would be taken for
 * what is not there.
 */
export const recordsReader = <T>(expected: string, read: ReadRecord<T>): Reader<ReadChartPage<T>> =>
  readerOf(expected, ({ status, body, headers }) => {
    if (status === 204) return { items: [], nextCursor: null }
    const page = readPage(body, headers)
    if (!page) return undefined
    const items = page.items.flatMap((row) => (isFields(row) ? (read([row]) ?? []) : []))
    return items.length === page.items.length ? { ...page, items } : undefined
  })

/** The record that was asked for, alone or in what is wrapped around it under one of `recordNames`. */
export const recordReader = <T extends ReadChartRecord>(
  expected: string,
  recordNames: readonly string[],
  read: ReadRecord<T>,
  asked: Id,
): Reader<T> =>
  readerOf(expected, ({ body }) => {
    const record = read(unwrap(body, recordNames).layers)
    return record && sameId(record.id, asked) ? record : undefined
  })

/** Id and patient of a record; undefined where it has no id. */
export function recordOf(
  layers: readonly Fields[],
  idNames: readonly string[] = names.id,
): ReadChartRecord | undefined {
  const id = find(layers, idNames, readId)
  return id === undefined ? undefined : { id, patientId: find(layers, patientNames, readPatientId) }
}
const patientNames = ['patientId', 'patient.id', 'patient.patientId', 'patient', 'subject']

/** The first of the named texts; null where there is none. */
export const textOf = (layers: readonly Fields[], fields: readonly string[]): string | null =>
  find(layers, fields, readText) ?? null

/** The same for what may be a number, too. */
export const valueOf = (layers: readonly Fields[], fields: readonly string[]): string | null =>
  find(layers, fields, (value) => (Number.isFinite(value) ? String(value) : readText(value))) ??
  null

/** The first of the named dates; null where there is none. */
export const dateOf = (layers: readonly Fields[], fields: readonly string[]): ReadDate | null =>
  find(layers, fields, readWhen) ?? null

/** A decimal number, also as a text or beside its currency; null where there is none. */
export const amountOf = (layers: readonly Fields[], fields: readonly string[]): number | null =>
  find(layers, fields, readAmount) ?? null

/** All the named texts of a list. A single one counts as a list of one. */
export const textsOf = (layers: readonly Fields[], fields: readonly string[]): readonly string[] =>
  find(layers, fields, (value) => {
    const list: readonly unknown[] = Array.isArray(value) ? value : [value]
    const texts = list.flatMap((each) => (isFields(each) ? textIn(each) : readText(each)) ?? [])
    return texts.length > 0 ? texts : undefined
  }) ?? []

const textIn = (fields: Fields) =>
  readText(pick(fields, ['name', 'code', 'text', 'description', 'value', 'display', 'title']))

function readAmount(value: unknown): number | undefined {
  if (isFields(value)) return readAmount(pick(value, ['amount', 'value']))
  const text = typeof value === 'string' ? value.trim() : ''
  const number = /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}

/** Years in which something of a living patient can be: 0001 is how some programs write that there is no date. */
const [firstYear, lastYear] = [1880, 2200]

function readWhen(value: unknown): ReadDate | undefined {
  const moment = readMoment(value)
  const day = moment === undefined ? readDate(value) : undefined
  const year = moment === undefined ? day?.year : new Date(moment).getUTCFullYear()
  if (year === undefined || year < firstYear || year > lastYear) return undefined
  return moment ?? (day && isoDate(day))
}
