import { getLocale } from '../../i18n/paraglide/runtime.js'
import type { ConnectionState } from '../../shared/connection.ts'

export interface Question {
  readonly title: string
  readonly text: string
  readonly yes: string
  readonly no: string
}

/** Returns the sign of a connection's state. */
export function connectionSign(state: ConnectionState): 'none' | 'good' | 'bad' {
  if (state === 'unknown') return 'none'
  return state === 'online' ? 'good' : 'bad'
}

/** Writes the date of a moment (ms since 1970), with its year. */
export function dayInWords(at: number): string {
  return new Intl.DateTimeFormat(getLocale(), { dateStyle: 'long' }).format(at)
}

/** Writes from one day to another, both such as `2026-03-03`; the day alone if they are the same. */
export function daysInWords(first: string, last: string): string {
  const format = { month: 'short', day: 'numeric', timeZone: 'UTC' } as const
  return new Intl.DateTimeFormat(getLocale(), format).formatRange(new Date(first), new Date(last))
}

/** Writes a time in minutes and seconds, leaving out zeros. */
export function durationInWords(seconds: number): string {
  const unit = (value: number, name: 'minute' | 'second') =>
    new Intl.NumberFormat(getLocale(), { style: 'unit', unit: name, unitDisplay: 'long' })
      .format(value)
      .replace(' ', '\u00a0')
  const minutes = Math.floor(seconds / 60)
  const rest = seconds % 60
  const parts = [
    ...(minutes > 0 ? [unit(minutes, 'minute')] : []),
    ...(rest > 0 || minutes === 0 ? [unit(rest, 'second')] : []),
  ]
  return new Intl.ListFormat(getLocale(), { type: 'unit' }).format(parts)
}
