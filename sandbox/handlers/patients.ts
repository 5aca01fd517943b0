import { contract } from '../../src/contract/index.ts'
import type { PatientAddress } from '../../src/contract/partner-v2/patients.ts'
import { ok } from '../../src/shared/result.ts'
import { iso } from '../clock.ts'
import { notFound } from '../http/refusal.ts'
import { readRoutes, recordRoute, type Resource } from '../http/resource.ts'
import { route, type Call } from '../http/route.ts'
import { inAccount, ofAccount, takeId } from '../state/lookup.ts'
import type { Patient, State } from '../state/types.ts'

const { patients } = contract.partner
const { patients: developerPatients } = contract.developer

/** Writes a date of birth as month/day/year, not padded; an empty text for none. */
function unpadded(date: string | null): string {
  const [year, month, day] = (date ?? '').split('-').map(Number)
  return year && month && day ? `${month}/${day}/${year}` : ''
}

/** Returns the digits of a phone number. */
export const digitsOf = (phone: string) => phone.replace(/\D/g, '')

/** Joins first and last name. */
export const nameOf = ({ firstName, lastName }: Patient) => `${firstName} ${lastName}`

/** Presents a patient as in both interfaces' lists; the assumption `empty-fields` covers unknown values. */
function presentSummary(patient: Patient) {
  const { email, mobilePhone, gender } = patient
  return {
    ...patient,
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
  }
}

function presentAddress(address: PatientAddress | null) {
  if (!address)
    return { address1: '', city: '', postalCode: '', stateProvince: '', fullAddress: '' }
  const { address1, city, stateProvince, postalCode } = address
  return { ...address, fullAddress: `${address1}, ${city}, ${stateProvince} ${postalCode}` }
}

function present(state: State, patient: Patient) {
  const { accountId, parentIds, practitionerIds } = patient
  const relatives = accountId === null ? [] : ofAccount(state.patients, accountId)
  return {
    ...presentSummary(patient),
    homeAddress: presentAddress(patient.homeAddress),
    mailingAddress: presentAddress(patient.mailingAddress),
    parents: relatives.filter(({ id }) => parentIds.includes(id)).map(presentSummary),
    children: relatives.filter((each) => each.parentIds.includes(patient.id)).map(presentSummary),
    practitioners: practitionerIds.flatMap((id) => {
      const found = inAccount(state.practitioners, accountId ?? 0, id)
      return found ? [{ ...found }] : []
    }),
  }
}

const patientResource: Resource<Patient> = {
  name: 'patient',
  table: ({ patients: table }) => table,
  view: presentSummary,
  whole: (patient, { state }) => present(state, patient),
}

type Search = Call<typeof developerPatients.search>['query']

const lower = (text: string) => text.trim().toLocaleLowerCase()
const beginsWith = (text: string, wanted: string | undefined) =>
  !wanted || lower(text).startsWith(lower(wanted))

/** Checks if a date (YYYY-MM-DD) is the requested one, written MM/DD/YYYY. */
function isDate(date: string | null, wanted: string): boolean {
  const [month, day, year] = wanted.split('/')
  return date === `${year}-${month}-${day}`
}

function matches(patient: Patient, { firstName, lastName, name, ...search }: Search): boolean {
  const named = name
    ? beginsWith(nameOf(patient), name)
    : beginsWith(patient.firstName, firstName) && beginsWith(patient.lastName, lastName)
  return (
    named &&
    (!search.email || lower(patient.email ?? '') === lower(search.email)) &&
    (!search.mobilePhone || digitsOf(patient.mobilePhone ?? '') === digitsOf(search.mobilePhone)) &&
    (!search.dateOfBirth || isDate(patient.dateOfBirth, search.dateOfBirth))
  )
}

export const patientRoutes = [
  ...readRoutes(patients, patientResource),

  route(patients.create, ({ state, account, body, now }) => {
    const patient: Patient = {
      id: takeId(state, 'patient'),
      accountId: account.id,
      active: true,
      firstName: body.firstName,
      lastName: body.lastName,
      email: body.email ?? null,
      mobilePhone: body.mobilePhone ?? null,
      dateOfBirth: body.dateOfBirth ?? null,
      gender: null,
      homeAddress: null,
      mailingAddress: null,
      parentIds: [],
      practitionerIds: [],
      attributes: {},
      createdOn: iso(now),
      lastUpdatedOn: iso(now),
    }
    state.patients.set(patient.id, patient)
    return ok(present(state, patient))
  }),

  recordRoute(patients.update, patientResource, (patient, { state, body, now }) => {
    Object.assign(patient, body, { lastUpdatedOn: iso(now) })
    return ok(present(state, patient))
  }),

  recordRoute(patients.delete, patientResource, (patient) => {
    patient.accountId = null
    return ok(undefined)
  }),

  ...readRoutes(developerPatients, patientResource),

  route(developerPatients.search, ({ state, account, query }) =>
    ok(
      ofAccount(state.patients, account.id)
        .filter((patient) => matches(patient, query))
        .map(presentSummary),
    ),
  ),

  route(developerPatients.listTags, ({ state, account, query }) => {
    const patient = inAccount(state.patients, account.id, query.patientId)
    if (!patient) return notFound('patient')
    const tags = ofAccount(state.patientTags, account.id)
    return ok(tags.filter(({ patientId }) => patientId === patient.id) as never)
  }),
]
