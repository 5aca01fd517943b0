import { z } from 'zod'
import { assumed } from '../mark.ts'
import { get, operations } from '../operation.ts'
import { id, pageOf, pageQuery, timestamp } from '../values.ts'

const base = '/partner/v2/account/{accountId}/patients/{patientId}/category'

const patientCategory = assumed(
  z.looseObject({
    id,
    patientId: id.nullish(),
    categoryId: id.nullish(),
    crmStatusId: id.nullish(),
    assignedAt: timestamp.nullish(),
  }),
  'patient-category-shape',
).meta({ id: 'PatientCategory' })
const transition = assumed(
  z.looseObject({
    id,
    patientId: id.nullish(),
    fromCategoryId: id.nullish(),
    toCategoryId: id.nullish(),
    fromCrmStatusId: id.nullish(),
    toCrmStatusId: id.nullish(),
    transitionedAt: timestamp.nullish(),
    note: z.string().nullish(),
  }),
  'patient-category-shape',
).meta({ id: 'PatientCategoryTransition' })

/** The category that a patient is enrolled in, and how they came there. */
export const patientCategories = operations(
  'partner.patientCategories',
  'Patients and health profile',
  {
    get: get(base, 'Current category assignment of a patient.', { answer: patientCategory }),

    listTransitions: get(`${base}/transition`, 'Category transition history of a patient.', {
      query: z.strictObject(pageQuery),
      answer: pageOf(transition),
    }),

    getTransition: get(
      `${base}/transition/{transitionId}`,
      'One category transition of a patient.',
      { answer: transition },
    ),
  },
)
