import { z } from 'zod'
import type { ReadPatient } from '../../../contract/readers/read-types.ts'
import { isoDate, localDate } from '../../../shared/calendar-date.ts'
import {
  patientNameMost,
  type PatientField,
  type PatientPatch,
} from '../../../shared/desk/patients.ts'
import { err, ok, type Result } from '../../../shared/result.ts'
import { isSamePhone, parsePhone } from './phone.ts'

/** Values of a record as they are sent: E.164, YYYY-MM-DD; null clears one. */
export interface PatientValues {
  firstName?: string
  lastName?: string
  dateOfBirth?: string
  mobilePhone?: string | null
  email?: string | null
}

const tidy = (text: string) => text.normalize('NFC').trim().replace(/\s+/g, ' ')
const address = z.email().max(254)
const day = z.iso.date()
/** Nobody alive was born before. */
const firstDay = '1890-01-01'

/**
 * What staff typed of a record as it is sent, or the field that cannot be. `region` (ISO 3166-1 alpha-2): of a phone number
 * without a country; `now`: ms since 1970.
 */
export function patientValues(
  patch: PatientPatch,
  { region, now }: { readonly region: string; readonly now: number },
): Result<PatientValues, PatientField> {
  const values: PatientValues = {}
  for (const field of ['firstName', 'lastName'] as const) {
    const typed = patch[field]
    if (typed === undefined) continue
    const name = tidy(typed)
    if (!/\p{L}/u.test(name) || name.length > patientNameMost) return err(field)
    values[field] = name
  }
  if (patch.birthDate !== undefined) {
    const { birthDate } = patch
    const today = isoDate(localDate(new Date(now)))
    if (!day.safeParse(birthDate).success || birthDate < firstDay || birthDate > today)
      return err('birthDate')
    values.dateOfBirth = birthDate
  }
  if (patch.phone !== undefined) {
    const phone = patch.phone.trim() === '' ? null : parsePhone(patch.phone, region)
    if (phone === undefined) return err('phone')
    values.mobilePhone = phone
  }
  if (patch.email !== undefined) {
    const typed = patch.email.normalize('NFKC').trim()
    if (typed !== '' && !address.safeParse(typed).success) return err('email')
    values.email = typed || null
  }
  return ok(values)
}

/** Whether a record has what was sent, however the service writes it. */
export function hasValues(record: ReadPatient, values: PatientValues): boolean {
  const { firstName, lastName, dateOfBirth, mobilePhone, email } = values
  const isText = (sent: string | null | undefined, there: string | null) =>
    sent === undefined || (sent ?? '').toLowerCase() === (there ?? '').toLowerCase()
  const isPhone =
    mobilePhone === undefined ||
    (mobilePhone === null
      ? record.phone === null
      : record.phone !== null && isSamePhone(mobilePhone, record.phone))
  return (
    isText(firstName, record.firstName) &&
    isText(lastName, record.lastName) &&
    isText(dateOfBirth, record.dateOfBirth) &&
    isText(email, record.email) &&
    isPhone
  )
}
