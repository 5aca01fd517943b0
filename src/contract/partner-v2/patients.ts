import { z } from 'zod'
import { assumed } from '../mark.ts'
import { del, get, operations, post, put, list } from '../operation.ts'
import { patient, patientSummary } from '../patient.ts'
import { e164, filter, isoDate, nothing } from '../values.ts'

const base = '/partner/v2/account/{accountId}/patients'

const listed = assumed(patientSummary, 'partner-patient-shape')
const single = assumed(patient, 'partner-patient-shape')
const contact = {
  email: z.email().nullable().optional(),
  mobilePhone: e164.nullable().optional(),
  dateOfBirth: isoDate.nullable().optional(),
}
const name = z.string().min(1)
const homeAddress = z.strictObject({
  address1: z.string(),
  city: z.string(),
  postalCode: z.string(),
  stateProvince: z.string(),
})
export type PatientAddress = z.infer<typeof homeAddress>

export const patients = operations('partner.patients', 'Patients and health profile', {
  list: list(base, 'List patients; filter by name and e-mail.', listed, {
    filters: { name: filter(z.string()), email: filter(z.string()) },
    assumes: ['empty-fields'],
  }),

  create: post(base, 'Create a patient; the account must match the token.', {
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
    assumes: ['created-status', 'empty-fields'],
    status: 201,
  }),

  get: get(`${base}/{patientId}`, 'One patient; the account must match the token.', {
    answer: single,
    assumes: ['empty-fields'],
  }),

  update: put(
    `${base}/{patientId}`,
    'Partial update of a patient; the account must match the token.',
    {
      body: assumed(
        z.strictObject({
          firstName: name.optional(),
          lastName: name.optional(),
          ...contact,
          homeAddress: homeAddress.nullable().optional(),
          active: z.boolean().optional(),
        }),
        'partner-patient-bodies',
      ).meta({ examples: [{ email: 'rosa@example.com', mobilePhone: null }] }),
      answer: single,
      assumes: ['empty-fields'],
    },
  ),

  delete: del(
    `${base}/{patientId}`,
    'Remove a patient from the account; the global record may remain.',
    { answer: nothing, assumes: ['deleted-status', 'removed-patient-records'], status: 204 },
  ),
})
