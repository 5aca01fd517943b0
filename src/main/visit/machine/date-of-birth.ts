import { calendarDate, compareDates, type CalendarDate } from '../../../shared/calendar-date.ts'
import { err, ok, type Result } from '../../../shared/result.ts'

const oldestYears = 130

/** A date of birth from what was typed: a real day of the calendar, not after `today`, of a living person. */
export function parseDateOfBirth(
  typed: { readonly year: string; readonly month: string; readonly day: string },
  today: CalendarDate,
): Result<CalendarDate, 'notADate'> {
  const isDigits =
    /^\d{4}$/.test(typed.year) && [typed.month, typed.day].every((text) => /^\d{1,2}$/.test(text))
  if (!isDigits) return err('notADate')
  const date = calendarDate(Number(typed.year), Number(typed.month), Number(typed.day))
  if (!date) return err('notADate')
  const isPlausible = date.year >= today.year - oldestYears && compareDates(date, today) <= 0
  return isPlausible ? ok(date) : err('notADate')
}
