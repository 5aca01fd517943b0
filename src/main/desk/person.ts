import { parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js/max'
import type { ReadPatient } from '../../contract/readers/patient-readers.ts'

type Named = Pick<ReadPatient, 'firstName' | 'lastName' | 'name'>

/** First and last name, or the name as one; null where the record has none. */
export function nameOf({ firstName, lastName, name }: Named): string | null {
  const parts = [firstName, lastName].filter((part) => part !== null)
  return parts.length > 0 ? parts.join(' ') : name
}

/** Letters that a keyboard without them is helped with, and that Unicode takes for letters of their own. */
const plainLetters: Readonly<Record<string, string>> = {
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ı: 'i',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
}

/** Returns the words of a name without case and accents: José Ruiz-Peña is jose, ruiz and pena. */
function wordsOf(name: string): readonly string[] {
  const folded = name
    .normalize('NFKD')
    // Marks of other scripts are vowels.
    .replace(/[\u0300-\u036f]/g, '')
    .toLocaleLowerCase('en')
    .replace(/[łøđıßæœ]/g, (letter) => plainLetters[letter] ?? letter)
  return folded.split(/[^\p{L}\p{M}\p{N}]+/u).filter(Boolean)
}

/** True if each typed word begins some word of the name. */
export function fitsName(typed: string, patient: Named): boolean {
  const words = wordsOf(nameOf(patient) ?? '')
  return wordsOf(typed).every((word) => words.some((each) => each.startsWith(word)))
}

/** True if two records have the same name, in any order and spelling of its letters. */
export function isSameName(one: Named, other: Named): boolean {
  const words = sorted(wordsOf(nameOf(one) ?? ''))
  return words !== '' && words === sorted(wordsOf(nameOf(other) ?? ''))
}

// One word of each of the two is enough; a word that the record does not have makes it false.
/**
 * True if `said` is the record's full name, in any order. Middle or second names may be missing; first and last name
 * must both appear.
 */
export function isFullName(said: string, patient: Named): boolean {
  const recorded = wordsOf(nameOf(patient) ?? '')
  const words = wordsOf(said)
  if (recorded.length === 0 || words.length === 0) return false
  const sides = [patient.firstName, patient.lastName].flatMap((part) => {
    const own = wordsOf(part ?? '')
    return own.length > 0 ? [own] : []
  })
  const isWhole = sorted(words) === sorted(recorded)
  const isOfBoth =
    sides.length === 2 && sides.every((side) => side.some((word) => words.includes(word)))
  if (words.every((word) => recorded.includes(word)) && (isWhole || isOfBoth)) return true
  // Some names are written without a space between their parts.
  const joined = words.join('')
  const [first = [], last = []] = sides
  return [recorded, [...first, ...last], [...last, ...first]].some(
    (each) => each.join('') === joined,
  )
}

const sorted = (words: readonly string[]) => words.toSorted().join(' ')

const digitsOf = (text: string) => text.replace(/\D/g, '')

/**
 * Parses a phone number to E.164, of `region` (ISO 3166-1 alpha-2) if it names no country; undefined if it is invalid.
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

export const phoneEnd = (phone: string): string | null => digitsOf(phone).slice(-2) || null
