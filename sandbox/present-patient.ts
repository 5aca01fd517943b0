import { inAccount, ofAccount } from './state/lookup.ts'
import type { Patient, PatientAddress, State } from './state/types.ts'

/** A date of birth as the service writes it: month/day/year, not padded; an empty text for none. */
function unpadded(date: string | null): string {
  const [year, month, day] = (date ?? '').split('-').map(Number)
  return year && month && day ? `${month}/${day}/${year}` : ''
}

/** The digits of a phone number. */
export function digitsOf(phone: string): string {
  return phone.replace(/\D/g, '')
}

/** First and last name joined. */
export function nameOf({ firstName, lastName }: Patient): string {
  return `${firstName} ${lastName}`
}

/** A patient as lists of both interfaces carry it; see the assumption `empty-fields` for what is not known. */
export function presentPatient(patient: Patient) {
  const { id, active, firstName, lastName, email, mobilePhone, gender } = patient
  return {
    id,
    active,
    firstName,
    lastName,
    name: nameOf(patient),
    email: email ?? '',
    mobilePhone: digitsOf(mobilePhone ?? ''),
    dateOfBirth: unpadded(patient.dateOfBirth),
    gender: gender ?? '',
    sexAssignedAtBirth: 0,
    legalSex: 0,
    intakeMethod: 'UNKNOWN',
    isEmailConfirmed: false,
    isPhoneConfirmed: false,
    receiveEmail: email !== null,
    receiveSms: mobilePhone !== null,
    isMinimumAgeConfirmedAccount: true,
    createdOn: patient.createdOn,
    lastUpdatedOn: patient.lastUpdatedOn,
  }
}

function presentAddress(address: PatientAddress | null) {
  if (!address)
    return { address1: '', city: '', postalCode: '', stateProvince: '', fullAddress: '' }
  const { address1, city, stateProvince, postalCode } = address
  return { ...address, fullAddress: `${address1}, ${city}, ${stateProvince} ${postalCode}` }
}

/** A single patient, with addresses, relatives and practitioners of the account. */
export function presentPatientInFull(state: State, patient: Patient) {
  const { accountId, parentIds, practitionerIds } = patient
  const relatives = accountId === null ? [] : ofAccount(state.patients, accountId)
  return {
    ...presentPatient(patient),
    homeAddress: presentAddress(patient.homeAddress),
    mailingAddress: presentAddress(patient.mailingAddress),
    parents: relatives.filter(({ id }) => parentIds.includes(id)).map(presentPatient),
    children: relatives
      .filter((relative) => relative.parentIds.includes(patient.id))
      .map(presentPatient),
    practitioners: practitionerIds.flatMap((id) => {
      const found = accountId === null ? undefined : inAccount(state.practitioners, accountId, id)
      return found ? [{ id, name: found.name }] : []
    }),
  }
}
