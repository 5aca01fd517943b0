/** A date as it is being typed; any part may still be empty. Digits only. */
export interface DateParts {
  readonly year: string
  readonly month: string
  readonly day: string
}
export type DatePart = keyof DateParts

const years = { first: 1880, last: 2200 }

/** The parts of `YYYY-MM-DD`, which may be partial (`1950--`); empty parts for anything else. */
export function dateParts(text: string): DateParts {
  const [, year = '', month = '', day = ''] = /^(\d*)-(\d*)-(\d*)$/.exec(text) ?? []
  return { year, month, day }
}

/** `YYYY-MM-DD` from its parts, empty when all of them are; the opposite of `dateParts`. */
export function fromDateParts({ year, month, day }: DateParts): string {
  return year || month || day ? `${year}-${month}-${day}` : ''
}

/** Month and day with two digits, once they are given. */
export function padDate(text: string): string {
  const { year, month, day } = dateParts(text)
  const pad = (part: string) => (part === '' ? '' : part.padStart(2, '0'))
  return fromDateParts({ year, month: pad(month), day: pad(day) })
}

/** Whether `YYYY-MM-DD` is a day of the calendar, between the years 1880 and 2200. */
export function isCalendarDate(text: string): boolean {
  const { year, month, day } = dateParts(padDate(text))
  if (!/^\d{4}$/.test(year) || month.length !== 2 || day.length !== 2) return false
  const [y, m, d] = [Number(year), Number(month), Number(day)]
  const date = new Date(Date.UTC(y, m - 1, d))
  return (
    y >= years.first && y <= years.last && date.getUTCMonth() === m - 1 && date.getUTCDate() === d
  )
}

/** The order in which a language writes day, month and year. */
export function datePartOrder(locale: string): DatePart[] {
  const format = new Intl.DateTimeFormat(locale, {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
  })
  return format
    .formatToParts(Date.UTC(2000, 0, 15))
    .flatMap(({ type }) => (type === 'year' || type === 'month' || type === 'day' ? [type] : []))
}

/** The names of the twelve months, January first. */
export function monthNames(locale: string): string[] {
  const format = new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' })
  return Array.from({ length: 12 }, (_, month) => format.format(Date.UTC(2000, month, 1)))
}
