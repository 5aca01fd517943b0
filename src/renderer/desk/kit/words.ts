import { m } from '../../../i18n/paraglide/messages.js'
import { getLocale } from '../../../i18n/paraglide/runtime.js'
import type { RecordDate } from '../../../shared/desk/record-fields.ts'

let zoneOfNow: () => string | undefined = () => undefined
/** Has moments be written in the time zone that `zone` returns (IANA), undefined for this machine's. */
export const overwriteTimeZone = (zone: () => string | undefined): void => {
  zoneOfNow = zone
}
/** Returns the time zone in which moments are written; undefined for this machine's. */
export const getTimeZone = (): string | undefined => zoneOfNow()

const formatted = (at: number, format: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(getLocale(), { timeZone: zoneOfNow(), ...format }).format(at)

/** Writes the time of day of a moment (ms since 1970), at the location or in another time zone (IANA). */
export const timeWords = (at: number, timeZone?: string | null): string =>
  formatted(at, { hour: 'numeric', minute: '2-digit', ...(timeZone && { timeZone }) })

/** Writes the day of a moment, with its weekday. */
export const dayWords = (at: number): string =>
  formatted(at, { weekday: 'long', month: 'long', day: 'numeric' })

/** Writes the day and time of a moment. */
export const momentWords = (at: number): string =>
  formatted(at, { dateStyle: 'medium', timeStyle: 'short' })

/** Writes the day, with its weekday and year, and the time of a moment, at the location or in another time zone (IANA). */
export const dayAndTimeWords = (at: number, timeZone?: string | null): string =>
  formatted(at, {
    ...(timeZone && { timeZone }),
    weekday: 'short',
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  })

/** Writes day and time of a moment to the second. */
export const secondWords = (at: number): string =>
  formatted(at, { dateStyle: 'medium', timeStyle: 'medium' })

/** Writes a day of the calendar (YYYY-MM-DD), wherever this machine stands. */
export const calendarDayWords = (day: string, format: Intl.DateTimeFormatOptions): string =>
  formatted(Date.parse(`${day}T00:00:00Z`), { ...format, timeZone: 'UTC' })

/** Writes a day: a moment's at the location, or the calendar's (YYYY-MM-DD); a dash for none. */
export function dateWords(date: RecordDate): string {
  if (date === null) return '–'
  return typeof date === 'string'
    ? calendarDayWords(date, { dateStyle: 'medium' })
    : formatted(date, { dateStyle: 'medium' })
}

/** Quotes an answer; a day of the calendar (YYYY-MM-DD) is written as a reader of this language does. */
export const answerWords = (text: string): Said =>
  /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))
    ? { text: calendarDayWords(text, { dateStyle: 'long' }) }
    : said(text)

/** Writes an amount in its currency, if that is one (ISO 4217); a dash for none. */
export function moneyWords(amount: number | null, currency: string | null): string {
  if (amount === null) return '–'
  const code = currency?.trim().toUpperCase() ?? ''
  if (/^[A-Z]{3}$/.test(code))
    return new Intl.NumberFormat(getLocale(), { style: 'currency', currency: code }).format(amount)
  return new Intl.NumberFormat(getLocale(), { minimumFractionDigits: 2 }).format(amount)
}

/** Writes a number as a reader does; a dash for none. */
export const numberWords = (value: number | null): string =>
  value === null ? '–' : new Intl.NumberFormat(getLocale()).format(value)

/** Text, and if it is in the service's words, in any language. */
export interface Said {
  readonly text: string
  readonly isSaid?: boolean
}

/** Quotes the service; a dash, or the given word, if it says nothing. */
export const said = (text: string | null | undefined, unsaid = '–'): Said =>
  text ? { text, isSaid: true } : { text: unsaid }

/** Translates a word of the service to ours if `known` has one for its letters, else keeps theirs. */
export function shownWord(
  theirs: string | null,
  known: (inputs: { readonly word: string }) => string,
): Said {
  if (theirs === null) return { text: m.desk_list_not_said() }
  const word = theirs.replace(/[^A-Za-z]/g, '').toLowerCase()
  const words = known({ word: word.replace('canceled', 'cancelled') })
  return words ? { text: words } : { text: theirs.replaceAll('_', ' '), isSaid: true }
}

/** Tells how many rows of a list are left out because they name no owner; '' for none. */
export const notShownWords = (count: number): string =>
  count > 0 ? m.desk_list_not_shown({ count }) : ''

/** Reads the whole numbers of a text such as `11, 12`; undefined for other text. An empty text has none. */
export function numbersIn(text: string): number[] | undefined {
  const parts = text.split(/[\s,;]+/).filter((part) => part !== '')
  const areNumbers = parts.every((part) => /^[1-9]\d{0,14}$/.test(part))
  return areNumbers ? [...new Set(parts.map(Number))] : undefined
}

/** Returns the lines of a text, each once. */
export const linesOf = (text: string): string[] =>
  [...new Set(text.trim().split(/\s*\n\s*/))].filter(Boolean)
