import * as z from 'zod/mini'
import { defineOperations, nothing } from '../operation.ts'
import { reference } from '../references.ts'
import { todayList } from '../today.ts'

const arrives = { place: 'checkIn', act: 'change' } as const

/** The live list of the day. */
export const todayOperations = defineOperations({
  queries: {
    /** The appointments of today at this location, and how each patient stands. */
    today: { right: { place: 'today', act: 'see' }, input: nothing, output: todayList },
  },
  commands: {
    /** Marks an appointment as arrived, for a patient who came to the desk. */
    markArrived: {
      right: arrives,
      input: z.strictObject({ appointment: reference }),
      output: z.null(),
    },
    /** Takes an arrival back that was marked by mistake. */
    undoArrival: {
      right: arrives,
      input: z.strictObject({ appointment: reference }),
      output: z.null(),
      withReason: true,
    },
  },
})
