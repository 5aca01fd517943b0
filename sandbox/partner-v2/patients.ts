import { contract } from '../../src/contract/index.ts'
import { ok } from '../../src/shared/result.ts'
import { iso } from '../clock.ts'
import { holds } from '../http/filters.ts'
import { notFound } from '../http/refusal.ts'
import { byId, paginate, presentPage } from '../http/paginate.ts'
import { route } from '../http/route.ts'
import { nameOf, presentPatient, presentPatientInFull } from '../present-patient.ts'
import { inAccount, ofAccount, takeId } from '../state/lookup.ts'
import type { Patient } from '../state/types.ts'

/** Patients of the account. */
export const patientRoutes = [
  route(contract.partner.patients.list, ({ state, account, query }) => {
    const patients = ofAccount(state.patients, account.id).filter(
      (patient) => holds(nameOf(patient), query.name) && holds(patient.email, query.email),
    )
    return presentPage(paginate(patients, query, byId), presentPatient)
  }),

  route(contract.partner.patients.create, ({ state, account, body, now }) => {
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
    return ok(presentPatientInFull(state, patient))
  }),

  route(contract.partner.patients.get, ({ state, account, params }) => {
    const patient = inAccount(state.patients, account.id, params.patientId)
    return patient ? ok(presentPatientInFull(state, patient)) : notFound('patient')
  }),

  route(contract.partner.patients.update, ({ state, account, params, body, now }) => {
    const patient = inAccount(state.patients, account.id, params.patientId)
    if (!patient) return notFound('patient')
    Object.assign(patient, body, { lastUpdatedOn: iso(now) })
    return ok(presentPatientInFull(state, patient))
  }),

  route(contract.partner.patients.delete, ({ state, account, params }) => {
    const patient = inAccount(state.patients, account.id, params.patientId)
    if (!patient) return notFound('patient')
    patient.accountId = null
    return ok(undefined)
  }),
]
