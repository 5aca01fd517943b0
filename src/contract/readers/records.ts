import * as z from 'zod/mini'
import { isoDate } from '../../shared/calendar-date.ts'
import * as kinds from '../../shared/desk/record-fields.ts'
import { mapOk } from '../../shared/result.ts'
import { sameId, type Id } from '../values.ts'
import { readDate, readMoment } from './dates.ts'
import {
  find,
  readFlag,
  readId,
  readInteger,
  readNumber,
  readText,
  readTextOrNumber,
  readTexts,
  unwrap,
  type Fields,
} from './fields.ts'
import { pageReader } from './lists.ts'
import { readerOf, type Reader } from './reading.ts'

/** Finds one value of a record; `layers` are its objects, the innermost first. */
export type Value<T> = (layers: readonly Fields[]) => T
export type Values = Readonly<Record<string, Value<unknown>>>

type ValuesOf<V extends Values> = { readonly [K in keyof V]: ReturnType<V[K]> }

type RecordIn<T> = Value<T | undefined>

export type Found<R> = R extends RecordIn<infer T> ? T : never

/** Reads a field by its name, or by names with dots; `otherwise` where there is none. */
export function at<T>(field: string, read: (value: unknown) => T | undefined): Value<T | undefined>
export function at<T, F>(
  field: string,
  read: (value: unknown) => T | undefined,
  otherwise: F,
): Value<T | F>
export function at<T>(field: string, read: (value: unknown) => T | undefined, otherwise?: T) {
  return (layers: readonly Fields[]) => find(layers, field, read) ?? otherwise
}

/** Reads each of these values. */
export function valuesIn<const V extends Values>(
  layers: readonly Fields[],
  values: V,
): ValuesOf<V> {
  const read = Object.entries(values).map(([name, value]) => [name, value(layers)] as const)
  return Object.fromEntries(read) as ValuesOf<V>
}

/** Describes a kind of record by its values, besides its id. */
export const recordOf =
  <const V extends Values>(values: V): RecordIn<{ readonly id: Id } & ValuesOf<V>> =>
  (layers) => {
    const id = find(layers, 'id', readId)
    return id === undefined ? undefined : { id, ...valuesIn(layers, values) }
  }

/** Readings of fields by the kind as which a page shows them; any other is words. */
const readings = new Map<z.ZodMiniType, (value: unknown) => unknown>([
  [kinds.written, readTextOrNumber],
  [kinds.amount, readNumber],
  [kinds.count, readCount],
  [kinds.recordDate, readWhen],
  [kinds.moment, readMoment],
  [kinds.flag, readFlag],
  [kinds.texts, readTexts],
])

/** Describes a kind of record by what a page shows of it; `more` holds values that are found in another way. */
export function recordAs<F extends z.core.$ZodShape, const V extends Values>(
  shown: F,
  more: V,
): RecordIn<{ readonly id: Id } & z.output<z.ZodMiniObject<F>> & ValuesOf<V>> {
  const schema = z.object(shown)
  const record = recordOf({ ...mapFields(shown), ...more })
  return (layers) => {
    const read = record(layers)
    return schema.safeParse(read).success ? (read as never) : undefined
  }
}

const mapFields = (shown: z.core.$ZodShape): Values =>
  Object.fromEntries(
    Object.entries(shown).map(([name, kind]) => [
      name,
      at(name, readings.get(kind as z.ZodMiniType) ?? readText, kind === kinds.texts ? [] : null),
    ]),
  )

/** Reads a whole number from 0 on. */
export function readCount(value: unknown): number | undefined {
  const count = readInteger(value)
  return count !== undefined && count >= 0 ? count : undefined
}

/** Years in which something of a living patient can be: 0001 is how some programs write that there is no date. */
const [firstYear, lastYear] = [1880, 2200]

function readWhen(value: unknown): number | string | undefined {
  const moment = readMoment(value)
  const day = moment === undefined ? readDate(value) : undefined
  const year = moment === undefined ? day?.year : new Date(moment).getUTCFullYear()
  if (year === undefined || year < firstYear || year > lastYear) return undefined
  return moment ?? (day && isoDate(day))
}

/** Makes the reader of a page of records; see `pageReader`. */
export const rowsReader = <T>(
  expected: string,
  readable: Parameters<typeof pageReader>[1],
  recordIn: RecordIn<T>,
) => pageReader(expected, readable, (row) => recordIn([row]))

/** Makes the reader of a whole list; one of nothing but rows without an id cannot be read. */
export function listReader<T>(expected: string, recordIn: RecordIn<T>): Reader<readonly T[]> {
  const page = rowsReader(expected, 'some', recordIn)
  return (answer) => mapOk(page(answer), ({ items }) => items)
}

/** Makes the reader of the record that was asked for, which may stand under `name` in its answer. */
export const oneReader =
  <T extends { readonly id: Id }>(expected: string, name: string, recordIn: RecordIn<T>) =>
  (asked: Id): Reader<T> =>
    readerOf(expected, ({ body }) => {
      const record = recordIn(unwrap(body, name).layers)
      return record && sameId(record.id, asked) ? record : undefined
    })

/** Makes the readers of a kind of record: of its pages (see `pageReader`), and of one, perhaps under `name`. */
export const readersOf = <T extends { readonly id: Id }>(
  words: { readonly list: string; readonly one: string; readonly name?: string },
  readable: Parameters<typeof pageReader>[1],
  recordIn: RecordIn<T>,
) => ({
  page: rowsReader(`a list of ${words.list}`, readable, recordIn),
  one: oneReader(`the ${words.one} that was asked for`, words.name ?? words.one, recordIn),
})
