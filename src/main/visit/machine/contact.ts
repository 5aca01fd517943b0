import {
  parsePhoneNumberFromString,
  type CountryCode,
  type PhoneNumberType,
  type PhoneNumber,
} from 'libphonenumber-js/max'
import { z } from 'zod'
import type { Channel } from '../../../shared/ipc.ts'
import { err, ok, type Result } from '../../../shared/result.ts'
import type { Settings } from '../../settings/schema.ts'

/**
 * What is wrong with a contact as it was typed; `notServed`: it is whole, but no code is sent there; `notSent`: the
 * service did not send one.
 */
export type ContactError = 'empty' | 'notValid' | 'notServed' | 'notSent'

/** Which phone numbers a kiosk takes. */
export type PhoneRules = Pick<Settings['identity'], 'phoneRegion' | 'phoneCountries'>

const address = z.email().max(254)

/**
 * Kinds of numbers that are a person's own phone, by the numbering plans in libphonenumber's full metadata. Premium,
 * shared-cost, toll-free, personal (forwarding), pager, company and voicemail numbers are none, nor are those of the
 * internet alone.
 */
const ownPhone: ReadonlySet<PhoneNumberType | undefined> = new Set<PhoneNumberType>([
  'MOBILE',
  'FIXED_LINE',
  'FIXED_LINE_OR_MOBILE',
])

/**
 * Whether a code may be sent there: a person's own phone in a country that the clinic serves. A number of no country
 * (satellites, international premium) is none; neither is one of a range that no plan knows, for nobody can say what
 * it costs.
 */
function isServed(phone: PhoneNumber, { phoneRegion, phoneCountries }: PhoneRules): boolean {
  const { country } = phone
  if (country === undefined || !ownPhone.has(phone.getType())) return false
  return country === phoneRegion || phoneCountries.includes(country)
}

/**
 * A typed contact in the one form that is sent and counted: E.164 for `sms`, a lower-case address for
 * `email`. `rules` say of which country a phone number is that was typed without one, and which are served.
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
