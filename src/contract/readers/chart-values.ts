import { isoDate } from '../../shared/calendar-date.ts'
import type { Id } from '../values.ts'
import { readDate, readMoment } from './dates.ts'
import { isFields, pick, readId, readNumber, readText, readTextOrNumber } from './fields.ts'
import type { Page } from './lists.ts'
import { at, oneReader, recordOf, rowsReader, type Value } from './records.ts'

/** ms since 1970, or a day (YYYY-MM-DD) where no time, or no zone, is said. */
type ReadDate = number | string

/** Fields that every record of a patient's chart has. */
export interface ReadChartRecord {
  readonly id: Id
  /** Undefined where it does not say whose it is. */
  readonly patientId: Id | undefined
}

export type ReadChartPage<T> = Page<T>

/** Makes the two readers of a kind of chart record; it may stand under `name` in its answer. */
export function chartReaders<const V extends Readonly<Record<string, Value<unknown>>>>(
  about: { readonly list: string; readonly one: string; readonly name: string },
  values: V,
) {
  const record = recordOf({ patientId: at('patientId', readId), ...values })
  return {
    /** Every row must be readable: staff would take an omitted one for a record that does not exist. */
    page: rowsReader(about.list, 'every', record),
    one: oneReader(about.one, about.name, record),
  }
}

/** Reads a text; null where there is none. */
export const text = (field: string) => at(field, readText, null)

/** Reads a text or a number as it was written; null where there is none. */
export const written = (field: string) => at(field, readTextOrNumber, null)

/** Reads a date; null where there is none. */
export const date = (field: string) => at(field, readWhen, null)

/** Reads a decimal number; null where there is none. */
export const amount = (field: string) => at(field, readNumber, null)

/** Reads all texts of a list; a single one counts as a list of one. */
export const texts = (field: string) => at(field, readTexts, [])

function readTexts(value: unknown): readonly string[] | undefined {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value]
  const found = list.flatMap((each) => readText(isFields(each) ? pick(each, 'name') : each) ?? [])
  return found.length > 0 ? found : undefined
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
