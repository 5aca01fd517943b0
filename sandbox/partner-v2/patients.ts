import { contract } from '../../src/contract/index.ts'
import { ok } from '../../src/shared/result.ts'
import { iso } from '../clock.ts'
import { notFound } from '../http/refusal.ts'
import { paginate, sortable } from '../http/paginate.ts'
import { route } from '../http/route.ts'
import { presentPatient } from '../present.ts'
import { inAccount, ofAccount, takeId } from '../state/lookup.ts'
import type { Patient } from '../state/types.ts'

const holds = (text: string | null, part: string) =>
  text?.toLocaleLowerCase().includes(part.toLocaleLowerCase()) ?? false

/** Patients of the account. */
export const patientRoutes = [
  route(contract.partner.patients.list, ({ state, account, query }) => {
    const patients = ofAccount(state.patients, account.id).filter(
      (patient) =>
        holds(`${patient.firstName} ${patient.lastName}`, query.name ?? '') &&
        (!query.email || holds(patient.email, query.email)),
    )
    const page = paginate(patients, query, ({ id }) => sortable(id))
    return page.ok ? ok({ ...page.value, items: page.value.items.map(presentPatient) }) : page
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
      parentIds: [],
      attributes: {},
      createdOn: iso(now),
      lastUpdatedOn: iso(now),
    }
    state.patients.set(patient.id, patient)
    return ok(presentPatient(patient))
  }),

  route(contract.partner.patients.get, ({ state, account, params }) => {
    const patient = inAccount(state.patients, account.id, params.patientId)
    return patient ? ok(presentPatient(patient)) : notFound('patient')
  }),

  route(contract.partner.patients.update, ({ state, account, params, body, now }) => {
    const patient = inAccount(state.patients, account.id, params.patientId)
    if (!patient) return notFound('patient')
    Object.assign(patient, body, { lastUpdatedOn: iso(now) })
    return ok(presentPatient(patient))
  }),
]
