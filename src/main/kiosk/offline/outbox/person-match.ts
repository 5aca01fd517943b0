import type { ReadPatient } from '../../../../contract/readers/patient-readers.ts'
import {
  isSameEmail,
  isSameName,
  isSamePhone,
  nameOf,
} from '../../../intake/resources/same-person.ts'
import type { Intake } from '../intake.ts'
import type { Candidate } from './row.ts'

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
    else if (patient.dateOfBirth === null && (isNamed || isReached || hasNoWholeName(patient)))
      partial.push(patient)
  }
  return { full, partial }
}

const hasNoWholeName = ({ firstName, lastName, name }: ReadPatient) =>
  name === null && (firstName === null || lastName === null)

/** A patient as staff choose among several. */
export function candidateOf(patient: ReadPatient): Candidate {
  const { id, dateOfBirth, phone, email, active: isActive } = patient
  const name = nameOf(patient) ?? ''
  return { id, name, dateOfBirth, phone, email, isActive }
}

function hasContact({ person, proved }: Intake, { phone, email }: ReadPatient): boolean {
  const isProved = (channel: 'sms' | 'email') => proved.length === 0 || proved.includes(channel)
  return (
    (isProved('sms') && isSamePhone(person.phone, phone)) ||
    (isProved('email') && isSameEmail(person.email, email))
  )
}
