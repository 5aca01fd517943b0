import { z } from 'zod'
import { assumed } from '../mark.ts'
import { defineOperation } from '../operation.ts'
import { accountId, id, pageOf, pageQuery, pathId, timestamp } from '../values.ts'

const base = '/partner/v2/account/{accountId}/patients/{patientId}/category'
const section = 'Patients and health profile'
const inPatient = z.strictObject({ accountId, patientId: pathId })

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
export const patientCategories = {
  /** The current assignment. Partner API v2, “Patients and health profile”. */
  get: defineOperation({
    id: 'partner.patientCategories.get',
    interface: 'partner',
    method: 'GET',
    path: base,
    section,
    summary: 'Current category assignment of a patient.',
    params: inPatient,
    answer: patientCategory,
    status: 200,
  }),

  /** A page of transitions. Partner API v2, “Patients and health profile”. */
  listTransitions: defineOperation({
    id: 'partner.patientCategories.listTransitions',
    interface: 'partner',
    method: 'GET',
    path: `${base}/transition`,
    section,
    summary: 'Category transition history of a patient.',
    params: inPatient,
    query: z.strictObject(pageQuery),
    answer: pageOf(transition),
    status: 200,
  }),

  /** One transition. Partner API v2, “Patients and health profile”. */
  getTransition: defineOperation({
    id: 'partner.patientCategories.getTransition',
    interface: 'partner',
    method: 'GET',
    path: `${base}/transition/{transitionId}`,
    section,
    summary: 'One category transition of a patient.',
    params: z.strictObject({ accountId, patientId: pathId, transitionId: pathId }),
    answer: transition,
    status: 200,
  }),
}
