import { calendarDate, type DatePart } from '../shared/calendar-date.ts'

/** Splits `YYYY-MM-DD`, which may be partial (`1950--`); empty parts for any other text. */
export function dateParts(text: string): Record<DatePart, string> {
  const [, year = '', month = '', day = ''] = /^(\d*)-(\d*)-(\d*)$/.exec(text) ?? []
  return { year, month, day }
}

/** Joins parts to `YYYY-MM-DD`, empty when all of them are; the opposite of `dateParts`. */
export function fromDateParts({ year, month, day }: Record<DatePart, string>): string {
  return year || month || day ? `${year}-${month}-${day}` : ''
}

/** Pads month and day to two digits, once they are given. */
export function padDate(text: string): string {
  const { year, month, day } = dateParts(text)
  const pad = (part: string) => (part === '' ? '' : part.padStart(2, '0'))
  return fromDateParts({ year, month: pad(month), day: pad(day) })
}

/** Checks that a year is written in full, between 1880 and 2200. */
export function isTypedYear(text: string): boolean {
  return /^\d{4}$/.test(text) && Number(text) >= 1880 && Number(text) <= 2200
}

/** Checks that `YYYY-MM-DD` is a day of the calendar, between the years 1880 and 2200. */
export function isTypedDate(text: string): boolean {
  const { year, month, day } = dateParts(padDate(text))
  if (!isTypedYear(year) || month.length !== 2 || day.length !== 2) return false
  return calendarDate(Number(year), Number(month), Number(day)) !== undefined
}
