/** A date without a time, of the Gregorian calendar. `month` and `day` count from 1. */
export interface CalendarDate {
  readonly year: number
  readonly month: number
  readonly day: number
}

/** A part of a date that a person types. */
export type DatePart = keyof CalendarDate

/** The date of these numbers; undefined where the calendar has no such day. */
export function calendarDate(year: number, month: number, day: number): CalendarDate | undefined {
  const date = new Date(0)
  // `Date.UTC` takes a year before 100 for one of the twentieth century.
  date.setUTCFullYear(year, month - 1, day)
  const exists =
    date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return exists ? { year, month, day } : undefined
}

/** The date of a moment where this machine stands. */
export function localDate(moment: Date): CalendarDate {
  return { year: moment.getFullYear(), month: moment.getMonth() + 1, day: moment.getDate() }
}

/** Below 0 where `a` is before `b`, above 0 where it is after it, 0 on the same day. */
export function compareDates(a: CalendarDate, b: CalendarDate): number {
  return a.year - b.year || a.month - b.month || a.day - b.day
}

/** The parts of a date in the order in which people write them in a language (BCP 47). */
export function datePartOrder(locale: string): readonly DatePart[] {
  const format = new Intl.DateTimeFormat(locale, { year: 'numeric', month: 'long', day: 'numeric' })
  return format
    .formatToParts(0)
    .flatMap(({ type }) => (type === 'year' || type === 'month' || type === 'day' ? [type] : []))
}

/** The names of the twelve months as they stand alone in a language (BCP 47), January first. */
export function monthNames(locale: string): readonly string[] {
  const format = new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' })
  return Array.from({ length: 12 }, (_, month) => format.format(Date.UTC(2000, month, 1)))
}
