import * as z from 'zod/mini'
import { ofChart, recordDate, recordPage, said } from '../chart-records.ts'
import { defineOperations } from '../operation.ts'
import { reference } from '../references.ts'

const right = { place: 'labs', act: 'see' } as const

const labFields = {
  lab: reference,
  name: said,
  status: said,
  orderedAt: recordDate,
  resultedAt: recordDate,
}
const lab = z.strictObject(labFields)
export type DeskLab = z.infer<typeof lab>

const labWithPanels = z.strictObject({
  ...labFields,
  panels: z.array(z.strictObject({ panel: reference, name: said })),
})

const labResult = z.strictObject({
  result: reference,
  /** The panel that it belongs to; null where it says none. */
  panel: z.nullable(reference),
  name: said,
  /** Text, for a result need not be a number; null while there is none. */
  value: said,
  unit: said,
  range: said,
  /** True if it is normal; null if the service gives no known word for it. */
  isNormal: z.nullable(z.boolean()),
  /** The service's text in place of such a word. */
  remark: said,
})
export type DeskLabResult = z.infer<typeof labResult>

const inLab = { chart: reference, lab: reference }

/** A patient's lab orders and results at this location. */
export const labOperations = defineOperations({
  queries: {
    /** A page of the patient's labs, the newest first. */
    labs: { right, input: ofChart, output: recordPage(lab) },
    lab: { right, input: z.strictObject(inLab), output: labWithPanels },
    labResults: {
      right,
      input: z.strictObject({ ...inLab, after: z.optional(reference) }),
      output: recordPage(labResult),
    },
    labResult: {
      right,
      input: z.strictObject({ ...inLab, result: reference }),
      output: labResult,
    },
  },
  commands: {},
})
