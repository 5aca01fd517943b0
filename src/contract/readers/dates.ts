import { calendarDate, type CalendarDate } from '../../shared/calendar-date.ts'
import { isFields, pick, type Fields } from './fields.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** A number of seconds since 1970 is below it for any birth; one of milliseconds above it, but for some months. */
const leastMilliseconds = 1e10

/**
 * Reads a date in any common, unambiguous form: ISO, year first, the documents' month/day/year, three numbers, or
 * Unix seconds or ms.
 */
export function readDate(value: unknown): CalendarDate | undefined {
  if (typeof value === 'number') return fromEpoch(value)
  if (typeof value === 'string') return statedDate(value) ?? fromText(value.trim())
  if (Array.isArray(value)) return fromList(value)
  return isFields(value) ? fromParts(value) : undefined
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

/** ms since 1970 of a moment that says its zone; without one it could be any. A number is one of ms or of seconds. */
export function readMoment(value: unknown): number | undefined {
  if (typeof value === 'number') return fromNumber(value)
  if (typeof value !== 'string' || !/(?:z|[+-]\d\d:?\d\d)$/i.test(value)) return undefined
  const ms = Date.parse(value)
  return Number.isNaN(ms) ? undefined : ms
}

/** Of our century and the end of the one before; nothing else is a moment of an appointment. */
function fromNumber(value: number): number | undefined {
  if (value >= 8e11 && value < 1e13) return value
  return value >= 8e8 && value < 1e10 ? value * 1_000 : undefined
}

function fromText(text: string): CalendarDate | undefined {
  return (/^\d{4}/.test(text) ? yearFirst(text) : yearLast(text)) ?? fromDigits(text) ?? undefined
}

/** [1984, 3, 7], as Java writes a date. */
function fromList(value: readonly unknown[]): CalendarDate | undefined {
  const [year, month, day] = value.map(Number)
  if (year === undefined || month === undefined || day === undefined) return undefined
  return year >= 1_000 ? calendarDate(year, month, day) : undefined
}

/** 1984-03-07, 1984/3/7, 1984.03.07, and a time after it that does not make another day of it. */
function yearFirst(text: string): CalendarDate | undefined {
  const match = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?:[T ]+(\d{2}):?(\d{2})\S*)?$/i.exec(text)
  if (!match) return undefined
  const [, year, , month, day, hours = '0'] = match
  return isOtherDay(text, Number(hours))
    ? undefined
    : calendarDate(Number(year), Number(month), Number(day))
}

/** A moment of UTC after noon is the midnight of a place to the east, and there the next day. */
function isOtherDay(text: string, hours: number): boolean {
  return hours > 12 && /(?:z|[+-]00:?00)$/i.test(text)
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

/** 19840307; any other number is one of seconds or milliseconds. */
function fromDigits(text: string): CalendarDate | undefined {
  const match = /^((?:18|19|20)\d{2})(\d{2})(\d{2})$/.exec(text)
  if (match) return calendarDate(Number(match[1]), Number(match[2]), Number(match[3]))
  const wrapped = /^\/Date\((-?\d+)(?:[+-]\d{4})?\)\/$/.exec(text)?.[1]
  return /^-?\d{6,14}$/.test(wrapped ?? text) ? fromEpoch(Number(wrapped ?? text)) : undefined
}

/** 1984: as seconds since 1970 it is half an hour of the first day, and a year far more likely. */
const isYear = (value: number) => value >= 1_000 && value < 10_000

function fromEpoch(value: number): CalendarDate | undefined {
  if (!Number.isFinite(value) || isYear(value)) return undefined
  if (value >= 18_000_101 && value <= 21_001_231) {
    const asDigits = fromDigits(String(value))
    if (asDigits) return asDigits
  }
  const ms = Math.abs(value) < leastMilliseconds ? value * 1_000 : value
  const sinceMidnight = ((ms % dayMs) + dayMs) % dayMs
  if (sinceMidnight > 12 * hourMs) return undefined
  const date = new Date(ms)
  return calendarDate(date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate())
}

function fromParts(fields: Fields): CalendarDate | undefined {
  const [year, month, day] = ['year', 'month', 'day'].map((part) => Number(pick(fields, part)))
  return calendarDate(year ?? NaN, month ?? NaN, day ?? NaN)
}
