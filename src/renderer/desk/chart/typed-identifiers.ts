import { m } from '../../../i18n/paraglide/messages.js'
import { getLocale } from '../../../i18n/paraglide/runtime.js'
import { calendarDate, isoDate } from '../../../shared/calendar-date.ts'
import type { Identifier, PatientAddress, PatientDraft } from '../../../shared/desk/patients.ts'
import { calendarDayWords } from '../kit/words.ts'

const leastDigits = 7

/** Reads a year of birth of two or four digits: of two the last one that is not to come. */
export function readYear(typed: string): number | undefined {
  if (!/^(?:\d\d|(?:19|20)\d\d)$/.test(typed)) return undefined
  const now = new Date().getFullYear()
  const year = typed.length === 4 ? Number(typed) : now - ((now - Number(typed)) % 100)
  return year <= now ? year : undefined
}

/** Reads a typed date, in the order of the language unless only the other can be, as YYYY-MM-DD; undefined for no date. */
export function readDay(typed: string): string | undefined {
  const text = typed.trim()
  const yearFirst = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(text)
  if (yearFirst) return dayOf(yearFirst.slice(1).map(Number))
  const [, first, second, third = ''] =
    /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{2}|\d{4})$/.exec(text) ?? []
  const year = third.length === 2 ? readYear(third) : Number(third)
  const [one, other] = [Number(first), Number(second)]
  const [month, day] = isDayFirst() ? [other, one] : [one, other]
  return dayOf([year, month, day]) ?? dayOf([year, day, month])
}

function dayOf([year = 0, month = 0, day = 0]: readonly (number | undefined)[]) {
  const date = calendarDate(year, month, day)
  return date && isoDate(date)
}

/** Checks if a text is a phone number as people write it. */
export const isPhone = (text: string): boolean =>
  /^\+?[\d\s().-]+$/.test(text) && text.replace(/\D/g, '').length >= leastDigits

/** Reads a patient's statement besides their birth date, by its form; undefined if it is too little. */
export function readIdentifier(typed: string): Identifier | undefined {
  const value = typed.trim()
  if (/^\S+@\S+$/.test(value)) return { kind: 'email', value }
  if (isPhone(value)) return { kind: 'phone', value }
  return /\p{L}/u.test(value) && !/\d/.test(value) ? { kind: 'name', value } : undefined
}

/** Writes a date (YYYY-MM-DD) in words, which leave no doubt about month and day. */
export const dayInWords = (day: string): string =>
  calendarDayWords(day, { year: 'numeric', month: 'long', day: 'numeric' })

const isDayFirst = (): boolean =>
  new Intl.DateTimeFormat(getLocale()).formatToParts()[0]?.type === 'day'

/** Writes a date (YYYY-MM-DD) as it is typed: 03/07/1984, in Spanish 07/03/1984. */
export function dayAsTyped(day: string): string {
  const [year, month, date] = day.split('-')
  return [...(isDayFirst() ? [date, month] : [month, date]), year].join('/')
}

/** Counts whole years from a birth date (YYYY-MM-DD) to `now` (ms since 1970), by this machine's calendar. */
export function ageAt(birthDate: string, now: number): number {
  const [year = 0, month = 0, day = 0] = birthDate.split('-').map(Number)
  const today = new Date(now)
  const isBefore =
    today.getMonth() + 1 < month || (today.getMonth() + 1 === month && today.getDate() < day)
  return today.getFullYear() - year - (isBefore ? 1 : 0)
}

export type PatientForm = PatientDraft & Partial<PatientAddress>

/** Names a patient, also one without a name. */
export const patientName = ({ name }: { readonly name: string | null }): string =>
  name ?? m.desk_patients_no_name()
