import { calendarDate, type CalendarDate } from '../../shared/calendar-date.ts'
import type { Id } from '../values.ts'
import type { ReadPacket, RowsPage } from './read-types.ts'
import { readDate } from './dates.ts'
import { isFields } from './record.ts'

/**
 * Answers in exactly the form that the assumptions describe, read without a search for other names: a service that
 * answers so pays nothing for the tolerance. Undefined for everything else, which the tolerant readers then look at.
 */

const packetFields: ReadonlySet<string> = new Set([
  ...['id', 'name', 'status', 'patientId', 'locationId', 'forms'],
  ...['dueDate', 'createdAt', 'completedAt', 'archivedAt'],
])
const pageFields: ReadonlySet<string> = new Set(['items', 'nextCursor'])

/** A field beside those may say something else, and is for the tolerant readers to judge. */
function hasOnly(fields: Readonly<Record<string, unknown>>, known: ReadonlySet<string>): boolean {
  for (const name in fields) if (!known.has(name)) return false
  return true
}

const zero = '0'.charCodeAt(0)

const completedWords: ReadonlyMap<unknown, boolean> = new Map([
  ['NOT_STARTED', false],
  ['IN_PROGRESS', false],
  ['COMPLETED', true],
])

/** A packet with its own id, name, patient and a stated status; one with a word of its own anywhere is none. */
export function assumedPacket(value: unknown): ReadPacket | undefined {
  if (!isFields(value) || !hasOnly(value, packetFields)) return undefined
  const { id, name, status, patientId, locationId, dueDate, completedAt, archivedAt } = value
  const completed = completedWords.get(status)
  if (completed === undefined || typeof name !== 'string' || name === '') return undefined
  if (!isId(id) || !isId(patientId) || !isId(locationId)) return undefined
  if (archivedAt !== null || (completed ? typeof completedAt !== 'string' : completedAt !== null))
    return undefined
  if (status === 'NOT_STARTED' && mayBeStarted(value['forms'])) return undefined
  return {
    id,
    name,
    patientId,
    locationId,
    dueDate: dueDate === null || dueDate === undefined ? null : dateOf(dueDate),
    started: status !== 'NOT_STARTED',
    completed,
    archived: false,
  }
}

/** The documents' year-month-day, or whatever other form it has. */
function dateOf(value: unknown): CalendarDate | null {
  if (typeof value !== 'string' || value.length !== 10 || value[4] !== '-' || value[7] !== '-')
    return readDate(value) ?? null
  return calendarDate(digits(value, 0, 4), digits(value, 5, 7), digits(value, 8, 10)) ?? null
}

/** Month/day/year as the documents state it; undefined for any other form, and for no day of the calendar. */
export function assumedDate(text: string): CalendarDate | undefined {
  const first = text.indexOf('/')
  const second = text.indexOf('/', first + 1)
  if (first < 1 || first > 2 || second - first > 3 || text.length - second !== 5) return undefined
  const month = digits(text, 0, first)
  return calendarDate(digits(text, second + 1, text.length), month, digits(text, first + 1, second))
}

/** The number that a part of a text writes in digits alone; NaN for anything else. */
function digits(text: string, from: number, to: number): number {
  if (from >= to) return NaN
  let number = 0
  for (let at = from; at < to; at += 1) {
    const digit = text.charCodeAt(at) - zero
    if (digit < 0 || digit > 9) return NaN
    number = number * 10 + digit
  }
  return number
}

/** Whether the forms say of themselves what the packet's status does not. */
function mayBeStarted(forms: unknown): boolean {
  if (!Array.isArray(forms) || forms.length === 0) return false
  return forms.every((form) => !isFields(form) || form['status'] !== 'NOT_STARTED')
}

/** `items` and `nextCursor`, and nothing else. */
export function assumedPage(body: unknown): RowsPage | undefined {
  if (!isFields(body) || !hasOnly(body, pageFields)) return undefined
  const { items, nextCursor } = body
  if (!Array.isArray(items) || (nextCursor !== null && typeof nextCursor !== 'string'))
    return undefined
  return { items, nextCursor: nextCursor === '' ? null : nextCursor }
}

function isId(value: unknown): value is Id {
  return typeof value === 'number' ? Number.isSafeInteger(value) : isTextId(value)
}

const isTextId = (value: unknown) => typeof value === 'string' && /^\S{1,200}$/.test(value)
