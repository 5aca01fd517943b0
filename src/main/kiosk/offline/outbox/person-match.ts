import type { ReadPatient } from '../../../../contract/readers/patient-readers.ts'
import type { Intake } from '../intake.ts'
import type { IntakePerson } from '../../../../shared/intake-person.ts'
import type { Candidate } from './row.ts'

/** Fewest digits by which a number without its country is taken for the same. */
const fewestDigits = 7

/** Patients that a search found, by how well they fit the person of an intake. */
export interface Matches {
  /** Name, date of birth and contact agree, and the record is active. */
  readonly full: readonly ReadPatient[]
  /** Name or contact agrees beside the date of birth: it may be the same person, and only a person can tell. */
  readonly partial: readonly ReadPatient[]
}

/** Judges what a search found. A contact that a code proved must agree; where none was proved, one that was typed. */
export function matchPerson(intake: Intake, found: readonly ReadPatient[]): Matches {
  const full: ReadPatient[] = []
  const partial: ReadPatient[] = []
  const seen = new Set<string>()
  for (const patient of found) {
    if (seen.has(String(patient.id))) continue
    seen.add(String(patient.id))
    const isBorn = patient.dateOfBirth === intake.person.dateOfBirth
    const isNamed = isSameName(intake.person, patient)
    const isReached = hasContact(intake, patient)
    if (isBorn && isNamed && isReached && patient.active) full.push(patient)
    else if (isBorn && (isNamed || isReached)) partial.push(patient)
    // A record that does not say when they were born may be theirs.
    else if (patient.dateOfBirth === null && (isNamed || isReached || nameOf(patient) === null))
      partial.push(patient)
  }
  return { full, partial }
}

/** A patient as staff choose among several. */
export function candidateOf(patient: ReadPatient): Candidate {
  const { id, dateOfBirth, phone, email, firstName, lastName, active: isActive } = patient
  const name = patient.name ?? [firstName, lastName].filter(Boolean).join(' ')
  return { id, name, dateOfBirth, phone, email, isActive }
}

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

function nameOf({ firstName, lastName, name }: Named): string | null {
  return firstName !== null && lastName !== null ? `${firstName} ${lastName}` : name
}

function plainName(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/[\p{M}'’.`]/gu, '')
    .toLowerCase()
  return (plain.match(/[\p{L}\p{N}]+/gu) ?? []).sort().join(' ')
}

function hasContact({ person, proved }: Intake, { phone, email }: ReadPatient): boolean {
  const isProved = (channel: 'sms' | 'email') => proved.length === 0 || proved.includes(channel)
  return (
    (isProved('sms') && isSamePhone(person.phone, phone)) ||
    (isProved('email') && isSameEmail(person.email, email))
  )
}

/** Records hold digits, often without the country. */
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
