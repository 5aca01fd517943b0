import { getLocale } from '../../../i18n/paraglide/runtime.js'

/** Writes a moment (ms since 1970): its time, and its date if not of this day; `timeZone` (IANA) is else this machine's. */
export function momentInWords(at: number, now = Date.now(), timeZone?: string): string {
  const dayOf = (moment: number) => new Date(moment).toLocaleDateString('en', { timeZone })
  const day = dayOf(at) === dayOf(now) ? {} : ({ month: 'short', day: 'numeric' } as const)
  const format = { ...day, hour: 'numeric', minute: '2-digit', timeZone } as const
  return new Intl.DateTimeFormat(getLocale(), format).format(at)
}
