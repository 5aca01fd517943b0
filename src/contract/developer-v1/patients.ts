import { z } from 'zod'
import { lenient } from '../mark.ts'
import { defineOperation } from '../operation.ts'
import { patient, patientSummary } from '../patient.ts'
import { colour, integerId } from '../values.ts'

const base = '/service/api/developer/v1/patients'
const section = 'Endpoints'

/** A note on a patient, with its colour. */
const patientTag = z
  .looseObject({
    id: integerId,
    note: lenient(z.string()),
    color: lenient(colour),
    active: lenient(z.boolean()),
  })
  .meta({ id: 'PatientTag' })

/** Patients of the account whose credentials are used. */
export const patients = {
  /** Every patient. Developer API v1, “Endpoints”. */
  list: defineOperation({
    id: 'developer.patients.list',
    interface: 'developer',
    method: 'GET',
    path: base,
    section,
    summary: 'List patients.',
    answer: z.array(patientSummary),
    status: 200,
    assumes: ['developer-unauthorized', 'empty-fields'],
  }),

  /** One patient with addresses, relatives and practitioners. Developer API v1, “Endpoints”. */
  get: defineOperation({
    id: 'developer.patients.get',
    interface: 'developer',
    method: 'GET',
    path: `${base}/{patient_id}`,
    section,
    summary: 'One patient with addresses, parents, children and practitioners.',
    params: z.strictObject({ patient_id: integerId }),
    answer: patient,
    status: 200,
    assumes: ['developer-unauthorized', 'empty-fields'],
  }),

  /**
   * Patients to whom everything fits. A `name` that is not empty is used instead of first and
   * last name.
   * Developer API v1, “Endpoints”.
   */
  search: defineOperation({
    id: 'developer.patients.search',
    interface: 'developer',
    method: 'GET',
    path: `${base}/search`,
    section,
    summary: 'Search patients by name, e-mail, phone and date of birth.',
    query: z.strictObject({
      firstName: z.string().optional(),
      lastName: z.string().optional(),
      name: z.string().optional().describe('First and last name.'),
      email: z.string().optional(),
      mobilePhone: z.string().optional(),
      dateOfBirth: z
        .string()
        .regex(/^\d{2}\/\d{2}\/\d{4}$/)
        .optional()
        .describe('MM/DD/YYYY.'),
    }),
    answer: z.array(patientSummary),
    status: 200,
    assumes: ['developer-unauthorized', 'empty-fields', 'patient-search-matching'],
  }),

  /** The tags of one patient. Developer API v1, “Endpoints”. */
  listTags: defineOperation({
    id: 'developer.patients.listTags',
    interface: 'developer',
    method: 'GET',
    path: `${base}/tags`,
    section,
    summary: 'List the tags of a patient.',
    query: z.strictObject({ patientId: integerId }),
    answer: z.array(patientTag),
    status: 200,
    assumes: ['developer-unauthorized', 'inactive-listed'],
  }),
}
