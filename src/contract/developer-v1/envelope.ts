import { z } from 'zod'
import { lenient, readAs } from '../mark.ts'

const empty = z.unknown().meta({
  anyOf: [{ type: 'object', maxProperties: 0 }, { type: 'array', maxItems: 0 }, { type: 'null' }],
})

/** An envelope that says no; its `data` is empty. */
export const failureEnvelope = z
  .looseObject({
    success: z.literal(false),
    message: lenient(z.string()),
    data: readAs(empty.optional(), empty),
  })
  .meta({ id: 'FailureEnvelope' })

/**
 * Envelope around every answer of the developer interface, always with status 200: `data` holds the result if `success`
 * is true; otherwise `message` gives the reason.
 */
export function envelope<T extends z.ZodType>(data: T) {
  return z.discriminatedUnion('success', [
    z.looseObject({ success: z.literal(true), message: lenient(z.string()), data }),
    failureEnvelope,
  ])
}
