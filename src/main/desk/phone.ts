import { parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js/max'

const digitsOf = (text: string) => text.replace(/\D/g, '')

/** Parses a phone number to E.164, of `region` (ISO 3166-1) if it names no country; undefined if invalid. */
export function parsePhone(typed: string, region: string): string | undefined {
  const phone = parsePhoneNumberFromString(typed.normalize('NFKC').trim(), {
    defaultCountry: region as CountryCode,
    extract: false,
  })
  return phone?.isPossible() && phone.ext === undefined ? phone.number : undefined
}

/** Writes a recorded number as people do; as recorded where it is no known number. */
export function shownPhone(recorded: string, region: string): string {
  const digits = digitsOf(recorded)
  // The service writes digits alone, with the country's in front.
  const phone = [recorded, `+${digits}`]
    .map((text) => parsePhoneNumberFromString(text, region as CountryCode))
    .find((parsed) => parsed?.isValid())
  return phone?.formatInternational() ?? recorded
}

/** Gives the last two digits of a phone number; null for one without a digit. */
export const phoneEnd = (phone: string): string | null => digitsOf(phone).slice(-2) || null
