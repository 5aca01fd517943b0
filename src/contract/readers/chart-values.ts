import { isoDate } from '../../shared/calendar-date.ts'
import { sameId, type Id } from '../values.ts'
import { readDate, readMoment } from './dates.ts'
import {
  find,
  isFields,
  pick,
  readId,
  readNumber,
  readText,
  readTextOrNumber,
  unwrap,
  type Fields,
} from './fields.ts'
import { pageReader, type Page } from './lists.ts'
import { readerOf, type Reader } from './reading.ts'

/** ms since 1970, or a day (YYYY-MM-DD) where no time, or no zone, is said. */
export type ReadDate = number | string

/** Fields that every record of a patient's chart has. */
export interface ReadChartRecord {
  readonly id: Id
  /** Undefined where it does not say whose it is. */
  readonly patientId: Id | undefined
}

export type ReadChartPage<T> = Page<T>

/** Finds one value of a record; `layers` are its objects, the innermost first. */
type Value<T> = (layers: readonly Fields[]) => T

/** A record of a chart as these values make it. */
type RecordOf<V> = ReadChartRecord & {
  readonly [K in keyof V]: V[K] extends Value<infer T> ? T : never
}

/** Makes the two readers of a kind of chart record, `noun` as in `an invoice`; it may stand under `name` in its answer. */
export function chartReaders<const V extends Readonly<Record<string, Value<unknown>>>>(
  about: { readonly list: string; readonly one: string; readonly name: string },
  values: V,
) {
  const recordIn = (layers: readonly Fields[]): RecordOf<V> | undefined => {
    const id = find(layers, 'id', readId)
    if (id === undefined) return undefined
    const patientId = find(layers, 'patientId', readId)
    const read = Object.entries(values).map(([name, value]) => [name, value(layers)] as const)
    return { id, patientId, ...Object.fromEntries(read) } as RecordOf<V>
  }
  return {
    /** Every row must be readable: staff would take an omitted one for a record that does not exist. */
    page: pageReader(about.list, 'every', (row) => recordIn([row])),
    one: (asked: Id): Reader<RecordOf<V>> =>
      readerOf(about.one, ({ body }) => {
        const record = recordIn(unwrap(body, about.name).layers)
        return record && sameId(record.id, asked) ? record : undefined
      }),
  }
}

/** Reads a text; null where there is none. */
export const text =
  (field: string): Value<string | null> =>
  (layers) =>
    find(layers, field, readText) ?? null

/** Reads a text or a number as it was written; null where there is none. */
export const written =
  (field: string): Value<string | null> =>
  (layers) =>
    find(layers, field, readTextOrNumber) ?? null

/** Reads a date; null where there is none. */
export const date =
  (field: string): Value<ReadDate | null> =>
  (layers) =>
    find(layers, field, readWhen) ?? null

/** Reads a decimal number; null where there is none. */
export const amount =
  (field: string): Value<number | null> =>
  (layers) =>
    find(layers, field, readNumber) ?? null

/** Reads all texts of a list; a single one counts as a list of one. */
export const texts =
  (field: string): Value<readonly string[]> =>
  (layers) =>
    find(layers, field, (value) => {
      const list: readonly unknown[] = Array.isArray(value) ? value : [value]
      const found = list.flatMap(
        (each) => readText(isFields(each) ? pick(each, 'name') : each) ?? [],
      )
      return found.length > 0 ? found : undefined
    }) ?? []

/** Years in which something of a living patient can be: 0001 is how some programs write that there is no date. */
const [firstYear, lastYear] = [1880, 2200]

function readWhen(value: unknown): ReadDate | undefined {
  const moment = readMoment(value)
  const day = moment === undefined ? readDate(value) : undefined
  const year = moment === undefined ? day?.year : new Date(moment).getUTCFullYear()
  if (year === undefined || year < firstYear || year > lastYear) return undefined
  return moment ?? (day && isoDate(day))
}
