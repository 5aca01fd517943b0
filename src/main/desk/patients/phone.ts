import { parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js/max'

const digitsOf = (text: string) => text.replace(/\D/g, '')
/** Digits of a number without its country, in most of North America. */
const nationalDigits = 10
const leastDigits = 7

/**
 * A typed phone number as E.164, of `region` (ISO 3166-1 alpha-2) where it names no country; undefined where it is none.
 */
export function parsePhone(typed: string, region: string): string | undefined {
  const phone = parsePhoneNumberFromString(typed.normalize('NFKC').trim(), {
    defaultCountry: region as CountryCode,
    extract: false,
  })
  return phone?.isPossible() && phone.ext === undefined ? phone.number : undefined
}

/** A recorded number as people write it; as it is recorded where it is no number that is known. */
export function shownPhone(recorded: string, region: string): string {
  const digits = digitsOf(recorded)
  // The service writes digits alone, with the country's in front.
  const phone = [recorded, `+${digits}`]
    .map((text) => parsePhoneNumberFromString(text, region as CountryCode))
    .find((parsed) => parsed?.isValid())
  return phone?.formatInternational() ?? recorded
}

/** Whether two numbers are one, however each of them is written; its country may be left out. */
export function isSamePhone(one: string, other: string): boolean {
  const [a, b] = [digitsOf(one.normalize('NFKC')), digitsOf(other.normalize('NFKC'))]
  if (a.length < leastDigits || b.length < leastDigits) return false
  if (a.length < nationalDigits || b.length < nationalDigits) return a === b
  return a.slice(-nationalDigits) === b.slice(-nationalDigits)
}

/** The last two digits of a number. */
export const phoneEnd = (phone: string): string | null => digitsOf(phone).slice(-2) || null
