import { err, ok, type Result } from '../../../shared/result.ts'
import type { CalendarDate } from '../service-port.ts'

const oldestYears = 130

const before = (a: CalendarDate, b: CalendarDate) =>
  a.year !== b.year ? a.year < b.year : a.month !== b.month ? a.month < b.month : a.day < b.day

/** Whether two dates are the same day. */
export function sameDate(a: CalendarDate, b: CalendarDate): boolean {
  return a.year === b.year && a.month === b.month && a.day === b.day
}

/** A date of birth from what was typed: a real day of the calendar, not after `today`, of a living person. */
export function parseDateOfBirth(
  typed: { readonly year: string; readonly month: string; readonly day: string },
  today: CalendarDate,
): Result<CalendarDate, 'notADate'> {
  const isDigits =
    /^\d{4}$/.test(typed.year) && [typed.month, typed.day].every((text) => /^\d{1,2}$/.test(text))
  if (!isDigits) return err('notADate')
  const date = { year: Number(typed.year), month: Number(typed.month), day: Number(typed.day) }
  const calendar = new Date(Date.UTC(date.year, date.month - 1, date.day))
  const exists =
    calendar.getUTCMonth() === date.month - 1 && calendar.getUTCDate() === date.day && date.day > 0
  const plausible = date.year >= today.year - oldestYears && !before(today, date)
  return exists && plausible ? ok(date) : err('notADate')
}
