/** A date without a time, of the Gregorian calendar. `month` and `day` count from 1. */
export interface CalendarDate {
  readonly year: number
  readonly month: number
  readonly day: number
}

export type DatePart = keyof CalendarDate

/** Makes a date; undefined where the calendar has no such day. */
export function calendarDate(year: number, month: number, day: number): CalendarDate | undefined {
  const exists = Number.isInteger(year) && Number.isInteger(day) && day >= 1
  return exists && day <= daysIn(year, month) ? { year, month, day } : undefined
}

const monthDays = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** 0 where there is no such month. */
function daysIn(year: number, month: number): number {
  const isLeapYear = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  return month === 2 && isLeapYear ? 29 : (monthDays[month - 1] ?? 0)
}

/** Returns the date of a moment where this machine stands. */
export function localDate(moment: Date): CalendarDate {
  return { year: moment.getFullYear(), month: moment.getMonth() + 1, day: moment.getDate() }
}

/** Writes a date as YYYY-MM-DD. */
export function isoDate({ year, month, day }: CalendarDate): string {
  const padded = (value: number, length: number) => String(value).padStart(length, '0')
  return `${padded(year, 4)}-${padded(month, 2)}-${padded(day, 2)}`
}

/** Compares dates: below 0 where `a` is before `b`, above 0 where it is after it. */
export function compareDates(a: CalendarDate, b: CalendarDate): number {
  return a.year - b.year || a.month - b.month || a.day - b.day
}

/** Lists the parts of a date in the order in which people write them in a language (BCP 47). */
export function datePartOrder(locale: string): readonly DatePart[] {
  const format = new Intl.DateTimeFormat(locale, { year: 'numeric', month: 'long', day: 'numeric' })
  return format
    .formatToParts(0)
    .flatMap(({ type }) => (type === 'year' || type === 'month' || type === 'day' ? [type] : []))
}

/** Lists the names of the months as they stand alone in a language (BCP 47), January first. */
export function monthNames(locale: string): readonly string[] {
  const format = new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' })
  return Array.from({ length: 12 }, (_, month) => format.format(Date.UTC(2000, month, 1)))
}

/** Formats a moment as HH:MM by this machine's clock, which shows the time of the clinic that it stands in. */
export function clockTime(date: Date): string {
  const twoDigits = (number: number) => String(number).padStart(2, '0')
  return `${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`
}

/** Checks that no further digit can belong to the typed day of a month: a second one to 4, or a third one. */
export function isWholeDay(digits: string): boolean {
  return digits.length === 2 || Number(digits) > 3
}
