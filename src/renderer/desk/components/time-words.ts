import type { Locale } from '../../../shared/locale.ts'

/** The time of day of a moment (ms since 1970), as this machine's clock shows it. */
export function timeWords(at: number, locale: Locale): string {
  return new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit' }).format(at)
}

/** The day of a moment, with its weekday. */
export function dayWords(at: number, locale: Locale): string {
  return new Intl.DateTimeFormat(locale, { weekday: 'long', month: 'long', day: 'numeric' }).format(
    at,
  )
}

/** The day and time of a moment. */
export function momentWords(at: number, locale: Locale): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(at)
}
