import * as z from 'zod/mini'

/** Reason that a command was not carried out. */
const refusal = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('malformed') }),
  z.strictObject({ kind: z.literal('notAccepted'), type: z.string() }),
  z.strictObject({ kind: z.literal('notAllowed') }),
])
export type Refusal = z.infer<typeof refusal>

/** Main's answer to a command. Changes arrive as a `View`, not here. */
export const reply = z.discriminatedUnion('ok', [
  z.strictObject({ ok: z.literal(true) }),
  z.strictObject({ ok: z.literal(false), error: refusal }),
])
export type Reply = z.infer<typeof reply>
