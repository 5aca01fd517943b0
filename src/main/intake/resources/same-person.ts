import type { ReadPatient } from '../../../contract/readers/patient-readers.ts'
import { folded } from '../../../shared/folded.ts'

type Named = Pick<ReadPatient, 'firstName' | 'lastName'> & Partial<Pick<ReadPatient, 'name'>>

/** Writes first and last name; where one is missing, the name as a whole, or the one that is there. */
export function nameOf({ firstName, lastName, name = null }: Named): string | null {
  const parts = [firstName, lastName].filter((part) => part !== null)
  const whole = parts.join(' ')
  return parts.length === 2 ? whole : (name ?? (whole || null))
}

/** Splits a name into words without case and accents: José Ruiz-Peña is jose, ruiz and pena. */
export const wordsOf = (name: string): readonly string[] =>
  folded(name)
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean)

const sorted = (words: readonly string[]) => words.toSorted().join(' ')

/** O'Brien is OBrien. */
const withoutApostrophes = (name: string) => name.replace(/['’.`]/g, '')

/** True if each typed word begins some word of the name. */
export function fitsName(typed: string, patient: Named): boolean {
  const name = nameOf(patient) ?? ''
  const words = [...wordsOf(name), ...wordsOf(withoutApostrophes(name))]
  return wordsOf(typed).every((word) => words.some((each) => each.startsWith(word)))
}

/** True if two names are the same, in any order and spelling; no name is the same as none. */
export function isSameName(one: Named, other: Named): boolean {
  const [words, others] = [one, other].map((each) =>
    sorted(wordsOf(withoutApostrophes(nameOf(each) ?? ''))),
  )
  return words !== '' && words === others
}

// A word that the record does not have makes it false.
/** True if `said` is the record's full name: one word of first and last each, in any order. */
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

/** Without the country, in most of North America. */
const nationalDigits = 10
const leastDigits = 7

const digitsOf = (phone: string | null) => (phone ?? '').normalize('NFKC').replace(/\D/g, '')

/** True if two phone numbers are the same, in any notation; the country may be left out. */
export function isSamePhone(one: string | null, other: string | null): boolean {
  const [a, b] = [digitsOf(one), digitsOf(other)]
  if (a.length < leastDigits || b.length < leastDigits) return false
  if (a.length < nationalDigits || b.length < nationalDigits) return a === b
  return a.slice(-nationalDigits) === b.slice(-nationalDigits)
}

const leastPart = 4

/** True if a typed number is too short to be a whole one. */
export const isPartOfPhone = (typed: string): boolean => digitsOf(typed).length < leastDigits

/** True if a number is the typed one, or has the typed digits in it. */
export function fitsPhone(phone: string | null, typed: string): boolean {
  const part = digitsOf(typed)
  const isPart = part.length >= leastPart && digitsOf(phone).includes(part)
  return isPart || isSamePhone(phone, typed)
}

/** Writes an e-mail address as it is compared; empty for none. */
export const plainEmail = (email: string | null) =>
  (email ?? '').normalize('NFKC').trim().toLowerCase()

/** True if two e-mail addresses are the same, in any case. */
export function isSameEmail(one: string | null, other: string | null): boolean {
  return plainEmail(one) !== '' && plainEmail(one) === plainEmail(other)
}
