import { getLocale } from '../../../i18n/paraglide/runtime.js'
import { monthNames } from '../../../shared/calendar-date.ts'
import type { Locale } from '../../../shared/ipc.ts'

/** Returns the names of the twelve months with a capital letter, as on a key. */
export function monthLabels(locale: Locale = getLocale()): readonly string[] {
  return monthNames(locale).map(
    (name) => name.slice(0, 1).toLocaleUpperCase(locale) + name.slice(1),
  )
}

/** Writes a date of the form YYYY-MM-DD in words; other text stays as it is. */
export function dateInWords(date: string, locale: Locale = getLocale()): string {
  const time = Date.parse(`${date}T00:00:00Z`)
  if (Number.isNaN(time)) return date
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(time)
}

/** Writes a time of the form HH:MM as spoken, on one line; other text stays as it is. */
export function timeInWords(time: string, locale: Locale = getLocale()): string {
  const at = Date.parse(`1970-01-01T${time}Z`)
  if (Number.isNaN(at)) return time
  const said = new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone: 'UTC' }).format(at)
  return said.replace(/\s/g, '\u00a0')
}

/** Reads the month (1 to 12) from typed text: its number, or the only name that begins so. Null while undecided. */
export function monthFrom(text: string, locale: Locale = getLocale()): number | null {
  const typed = text.trim().toLocaleLowerCase(locale)
  if (/^\d+$/.test(typed)) return Number(typed) >= 1 && Number(typed) <= 12 ? Number(typed) : null
  if (typed === '') return null
  const [found, ...others] = monthLabels(locale)
    .map((name, index) => ({ name: name.toLocaleLowerCase(locale), month: index + 1 }))
    .filter(({ name }) => name.startsWith(typed))
  return found && others.length === 0 ? found.month : null
}

/** Checks that no further key could make the typed text another month: `1` could become 12. */
export function isWholeMonth(text: string, locale: Locale = getLocale()): boolean {
  return text.trim() !== '1' && monthFrom(text, locale) !== null
}
