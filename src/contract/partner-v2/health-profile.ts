import { z } from 'zod'
import { model } from '../mark.ts'
import { get, operations, list } from '../operation.ts'
import { id, timestamp } from '../values.ts'

const ofPatient = '/partner/v2/account/{accountId}/patients/{patientId}/health-profile'
const ofAccount = '/partner/v2/account/{accountId}/health-profile'

const entry = {
  id,
  patientId: id.nullish(),
  name: z.string().nullish(),
  status: z.string().nullish(),
}
const allergy = model('Allergy', 'health-profile-shape', {
  ...entry,
  severity: z.string().nullish().describe('MILD, MODERATE or SEVERE.'),
  reactions: z.array(z.string()).nullish(),
  recordedAt: timestamp.nullish(),
})
const medication = model('Medication', 'health-profile-shape', {
  ...entry,
  dosageInstructions: z.string().nullish(),
  startedAt: timestamp.nullish(),
  endedAt: timestamp.nullish(),
})
const problem = model('Problem', 'health-profile-shape', {
  ...entry,
  icd10Code: z.string().nullish(),
  recordedAt: timestamp.nullish(),
})

export const healthProfile = operations('partner.healthProfile', 'Patients and health profile', {
  listAllergies: list(
    `${ofPatient}/allergies`,
    'List the allergies of a patient with severity, reactions and status.',
    allergy,
  ),

  listMedications: list(
    `${ofPatient}/medications`,
    'List the medications of a patient with dosage instructions and status.',
    medication,
  ),

  listProblems: list(
    `${ofPatient}/problems`,
    'List the problems of a patient with ICD-10 codes and status.',
    problem,
  ),

  getAllergy: get(`${ofAccount}/allergies/{allergyId}`, 'One allergy.', { answer: allergy }),

  getMedication: get(`${ofAccount}/medications/{medicationId}`, 'One medication.', {
    answer: medication,
  }),

  getProblem: get(`${ofAccount}/problems/{problemId}`, 'One problem.', { answer: problem }),
})
