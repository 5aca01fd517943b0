import { getLocale } from '../../../i18n/paraglide/runtime.js'

const isSameDay = (one: number, other: number) =>
  new Date(one).toDateString() === new Date(other).toDateString()

/** Writes a moment (ms since 1970): its time, and, if it is not of this day, its date. */
export function momentInWords(at: number, now = Date.now()): string {
  const day = isSameDay(at, now) ? {} : ({ month: 'short', day: 'numeric' } as const)
  const format = { ...day, hour: 'numeric', minute: '2-digit' } as const
  return new Intl.DateTimeFormat(getLocale(), format).format(at)
}
