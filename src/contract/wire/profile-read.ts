import { z } from 'zod'
import { answerFieldNames } from './answer-fields.ts'
import { parsePath } from './json-path.ts'
import { keyed } from './known-keys.ts'

/** Foyer's words for what an answer says, by their names in a profile. */
export const answerWords = {
  completed: 'COMPLETED',
  archived: 'ARCHIVED',
  inProgress: 'IN_PROGRESS',
  notStarted: 'NOT_STARTED',
  verified: 'VERIFIED',
  pending: 'PENDING',
  incorrect: 'INCORRECT',
  expired: 'EXPIRED',
  locked: 'LOCKED',
  arrived: 'CHECKED_IN',
  cancelled: 'CANCELLED',
} as const

const theirWords = z.array(z.union([z.string().min(1), z.number(), z.boolean()])).default([])
const path = z.string().refine((text) => parsePath(text) !== undefined, {
  error: 'a place in the answer, such as state.code, ids[0].value or $',
})

/** Where answers differ from what the contract says. */
export const read = z
  .strictObject({
    /** Where the record stands in the answer of a single one on the partner interface. */
    root: path.default('$'),
    /** Fields that stand elsewhere: `packet.status` to a place in the record, `list.items` to one in the answer. */
    fields: keyed(
      path,
      (name) => answerFieldNames.includes(name),
      'a field that Foyer reads, such as packet.status, list.items or match.patientId',
    ).prefault({}),
    /** More words for what Foyer must recognise, in any case. */
    words: z
      .strictObject({
        completed: theirWords,
        archived: theirWords,
        inProgress: theirWords,
        notStarted: theirWords,
        verified: theirWords,
        pending: theirWords,
        incorrect: theirWords,
        expired: theirWords,
        locked: theirWords,
        arrived: theirWords,
        cancelled: theirWords,
      })
      .prefault({}),
    /**
     * What stands first in a date such as 3/4/1980 or 3-4-1980. As the documents have it, the month between slashes;
     * with another separator only a date that cannot be two is read.
     */
    dateOrder: z.enum(['documented', 'monthFirst', 'dayFirst']).default('documented'),
  })
  .prefault({})
export type ReadProfile = z.output<typeof read>
