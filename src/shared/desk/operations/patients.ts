import * as z from 'zod/mini'
import { defineOperations } from '../operation.ts'
import {
  createdPatient,
  foundPatients,
  patientChart,
  patientDraft,
  patientPatch,
  patientSearch,
  twoIdentifiers,
} from '../patients.ts'
import { reference } from '../references.ts'

const sees = { place: 'patients', act: 'see' } as const
const changes = { place: 'patients', act: 'change' } as const
const opened = z.strictObject({ chart: reference })

/** Who patients are, and the way into a patient's chart. */
export const patientOperations = defineOperations({
  queries: {
    /** Patients of the account to whom everything fits. `more`: the page after one that was shown. */
    findPatients: {
      right: sees,
      input: z.strictObject({ search: patientSearch, more: z.optional(reference) }),
      output: foundPatients,
    },
    /** Who a patient is, and how they are reached. */
    patientChart: {
      right: sees,
      input: z.strictObject({ chart: reference }),
      output: patientChart,
    },
  },
  commands: {
    /** Opens the chart of somebody who was found, once two identifiers that the person said are those of the record. */
    openChart: {
      right: sees,
      input: z.strictObject({ patient: reference, identifiers: twoIdentifiers }),
      output: opened,
    },
    /** The same for the patient of an appointment that was shown. */
    openChartOfAppointment: {
      right: sees,
      input: z.strictObject({ appointment: reference, identifiers: twoIdentifiers }),
      output: opened,
    },
    /** Makes a patient. `isAnother`: staff have looked at those who are similar, and it is none of them. */
    createPatient: {
      right: changes,
      input: z.strictObject({ draft: patientDraft, isAnother: z.boolean() }),
      output: createdPatient,
    },
    /** Changes who a patient is or how they are reached. */
    changePatient: {
      right: changes,
      input: z.strictObject({ chart: reference, patch: patientPatch }),
      output: z.null(),
    },
    /** Removes a patient from the account. It cannot be undone. */
    removePatient: {
      right: { place: 'removal', act: 'change' },
      input: z.strictObject({ chart: reference }),
      output: z.null(),
      withReason: true,
    },
  },
})
