import * as z from 'zod/mini'

const keyOf = /* @__NO_SIDE_EFFECTS__ */ <T extends string, S extends z.core.$ZodShape>(
  type: T,
  shape: S,
) => z.strictObject({ type: z.literal(type), ...shape })

export const keyInput = z.discriminatedUnion('type', [
  /** Types text: one character, or the ending of an e-mail address. */
  keyOf('text', {
    text: z.string().check(z.minLength(1), z.maxLength(16), z.regex(/^[^\p{Cc}]+$/u)),
  }),
  keyOf('delete', {}),
  /** Begins a new line, or does what the Enter key of a keyboard does in a field of one line. */
  keyOf('enter', {}),
  keyOf('tab', {}),
  /** Moves the caret, or the choice in a list that the page shows. */
  keyOf('move', { to: z.enum(['left', 'right', 'up', 'down']) }),
])
export type KeyInput = z.infer<typeof keyInput>
