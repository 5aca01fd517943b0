import * as z from 'zod/mini'
import { patientCategory, pipeline, transitionDetails } from '../categories.ts'
import { defineOperations, nothing } from '../operation.ts'
import { reference } from '../references.ts'

const sees = { place: 'patients', act: 'see' } as const

/** The category of a patient. The service has no operation that changes it: that is done in the service itself. */
export const categoryOperations = defineOperations({
  queries: {
    patientCategory: {
      right: sees,
      input: z.strictObject({ chart: reference }),
      output: patientCategory,
    },
    categoryTransition: {
      right: sees,
      input: z.strictObject({ chart: reference, transition: reference }),
      output: transitionDetails,
    },
    /** All pipelines of the account with their stages. No patient is in it. */
    crmPipelines: { right: sees, input: nothing, output: z.array(pipeline) },
  },
  commands: {},
})
