import {
  type CountryCode,
  type PhoneNumber,
  type PhoneNumberType,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max'
import { z } from 'zod'
import { type CalendarDate, calendarDate, compareDates } from '../../../../shared/calendar-date.ts'
import type { IntakePerson } from '../../../../shared/intake-person.ts'
import type { Channel, PatientCommand } from '../../../../shared/ipc.ts'
import { type Result, err, ok } from '../../../../shared/result.ts'
import type { Settings } from '../../../settings/schema.ts'

/**
 * Fault of a typed contact. `notServed`: it is whole, but no code is sent there; `notSent`: the service did not send
 * one.
 */
export type ContactError = 'empty' | 'notValid' | 'notServed' | 'notSent'

/** Rules for the phone numbers that a kiosk takes. */
type PhoneRules = Pick<Settings['identity'], 'phoneRegion' | 'phoneCountries'>

const address = z.email().max(254)

/**
 * Kinds of numbers that are a person's own phone in libphonenumber's full metadata: no premium, shared-cost, toll-free,
 * personal (forwarding), pager, company, voicemail or internet-only numbers.
 */
const ownPhone: ReadonlySet<PhoneNumberType | undefined> = new Set<PhoneNumberType>([
  'MOBILE',
  'FIXED_LINE',
  'FIXED_LINE_OR_MOBILE',
])

/**
 * Tells whether a code may be sent there: a personal phone in a served country. Not for numbers without a country
 * (satellites, international premium) or in unknown ranges, whose cost is unknown.
 */
function isServed(phone: PhoneNumber, { phoneRegion, phoneCountries }: PhoneRules): boolean {
  const { country } = phone
  if (country === undefined || !ownPhone.has(phone.getType())) return false
  return country === phoneRegion || phoneCountries.includes(country)
}

/**
 * Parses a contact into its one sent form: E.164 for `sms`, a lower-case address for `email`. `rules`: default and
 * served countries of phone numbers.
 */
export function parseContact(
  channel: Channel,
  typed: string,
  rules: PhoneRules,
): Result<string, ContactError> {
  const text = typed.normalize('NFKC').trim()
  if (text === '') return err('empty')
  if (channel === 'email') {
    const parsed = address.safeParse(text.toLowerCase())
    return parsed.success ? ok(parsed.data) : err('notValid')
  }
  const phone = parsePhoneNumberFromString(text, {
    defaultCountry: rules.phoneRegion as CountryCode,
    extract: false,
  })
  if (!phone?.isPossible() || phone.ext !== undefined) return err('notValid')
  return isServed(phone, rules) ? ok(phone.number) : err('notServed')
}

const oldestYears = 130

/** Parses a typed date of birth: a real day of the calendar, not after `today`, of a living person. */
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

export type PersonName = Pick<IntakePerson, 'firstName' | 'lastName'>

export type NameError = 'firstMissing' | 'lastMissing'

const tidy = (text: string) => text.normalize('NFC').trim().replace(/\s+/g, ' ')

/** Parses a typed name, with single spaces. There are no other rules: people have all kinds of names. */
export function parseName(typed: PersonName): Result<PersonName, NameError> {
  const name = { firstName: tidy(typed.firstName), lastName: tidy(typed.lastName) }
  if (name.firstName === '') return err('firstMissing')
  return name.lastName === '' ? err('lastMissing') : ok(name)
}

/** A patient's command that carries something typed. */
type Typed = 'submitContact' | 'submitCode' | 'submitDeskCode' | 'submitDateOfBirth' | 'submitName'

/** Patient's command in the visit, with typed values parsed. */
export type VisitCommand =
  | Exclude<PatientCommand, { type: Typed }>
  /** The contact as it is sent. */
  | { readonly type: 'submitContact'; readonly contact: Result<string, ContactError> }
  /** The characters of a code, without any spaces or dashes between them. */
  | { readonly type: 'submitCode'; readonly code: string }
  | { readonly type: 'submitDeskCode'; readonly code: string }
  | { readonly type: 'submitDateOfBirth'; readonly date: Result<CalendarDate, 'notADate'> }
  | { readonly type: 'submitName'; readonly name: Result<PersonName, NameError> }
