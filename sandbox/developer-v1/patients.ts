import { contract } from '../../src/contract/index.ts'
import { ok } from '../../src/shared/result.ts'
import { notFound } from '../http/refusal.ts'
import { route } from '../http/route.ts'
import { digitsOf, nameOf, presentPatient, presentPatientInFull } from '../present-patient.ts'
import { inAccount, ofAccount } from '../state/lookup.ts'
import type { Patient } from '../state/types.ts'

const { patients } = contract.developer

/** What a search asks for; what is left out or empty asks for nothing. */
type Search = Readonly<
  Partial<
    Record<
      'firstName' | 'lastName' | 'name' | 'email' | 'mobilePhone' | 'dateOfBirth',
      string | undefined
    >
  >
>

const lower = (text: string) => text.trim().toLocaleLowerCase()

const beginsWith = (text: string, wanted: string | undefined) =>
  !wanted || lower(text).startsWith(lower(wanted))

/** Whether a date (YYYY-MM-DD) is the one that is asked for as MM/DD/YYYY. */
function isDate(date: string | null, wanted: string): boolean {
  const [month, day, year] = wanted.split('/')
  return date === `${year}-${month}-${day}`
}

/** Whether everything that is asked for fits; a `name` is asked for instead of first and last name. */
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

/** Patients of the account, as the developer interface reads them. */
export const developerPatientRoutes = [
  route(patients.list, ({ state, account }) =>
    ok(ofAccount(state.patients, account.id).map(presentPatient)),
  ),

  route(patients.get, ({ state, account, params }) => {
    const patient = inAccount(state.patients, account.id, params.patient_id)
    return patient ? ok(presentPatientInFull(state, patient)) : notFound('patient')
  }),

  route(patients.search, ({ state, account, query }) =>
    ok(
      ofAccount(state.patients, account.id)
        .filter((patient) => matches(patient, query))
        .map(presentPatient),
    ),
  ),

  route(patients.listTags, ({ state, account, query }) => {
    const patient = inAccount(state.patients, account.id, query.patientId)
    if (!patient) return notFound('patient')
    return ok(
      ofAccount(state.patientTags, account.id)
        .filter(({ patientId }) => patientId === patient.id)
        .map(({ id, note, color, active }) => ({ id, note, color, active })),
    )
  }),
]
