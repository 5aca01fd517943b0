import { z } from 'zod'
import { assumed } from '../mark.ts'
import { defineOperation } from '../operation.ts'
import { accountId, id, pageOf, pageQuery, pathId, timestamp } from '../values.ts'

const ofPatient = '/partner/v2/account/{accountId}/patients/{patientId}/health-profile'
const ofAccount = '/partner/v2/account/{accountId}/health-profile'
const section = 'Patients and health profile'
const inPatient = z.strictObject({ accountId, patientId: pathId })
const paged = z.strictObject(pageQuery)

/** What every entry of a health profile has; `status` is ACTIVE, INACTIVE or RESOLVED. */
const entry = z.looseObject({
  id,
  patientId: id.nullish(),
  name: z.string().nullish(),
  status: z.string().nullish(),
})
const allergy = assumed(
  entry.extend({
    severity: z.string().nullish().describe('MILD, MODERATE or SEVERE.'),
    reactions: z.array(z.string()).nullish(),
    recordedAt: timestamp.nullish(),
  }),
  'health-profile-shape',
).meta({ id: 'Allergy' })
const medication = assumed(
  entry.extend({
    dosageInstructions: z.string().nullish(),
    startedAt: timestamp.nullish(),
    endedAt: timestamp.nullish(),
  }),
  'health-profile-shape',
).meta({ id: 'Medication' })
const problem = assumed(
  entry.extend({ icd10Code: z.string().nullish(), recordedAt: timestamp.nullish() }),
  'health-profile-shape',
).meta({ id: 'Problem' })

/** Allergies, medications and problems of patients. */
export const healthProfile = {
  /** A page of a patient's allergies. Partner API v2, “Patients and health profile”. */
  listAllergies: defineOperation({
    id: 'partner.healthProfile.listAllergies',
    interface: 'partner',
    method: 'GET',
    path: `${ofPatient}/allergies`,
    section,
    summary: 'List the allergies of a patient with severity, reactions and status.',
    params: inPatient,
    query: paged,
    answer: pageOf(allergy),
    status: 200,
  }),

  /** A page of a patient's medications. Partner API v2, “Patients and health profile”. */
  listMedications: defineOperation({
    id: 'partner.healthProfile.listMedications',
    interface: 'partner',
    method: 'GET',
    path: `${ofPatient}/medications`,
    section,
    summary: 'List the medications of a patient with dosage instructions and status.',
    params: inPatient,
    query: paged,
    answer: pageOf(medication),
    status: 200,
  }),

  /** A page of a patient's problems. Partner API v2, “Patients and health profile”. */
  listProblems: defineOperation({
    id: 'partner.healthProfile.listProblems',
    interface: 'partner',
    method: 'GET',
    path: `${ofPatient}/problems`,
    section,
    summary: 'List the problems of a patient with ICD-10 codes and status.',
    params: inPatient,
    query: paged,
    answer: pageOf(problem),
    status: 200,
  }),

  /** One allergy. Partner API v2, “Patients and health profile”. */
  getAllergy: defineOperation({
    id: 'partner.healthProfile.getAllergy',
    interface: 'partner',
    method: 'GET',
    path: `${ofAccount}/allergies/{allergyId}`,
    section,
    summary: 'One allergy.',
    params: z.strictObject({ accountId, allergyId: pathId }),
    answer: allergy,
    status: 200,
  }),

  /** One medication. Partner API v2, “Patients and health profile”. */
  getMedication: defineOperation({
    id: 'partner.healthProfile.getMedication',
    interface: 'partner',
    method: 'GET',
    path: `${ofAccount}/medications/{medicationId}`,
    section,
    summary: 'One medication.',
    params: z.strictObject({ accountId, medicationId: pathId }),
    answer: medication,
    status: 200,
  }),

  /** One problem. Partner API v2, “Patients and health profile”. */
  getProblem: defineOperation({
    id: 'partner.healthProfile.getProblem',
    interface: 'partner',
    method: 'GET',
    path: `${ofAccount}/problems/{problemId}`,
    section,
    summary: 'One problem.',
    params: z.strictObject({ accountId, problemId: pathId }),
    answer: problem,
    status: 200,
  }),
}
