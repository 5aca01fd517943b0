import type { ReadPatient } from '../../../contract/readers/patient-readers.ts'
import type { IntakePerson } from '../../../shared/intake-person.ts'

/** Fewest digits by which a number without its country is taken for the same. */
const fewestDigits = 7

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

/** Compares numbers by their digits: records hold them often without the country. */
export function isSamePhone(one: string | null, other: string | null): boolean {
  const [a, b] = [one, other].map((phone) => (phone ?? '').replace(/\D/g, ''))
  if (!a || !b || Math.min(a.length, b.length) < fewestDigits) return false
  return a.endsWith(b) || b.endsWith(a)
}

/** Compares without case. */
export function isSameEmail(one: string | null, other: string | null): boolean {
  const [a, b] = [one, other].map((email) => (email ?? '').trim().toLowerCase())
  return a !== '' && a === b
}
