import { z } from 'zod'
import { lenient } from '../mark.ts'
import { get, operations } from '../operation.ts'
import { patient, patientSummary } from '../patient.ts'
import { colour, integerId } from '../values.ts'

const base = '/service/api/developer/v1/patients'

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
export const patients = operations('developer.patients', 'Endpoints', {
  list: get(base, 'List patients.', { answer: z.array(patientSummary), assumes: ['empty-fields'] }),

  get: get(
    `${base}/{patient_id}`,
    'One patient with addresses, parents, children and practitioners.',
    { answer: patient, assumes: ['empty-fields'] },
  ),

  /** Finds patients that fit every given field. A `name` that is not empty is used instead of first and last name. */
  search: get(`${base}/search`, 'Search patients by name, e-mail, phone and date of birth.', {
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
    assumes: ['empty-fields', 'patient-search-matching'],
  }),

  listTags: get(`${base}/tags`, 'List the tags of a patient.', {
    query: z.strictObject({ patientId: integerId }),
    answer: z.array(patientTag),
    assumes: ['inactive-listed'],
  }),
})
