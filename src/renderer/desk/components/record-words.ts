import { m } from '../../../i18n/paraglide/messages.js'
import type { RecordDate } from '../../../shared/desk/chart-records.ts'
import type { Locale } from '../../../shared/locale.ts'

/** A day as a reader writes it: that of a moment by this machine's clock, or the calendar's; a dash where there is none. */
export function dateWords(date: RecordDate, locale: Locale): string {
  if (date === null) return '–'
  const isDay = typeof date === 'string'
  return new Intl.DateTimeFormat(locale, {
    ...{ year: 'numeric', month: 'short', day: 'numeric' },
    ...(isDay && { timeZone: 'UTC' }),
  }).format(isDay ? Date.parse(`${date}T00:00:00Z`) : date)
}

/** An amount in its currency, as far as that is one (ISO 4217); a dash where there is none. */
export function moneyWords(amount: number | null, currency: string | null, locale: Locale): string {
  if (amount === null) return '–'
  const code = currency?.trim().toUpperCase() ?? ''
  if (/^[A-Z]{3}$/.test(code))
    return new Intl.NumberFormat(locale, { style: 'currency', currency: code }).format(amount)
  return new Intl.NumberFormat(locale, { minimumFractionDigits: 2 }).format(amount)
}

/** A number as a reader writes it; a dash where there is none. */
export const numberWords = (value: number | null, locale: Locale): string =>
  value === null ? '–' : new Intl.NumberFormat(locale).format(value)

/** Our words for those of the service, by the letters of theirs. */
export type KnownWords = Readonly<Record<string, typeof m.desk_close>>

/** What is shown for a word of the service: ours where we know it, else theirs; `isOurs` says which. */
export function shownWord(
  said: string | null,
  known: KnownWords,
  locale: Locale,
): { readonly text: string; readonly isOurs: boolean } {
  if (said === null) return { text: m.desk_list_not_said({}, { locale }), isOurs: true }
  const word = said.replace(/[^A-Za-z]/g, '').toLowerCase()
  const ours = Object.hasOwn(known, word) ? known[word] : undefined
  return ours
    ? { text: ours({}, { locale }), isOurs: true }
    : { text: said.replaceAll('_', ' '), isOurs: false }
}

/** What stands beside a list of which rows are left out, as nobody says whose they are; '' where none is. */
export const notShownWords = (count: number, locale: Locale): string =>
  count > 0 ? m.desk_list_not_shown({ count }, { locale }) : ''
