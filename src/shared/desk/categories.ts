import * as z from 'zod/mini'
import { type DeskOperations, nothing, see } from './operation.ts'
import { moment } from './record-fields.ts'
import { chartInput, reference } from './references.ts'

/** A category, and the stage there; each null where the service does not name it. */
const position = z.strictObject({ category: z.nullable(z.string()), stage: z.nullable(z.string()) })

const pipeline = z.strictObject({
  name: z.string(),
  description: z.nullable(z.string()),
  isActive: z.boolean(),
  stages: z.array(z.string()),
})
export type Pipeline = z.infer<typeof pipeline>

const patientCategory = z.strictObject({
  current: z.nullable(
    z.strictObject({
      category: z.nullable(z.string()),
      description: z.nullable(z.string()),
      since: moment,
      pipeline: z.nullable(pipeline),
      stage: z.nullable(z.int()),
    }),
  ),
  /** `to`: null where they left all categories. */
  history: z.array(z.strictObject({ transition: reference, at: moment, to: z.nullable(position) })),
})
export type PatientCategory = z.infer<typeof patientCategory>

const transitionDetails = z.strictObject({
  at: moment,
  from: z.nullable(position),
  to: z.nullable(position),
  note: z.nullable(z.string()),
})
export type TransitionDetails = z.infer<typeof transitionDetails>
export type Position = z.infer<typeof position>

/** The category of a patient. The service has no operation that changes it: that is done in the service itself. */
export const categoryOperations = {
  queries: {
    patientCategory: see('patients', chartInput, patientCategory),
    categoryTransition: see(
      'patients',
      { chart: reference, transition: reference },
      transitionDetails,
    ),
    /** All pipelines of the account with their stages. No patient is in it. */
    crmPipelines: see('patients', nothing, z.array(pipeline)),
  },
  commands: {},
} satisfies DeskOperations
