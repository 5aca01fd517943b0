import { z } from 'zod'
import { lenient } from '../mark.ts'

/** What the document requires of every envelope; a reader manages with less. */
const required = ['success', 'message', 'data']

const empty = z.unknown().meta({
  anyOf: [{ type: 'object', maxProperties: 0 }, { type: 'array', maxItems: 0 }, { type: 'null' }],
})

/** An envelope that says no; its `data` is empty. */
export const failureEnvelope = z
  .looseObject({
    success: z.literal(false),
    message: lenient(z.string()),
    data: empty.optional(),
  })
  .meta({ id: 'FailureEnvelope', required })

/**
 * The envelope around every answer of the developer interface, always with status 200: `data` holds
 * the result when `success` is true; else `message` says why and `data` is empty.
 */
export function envelope<T extends z.ZodType>(data: T) {
  return z.discriminatedUnion('success', [
    z
      .looseObject({ success: z.literal(true), message: lenient(z.string()), data })
      .meta({ required }),
    failureEnvelope,
  ])
}
