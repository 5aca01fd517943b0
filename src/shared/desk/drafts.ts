import * as z from 'zod/mini'
import { type DeskOperations, see } from './operation.ts'
import { reference } from './references.ts'

const draftOf = { form: z.enum(['patient', 'newPatient', 'booking']), chart: z.optional(reference) }
export type DraftOf = z.infer<z.ZodMiniObject<typeof draftOf>>

const draftValues = z
  .record(z.string().check(z.maxLength(40)), z.string().check(z.maxLength(500)))
  .check(z.refine((values) => Object.keys(values).length <= 20))
export type DraftValues = z.infer<typeof draftValues>

/** Text that a member typed and did not send. Main keeps it in memory alone, for them, until the day ends. */
export const draftOperations = {
  queries: {
    draft: see(
      'patients',
      draftOf,
      // `at`: when it was typed, in ms since 1970.
      z.nullable(z.strictObject({ at: z.number(), values: draftValues })),
    ),
    /** Keeps the text as it stands now; null forgets it. A query: nothing of a record changes. */
    keepDraft: see('patients', { ...draftOf, values: z.nullable(draftValues) }, z.null()),
  },
  commands: {},
} satisfies DeskOperations
