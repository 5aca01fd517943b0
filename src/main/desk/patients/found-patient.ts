import type { ReadPatient } from '../../../contract/readers/read-types.ts'
import type { FoundPatient } from '../../../shared/desk/patients.ts'
import type { References } from '../references.ts'
import { nameOf } from './person-name.ts'
import { phoneEnd } from './phone.ts'

/** As much of a record as tells people apart, under a name that opens nothing. */
export function foundPatientOf(references: References, record: ReadPatient): FoundPatient {
  return {
    patient: references.of('patient', record.id),
    name: nameOf(record),
    birthYear: record.dateOfBirth === null ? null : Number(record.dateOfBirth.slice(0, 4)),
    phoneEnd: record.phone === null ? null : phoneEnd(record.phone),
    isActive: record.active,
  }
}
