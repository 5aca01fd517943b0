import type { Locale } from '../../../../shared/locale.ts'

/** The day of a moment (ms since 1970), as this machine's calendar has it. */
export function dateWords(at: number, locale: Locale): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }).format(at)
}
