import { z } from 'zod'
import { contract } from '../../../../contract/index.ts'
import { outboxReaders } from '../../../../contract/readers/outbox-readers.ts'
import type {
  ReadPatient,
  ReadPatientInFull,
} from '../../../../contract/readers/patient-readers.ts'
import type { Id } from '../../../../contract/values.ts'
import { isoDate, localDate } from '../../../../shared/calendar-date.ts'
import { addressParts, patientNameMost } from '../../../../shared/desk/limits.ts'
import type {
  CreatedPatient,
  PatientAddress,
  PatientDraft,
  PatientField,
  PatientPatch,
} from '../../../../shared/desk/patients.ts'
import { err, mapOk, ok, type Result } from '../../../../shared/result.ts'
import { findNew, settleMade, type Answer, type DeskWork } from '../../feature.ts'
import { isSamePhone } from '../../../intake/resources/same-person.ts'
import { parsePhone } from '../../phone.ts'
import { foundPatientOf, type FindPatients } from './find-patients.ts'

const { patients } = contract.partner

/** Makes a patient, unless a similar one exists that staff have not called another. */
export function createPatients(work: DeskWork, finding: Pick<FindPatients, 'similar'>) {
  const { references } = work
  const doubts = new Map<string, readonly Id[]>()
  const created = (id: Id) =>
    ({ outcome: 'created', patient: references.of('patient', id) }) as const
  const similar = (rows: readonly ReadPatient[]) =>
    ok({ outcome: 'similar' as const, rows: rows.map((row) => foundPatientOf(references, row)) })

  return async (draft: PatientDraft, isAnother: boolean): Answer<CreatedPatient> => {
    const values = patientValues(draft, work)
    if (!values.ok) return err({ kind: 'badPatient', field: values.error })
    const { firstName = '', lastName = '', dateOfBirth = '', mobilePhone, email } = values.value
    const name = `${firstName} ${lastName}`
    const key = JSON.stringify([name.toLowerCase(), dateOfBirth])
    const doubted = doubts.get(key)

    const there = await finding.similar(name, dateOfBirth)
    if (!there.ok) return doubted ? ok({ outcome: 'inDoubt' }) : there
    const fresh = doubted ? findNew(there.value, doubted) : []
    if (fresh.length > 0) {
      doubts.delete(key)
      const made = theOne(fresh, values.value)
      // Staff see who is there now, and decide.
      return made === undefined ? similar(there.value) : ok(created(made))
    }
    if (!isAnother && there.value.length > 0) return similar(there.value)

    const before = there.value.map(({ id }) => id)
    const contact = { ...(mobilePhone && { mobilePhone }), ...(email && { email }) }
    const body = { firstName, lastName, dateOfBirth, ...contact }
    const input = { params: { accountId: work.place.accountId }, body }
    const sent = await work.read(patients.create, outboxReaders.createdPatient(dateOfBirth), input)
    const made = await settleMade(doubts, [key, before], sent, async () => {
      const after = await finding.similar(name, dateOfBirth)
      return after.ok ? theOne(findNew(after.value, before), values.value) : null
    })
    return mapOk(made, (id) => (id === null ? { outcome: 'inDoubt' } : created(id)))
  }
}

function theOne(rows: readonly ReadPatient[], values: PatientValues): Id | undefined {
  const fitting = rows.filter((row) => hasValues(row, values))
  return fitting.length === 1 ? fitting[0]?.id : undefined
}

/** As sent: E.164, YYYY-MM-DD; null clears one. */
export interface PatientValues {
  firstName?: string
  lastName?: string
  dateOfBirth?: string
  mobilePhone?: string | null
  email?: string | null
  homeAddress?: PatientAddress | null
}

const tidy = (text: string) => text.normalize('NFC').trim().replace(/\s+/g, ' ')
const address = z.email().max(254)
const day = z.iso.date()
/** Earliest birth date of anyone alive. */
const firstDay = '1890-01-01'

/** Reads what staff typed as it is sent, or names the field that cannot be. */
export function patientValues(
  patch: PatientPatch,
  work: Pick<DeskWork, 'wallTime'> & { readonly place: Pick<DeskWork['place'], 'phoneRegion'> },
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
    const today = isoDate(localDate(new Date(work.wallTime())))
    if (!day.safeParse(birthDate).success || birthDate < firstDay || birthDate > today)
      return err('birthDate')
    values.dateOfBirth = birthDate
  }
  if (patch.phone !== undefined) {
    const region = work.place.phoneRegion ?? 'US'
    const phone = patch.phone.trim() === '' ? null : parsePhone(patch.phone, region)
    if (phone === undefined) return err('phone')
    values.mobilePhone = phone
  }
  if (patch.email !== undefined) {
    const typed = patch.email.normalize('NFKC').trim()
    if (typed !== '' && !address.safeParse(typed).success) return err('email')
    values.email = typed || null
  }
  if (patch.homeAddress !== undefined) {
    const typed = { ...patch.homeAddress }
    for (const part of addressParts) typed[part] = tidy(typed[part])
    values.homeAddress = Object.values(typed).some(Boolean) ? typed : null
  }
  return ok(values)
}

/** True if a record has the sent values, in whatever form the service writes them. */
export function hasValues(
  record: ReadPatient & Partial<Pick<ReadPatientInFull, 'homeAddress'>>,
  values: PatientValues,
): boolean {
  const { firstName, lastName, dateOfBirth, mobilePhone, email, homeAddress } = values
  const there = record.homeAddress
  const isText = (sent: string | null | undefined, there: string | null) =>
    sent === undefined || (sent ?? '').toLowerCase() === (there ?? '').toLowerCase()
  const isPhone =
    mobilePhone === undefined ||
    (mobilePhone === null ? record.phone === null : isSamePhone(mobilePhone, record.phone))
  return (
    isText(firstName, record.firstName) &&
    isText(lastName, record.lastName) &&
    isText(dateOfBirth, record.dateOfBirth) &&
    isText(email, record.email) &&
    isPhone &&
    (homeAddress === undefined ||
      addressParts.every((part) => isText(homeAddress?.[part] ?? null, there?.[part] ?? null)))
  )
}
