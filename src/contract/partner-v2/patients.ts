import { z } from 'zod'
import { assumed } from '../mark.ts'
import { defineOperation } from '../operation.ts'
import { patient, patientSummary } from '../patient.ts'
import { accountId, e164, filter, isoDate, nothing, pageOf, pageQuery, pathId } from '../values.ts'

const base = '/partner/v2/account/{accountId}/patients'
const section = 'Patients and health profile'
const inAccount = z.strictObject({ accountId })
const inPatient = z.strictObject({ accountId, patientId: pathId })

const listed = assumed(patientSummary, 'partner-patient-shape')
const single = assumed(patient, 'partner-patient-shape')
const contact = {
  email: z.email().nullable().optional(),
  mobilePhone: e164.nullable().optional(),
  dateOfBirth: isoDate.nullable().optional(),
}
const name = z.string().min(1)

/** Patients of an account. */
export const patients = {
  /** A page of patients. Partner API v2, “Patients and health profile”. */
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
      name: filter(z.string()),
      email: filter(z.string()),
    }),
    answer: pageOf(listed),
    status: 200,
    assumes: ['empty-fields'],
  }),

  /**
   * Creates a patient in the account of the token.
   * Partner API v2, “Patients and health profile”.
   */
  create: defineOperation({
    id: 'partner.patients.create',
    interface: 'partner',
    method: 'POST',
    path: base,
    section,
    summary: 'Create a patient; the account must match the token.',
    params: inAccount,
    body: assumed(
      z.strictObject({ firstName: name, lastName: name, ...contact }),
      'partner-patient-bodies',
    ).meta({
      examples: [
        {
          firstName: 'Ada',
          lastName: 'Reed',
          mobilePhone: '+12065550123',
          dateOfBirth: '1984-02-29',
        },
      ],
    }),
    answer: single,
    status: 201,
    assumes: ['created-status', 'empty-fields'],
  }),

  /** One patient. Partner API v2, “Patients and health profile”. */
  get: defineOperation({
    id: 'partner.patients.get',
    interface: 'partner',
    method: 'GET',
    path: `${base}/{patientId}`,
    section,
    summary: 'One patient; the account must match the token.',
    params: inPatient,
    answer: single,
    status: 200,
    assumes: ['empty-fields'],
  }),

  /**
   * Changes what the body names and nothing else.
   * Partner API v2, “Patients and health profile”.
   */
  update: defineOperation({
    id: 'partner.patients.update',
    interface: 'partner',
    method: 'PUT',
    path: `${base}/{patientId}`,
    section,
    summary: 'Partial update of a patient; the account must match the token.',
    params: inPatient,
    body: assumed(
      z.strictObject({
        firstName: name.optional(),
        lastName: name.optional(),
        ...contact,
        active: z.boolean().optional(),
      }),
      'partner-patient-bodies',
    ).meta({ examples: [{ email: 'rosa@example.com', mobilePhone: null }] }),
    answer: single,
    status: 200,
    assumes: ['empty-fields'],
  }),

  /**
   * Removes a patient from the account; the record itself may go on elsewhere.
   * Partner API v2, “Patients and health profile”.
   */
  delete: defineOperation({
    id: 'partner.patients.delete',
    interface: 'partner',
    method: 'DELETE',
    path: `${base}/{patientId}`,
    section,
    summary: 'Remove a patient from the account; the global record may remain.',
    params: inPatient,
    answer: nothing,
    status: 204,
    assumes: ['deleted-status', 'removed-patient-records'],
  }),
}
