import { z } from 'zod'
import { defineOperation } from '../operation.ts'
import { accountId, id, isoDate, pageOf, pageQuery } from '../values.ts'

const base = '/partner/v2/account/{accountId}/patients'
const section = 'Patients and health profile'
const inAccount = z.strictObject({ accountId })
const inPatient = z.strictObject({ accountId, patientId: id })

/** A patient's record, as far as Foyer reads it. */
export const patient = z.looseObject({
  id,
  active: z.boolean().nullish(),
  firstName: z.string().nullish(),
  lastName: z.string().nullish(),
  name: z.string().nullish(),
  email: z.string().nullish(),
  mobilePhone: z.string().nullish(),
  /** Month/day/year without zero padding; readers also accept YYYY-MM-DD. */
  dateOfBirth: z.string().nullish(),
})
export type Patient = z.infer<typeof patient>

const contact = {
  email: z.email().nullable().optional(),
  /** E.164. */
  mobilePhone: z
    .string()
    .regex(/^\+[1-9]\d{6,14}$/)
    .nullable()
    .optional(),
  dateOfBirth: isoDate.nullable().optional(),
}
const name = z.string().min(1)

/** Patients of an account. */
export const patients = {
  /** A page of patients. */
  list: defineOperation({
    id: 'partner.patients.list',
    interface: 'partner',
    method: 'GET',
    path: base,
    section,
    summary: 'List patients; filter by name and e-mail.',
    params: inAccount,
    query: z.strictObject({
      ...pageQuery,
      name: z.string().optional(),
      email: z.string().optional(),
    }),
    answer: pageOf(patient),
    status: 200,
    assumes: ['list-pages', 'list-filters', 'partner-patient-shape'],
  }),

  /** Creates a patient in the account of the token. */
  create: defineOperation({
    id: 'partner.patients.create',
    interface: 'partner',
    method: 'POST',
    path: base,
    section,
    summary: 'Create a patient; the account must match the token.',
    params: inAccount,
    body: z.strictObject({ firstName: name, lastName: name, ...contact }),
    answer: patient,
    status: 201,
    assumes: ['partner-patient-shape', 'partner-patient-bodies', 'created-status'],
  }),

  /** One patient. */
  get: defineOperation({
    id: 'partner.patients.get',
    interface: 'partner',
    method: 'GET',
    path: `${base}/{patientId}`,
    section,
    summary: 'One patient; the account must match the token.',
    params: inPatient,
    answer: patient,
    status: 200,
    assumes: ['partner-patient-shape'],
  }),

  /** Changes what the body names and nothing else. */
  update: defineOperation({
    id: 'partner.patients.update',
    interface: 'partner',
    method: 'PUT',
    path: `${base}/{patientId}`,
    section,
    summary: 'Partial update of a patient; the account must match the token.',
    params: inPatient,
    body: z.strictObject({
      firstName: name.optional(),
      lastName: name.optional(),
      ...contact,
      active: z.boolean().optional(),
    }),
    answer: patient,
    status: 200,
    assumes: ['partner-patient-shape', 'partner-patient-bodies'],
  }),
}
