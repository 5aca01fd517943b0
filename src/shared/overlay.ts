import * as z from 'zod/mini'

export const helpHeard = z.enum(['told', 'coming'])
export type HelpHeard = z.infer<typeof helpHeard>

export const overlay = z.discriminatedUnion('name', [
  z.strictObject({ name: z.literal('help'), helpNumber: z.string(), heard: z.optional(helpHeard) }),
  z.strictObject({ name: z.literal('idleWarning'), closesInMs: z.int() }),
  z.strictObject({ name: z.literal('startOver') }),
  z.strictObject({ name: z.literal('display') }),
  /** The form's page asks, in its own words: plain text, of bounded length, that nobody but the page answers for. */
  z.strictObject({
    name: z.literal('formAsks'),
    number: z.int(),
    kind: z.enum(['alert', 'confirm', 'prompt', 'leave']),
    text: z.string(),
    typed: z.string(),
  }),
  /** The form's page takes a picture, and the patient takes one with Foyer's camera (`givePicture`), or none. */
  z.strictObject({ name: z.literal('camera'), number: z.int() }),
  z.strictObject({
    name: z.literal('visitEnds'),
    closesInMs: z.int(),
    canExtend: z.boolean(),
    helpNumber: z.string(),
  }),
  /** Over the staff panel alone. `staysByTouch`: idle for long, any touch ends it; else its longest time is reached. */
  z.strictObject({ name: z.literal('staffLocks'), locksInMs: z.int(), staysByTouch: z.boolean() }),
])
export type Overlay = z.infer<typeof overlay>
