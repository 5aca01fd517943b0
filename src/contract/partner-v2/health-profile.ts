import { z } from 'zod'
import { assumed } from '../mark.ts'
import { get, operations } from '../operation.ts'
import { id, pageOf, pageQuery, timestamp } from '../values.ts'

const ofPatient = '/partner/v2/account/{accountId}/patients/{patientId}/health-profile'
const ofAccount = '/partner/v2/account/{accountId}/health-profile'
const paged = z.strictObject(pageQuery)

/** Fields of every entry in a health profile; `status` is ACTIVE, INACTIVE or RESOLVED. */
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
export const healthProfile = operations('partner.healthProfile', 'Patients and health profile', {
  listAllergies: get(
    `${ofPatient}/allergies`,
    'List the allergies of a patient with severity, reactions and status.',
    { query: paged, answer: pageOf(allergy) },
  ),

  listMedications: get(
    `${ofPatient}/medications`,
    'List the medications of a patient with dosage instructions and status.',
    { query: paged, answer: pageOf(medication) },
  ),

  listProblems: get(
    `${ofPatient}/problems`,
    'List the problems of a patient with ICD-10 codes and status.',
    { query: paged, answer: pageOf(problem) },
  ),

  getAllergy: get(`${ofAccount}/allergies/{allergyId}`, 'One allergy.', { answer: allergy }),

  getMedication: get(`${ofAccount}/medications/{medicationId}`, 'One medication.', {
    answer: medication,
  }),

  getProblem: get(`${ofAccount}/problems/{problemId}`, 'One problem.', { answer: problem }),
})
