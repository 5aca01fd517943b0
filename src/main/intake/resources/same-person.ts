import type { ReadPatient } from '../../../contract/readers/patient-readers.ts'

/** Name of a record, or of a person as it was typed. */
type Named = Pick<ReadPatient, 'firstName' | 'lastName'> & Partial<Pick<ReadPatient, 'name'>>

/** First and last name; where one is missing, the name as a whole, or the one that is there. */
export function nameOf({ firstName, lastName, name = null }: Named): string | null {
  const parts = [firstName, lastName].filter((part) => part !== null)
  const whole = parts.join(' ')
  return parts.length === 2 ? whole : (name ?? (whole || null))
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
export function wordsOf(name: string): readonly string[] {
  const folded = name
    .normalize('NFKD')
    // Marks of other scripts are vowels.
    .replace(/[\u0300-\u036f]/g, '')
    .toLocaleLowerCase('en')
    .replace(/[łøđıßæœ]/g, (letter) => plainLetters[letter] ?? letter)
  return folded.split(/[^\p{L}\p{M}\p{N}]+/u).filter(Boolean)
}

const sorted = (words: readonly string[]) => words.toSorted().join(' ')

/** True if each typed word begins some word of the name. */
export function fitsName(typed: string, patient: Named): boolean {
  const words = wordsOf(nameOf(patient) ?? '')
  return wordsOf(typed).every((word) => words.some((each) => each.startsWith(word)))
}

/** True if two names are the same, in any order and spelling of their letters; no name is the same as none. */
export function isSameName(one: Named, other: Named): boolean {
  const [words, others] = [one, other].map((each) =>
    sorted(wordsOf((nameOf(each) ?? '').replace(/['’.`]/g, ''))),
  )
  return words !== '' && words === others
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

/** Digits of a number without its country, in most of North America. */
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

/** Writes an e-mail address as it is compared; an empty text for none. */
export const plainEmail = (email: string | null) =>
  (email ?? '').normalize('NFKC').trim().toLowerCase()

/** True if two e-mail addresses are the same, in any case. */
export function isSameEmail(one: string | null, other: string | null): boolean {
  return plainEmail(one) !== '' && plainEmail(one) === plainEmail(other)
}
