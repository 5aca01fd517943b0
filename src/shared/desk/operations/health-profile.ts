import * as z from 'zod/mini'
import { ofChart, recordDate, recordPage, said } from '../chart-records.ts'
import { defineOperations } from '../operation.ts'
import { reference } from '../references.ts'

const right = { place: 'healthProfile', act: 'see' } as const

const entry = { entry: reference, name: said, status: said }
const allergy = z.strictObject({
  ...entry,
  severity: said,
  reactions: z.array(z.string()),
  recordedAt: recordDate,
})
export type DeskAllergy = z.infer<typeof allergy>
const medication = z.strictObject({
  ...entry,
  dosage: said,
  startedAt: recordDate,
  endedAt: recordDate,
})
export type DeskMedication = z.infer<typeof medication>
const problem = z.strictObject({ ...entry, icd10Code: said, recordedAt: recordDate })
export type DeskProblem = z.infer<typeof problem>

const one = z.strictObject({ chart: reference, entry: reference })

/** Operations for a patient's allergies, medications and conditions. */
export const healthProfileOperations = defineOperations({
  queries: {
    /** A page of each, and one of each as it stands now. */
    allergies: { right, input: ofChart, output: recordPage(allergy) },
    allergy: { right, input: one, output: allergy },
    medications: { right, input: ofChart, output: recordPage(medication) },
    medication: { right, input: one, output: medication },
    problems: { right, input: ofChart, output: recordPage(problem) },
    problem: { right, input: one, output: problem },
  },
  commands: {},
})
