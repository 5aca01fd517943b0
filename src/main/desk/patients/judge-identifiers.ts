import type { ReadPatient } from '../../../contract/readers/read-types.ts'
import type { Identifier, TwoIdentifiers } from '../../../shared/desk/patients.ts'
import { isSameEmail } from './email.ts'
import { isFullName } from './person-name.ts'
import { isSamePhone } from './phone.ts'

/** What two identifiers say of a record; `birthDateNeeded` and `noBirthDate`: others must be asked for. */
export type IdentityVerdict = 'confirmed' | 'differs' | 'birthDateNeeded' | 'noBirthDate'

/**
 * Compares two identifiers that a person said with a record. The birth date is always one of them, because no list at the
 * desk shows it, and families share phones and mailboxes; the other tells twins and people of one birthday apart. Only a
 * record without a birth date takes two others.
 */
export function judgeIdentifiers(
  record: ReadPatient,
  identifiers: TwoIdentifiers,
): IdentityVerdict {
  const hasBirthDate = identifiers.some(({ kind }) => kind === 'birthDate')
  if (record.dateOfBirth !== null && !hasBirthDate) return 'birthDateNeeded'
  if (record.dateOfBirth === null && hasBirthDate) return 'noBirthDate'
  return identifiers.every((each) => isOf(record, each)) ? 'confirmed' : 'differs'
}

function isOf(record: ReadPatient, { kind, value }: Identifier): boolean {
  switch (kind) {
    case 'birthDate':
      return record.dateOfBirth === value
    case 'phone':
      return record.phone !== null && isSamePhone(record.phone, value)
    case 'email':
      return record.email !== null && isSameEmail(record.email, value)
    case 'name':
      return isFullName(value, record)
  }
}
