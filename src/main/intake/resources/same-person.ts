import type { ReadPatient } from '../../../contract/readers/patient-readers.ts'
import type { IntakePerson } from '../../../shared/intake-person.ts'

/** Digits of a number without its country, in most of North America. */
const nationalDigits = 10
const leastDigits = 7

/** True if a name is that of a person, ignoring case, accents, order and punctuation. */
export function isSameName(
  person: Pick<IntakePerson, 'firstName' | 'lastName'>,
  patient: Named,
): boolean {
  const wanted = plainName(`${person.firstName} ${person.lastName}`)
  const given = nameOf(patient)
  return wanted !== '' && given !== null && plainName(given) === wanted
}

type Named = Pick<ReadPatient, 'firstName' | 'lastName' | 'name'>

/** Gives the whole name of a record; null where it has none. */
export function nameOf({ firstName, lastName, name }: Named): string | null {
  return firstName !== null && lastName !== null ? `${firstName} ${lastName}` : name
}

function plainName(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/[\p{M}'’.`]/gu, '')
    .toLowerCase()
  return (plain.match(/[\p{L}\p{N}]+/gu) ?? []).sort().join(' ')
}

const digitsOf = (phone: string | null) => (phone ?? '').normalize('NFKC').replace(/\D/g, '')

/** True if two phone numbers are the same, in any notation; the country may be left out. */
export function isSamePhone(one: string | null, other: string | null): boolean {
  const [a, b] = [digitsOf(one), digitsOf(other)]
  if (a.length < leastDigits || b.length < leastDigits) return false
  if (a.length < nationalDigits || b.length < nationalDigits) return a === b
  return a.slice(-nationalDigits) === b.slice(-nationalDigits)
}

const plainEmail = (email: string | null) => (email ?? '').normalize('NFKC').trim().toLowerCase()

/** True if two e-mail addresses are the same, in any case. */
export function isSameEmail(one: string | null, other: string | null): boolean {
  return plainEmail(one) !== '' && plainEmail(one) === plainEmail(other)
}
