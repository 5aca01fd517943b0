import { calendarDate, type CalendarDate } from '../../shared/calendar-date.ts'
import { readTextOrNumber } from './fields.ts'

/** Reads a date in any common, unambiguous form: ISO, year first, three numbers, or the documents' month/day/year. */
export function readDate(value: unknown): CalendarDate | undefined {
  const stated = typeof value === 'string' ? statedDate(value) : undefined
  const text = stated ? undefined : readTextOrNumber(value)
  if (text === undefined) return stated
  return /^\d{4}/.test(text) ? (yearFirst(text) ?? compact(text)) : yearLast(text)
}

/** Reads month/day/year and year-month-day as the documents state them, at hardly a cost; undefined for any other form. */
export function statedDate(text: string): CalendarDate | undefined {
  if (text.length === 10 && text[4] === '-' && text[7] === '-')
    return calendarDate(digits(text, 0, 4), digits(text, 5, 7), digits(text, 8, 10))
  const first = text.indexOf('/')
  const second = text.indexOf('/', first + 1)
  if (first < 1 || first > 2 || second - first > 3 || text.length - second !== 5) return undefined
  const [month, day] = [digits(text, 0, first), digits(text, first + 1, second)]
  return calendarDate(digits(text, second + 1, text.length), month, day)
}

const zero = '0'.charCodeAt(0)

/** Reads the number that a part of a text writes in digits alone; NaN for anything else. */
function digits(text: string, from: number, to: number): number {
  let number = from < to ? 0 : NaN
  for (let at = from; at < to; at += 1) {
    const digit = text.charCodeAt(at) - zero
    number = digit >= 0 && digit <= 9 ? number * 10 + digit : NaN
  }
  return number
}

/** Reads ms since 1970 of a moment that says its zone; without one it could be any. */
export function readMoment(value: unknown): number | undefined {
  if (typeof value !== 'string' || !/(?:z|[+-]\d\d:?\d\d)$/i.test(value)) return undefined
  const ms = Date.parse(value)
  return Number.isNaN(ms) ? undefined : ms
}

/** 1984-03-07, 1984/3/7, 1984.03.07, and a time after it that does not make another day of it. */
function yearFirst(text: string): CalendarDate | undefined {
  const match = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?:[T ]+(\d{2}):?(\d{2})\S*)?$/i.exec(text)
  if (!match) return undefined
  const [, year, , month, day, hours = '0'] = match
  // A moment of UTC after noon is the midnight of a place to the east, and there the next day.
  if (Number(hours) > 12 && /(?:z|[+-]00:?00)$/i.test(text)) return undefined
  return calendarDate(Number(year), Number(month), Number(day))
}

/** 3/7/1984 as the documents state it, 7.3.1984 as the dot is used; with `-` only what can be one day alone. */
function yearLast(text: string): CalendarDate | undefined {
  const match = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})(?:[T ,]+\d{1,2}:.*)?$/i.exec(text)
  if (!match) return undefined
  const [first, second, year] = [Number(match[1]), Number(match[3]), Number(match[4])]
  const monthFirst = calendarDate(year, first, second)
  if (match[2] === '/') return monthFirst
  const dayFirst = calendarDate(year, second, first)
  if (match[2] === '.') return dayFirst
  return monthFirst && dayFirst && first !== second ? undefined : (monthFirst ?? dayFirst)
}

function compact(text: string): CalendarDate | undefined {
  const match = /^((?:18|19|20)\d{2})(\d{2})(\d{2})$/.exec(text)
  return match ? calendarDate(Number(match[1]), Number(match[2]), Number(match[3])) : undefined
}
