import { calendarDate, type CalendarDate } from '../../shared/calendar-date.ts'

/**
 * Reads a date as the service writes it: month/day/year, padded or not, or an ISO date, with or without a
 * time after it. Undefined when it is neither, or no day of the calendar.
 */
export function parseServiceDate(text: string): CalendarDate | undefined {
  const iso = /^(\d{4})-(\d{2})-(\d{2})(?:T.*)?$/.exec(text.trim())
  const american = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text.trim())
  const parts = iso?.slice(1) ?? (american && [american[3], american[1], american[2]])
  if (!parts) return undefined
  const [year = 0, month = 0, day = 0] = parts.map(Number)
  return calendarDate(year, month, day)
}
