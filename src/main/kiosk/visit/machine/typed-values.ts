import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import type { CountryCode, PhoneNumber, PhoneNumberType } from 'libphonenumber-js/max'
import { z } from 'zod'
import { type CalendarDate, calendarDate, compareDates } from '../../../../shared/calendar-date.ts'
import type { IntakePerson } from '../../../../shared/intake-person.ts'
import type { Channel, PatientCommand } from '../../../../shared/ipc.ts'
import { type Result, err, ok } from '../../../../shared/result.ts'
import type { Settings } from '../../../settings/schema.ts'

/** `notServed`: it is whole, but no code is sent there; `notSent`: the service did not send one. */
export type ContactError = 'empty' | 'notValid' | 'notServed' | 'notSent'

type PhoneRules = Pick<Settings['identity'], 'phoneRegion' | 'phoneCountries'>

const address = z.email().max(254)

/** By libphonenumber: no premium, shared-cost, toll-free, forwarding, pager, company, voicemail or internet-only number. */
const ownPhone: ReadonlySet<PhoneNumberType | undefined> = new Set<PhoneNumberType>([
  'MOBILE',
  'FIXED_LINE',
  'FIXED_LINE_OR_MOBILE',
])

/** Not numbers without a country (satellites, international premium) or in unknown ranges, whose cost is unknown. */
function isServed(phone: PhoneNumber, { phoneRegion, phoneCountries }: PhoneRules): boolean {
  const { country } = phone
  if (country === undefined || !ownPhone.has(phone.getType())) return false
  return country === phoneRegion || phoneCountries.includes(country)
}

/** Parses a contact into its one sent form: E.164 for `sms`, a lower-case address for `email`. */
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

type Typed = 'submitContact' | 'submitCode' | 'submitDeskCode' | 'submitDateOfBirth' | 'submitName'
export type VisitCommand =
  | Exclude<PatientCommand, { type: Typed }>
  | { readonly type: 'submitContact'; readonly contact: Result<string, ContactError> }
  | { readonly type: 'submitCode'; readonly code: string }
  | { readonly type: 'submitDeskCode'; readonly code: string }
  | { readonly type: 'submitDateOfBirth'; readonly date: Result<CalendarDate, 'notADate'> }
  | { readonly type: 'submitName'; readonly name: Result<PersonName, NameError> }
