import * as z from 'zod/mini'
import { commandOf } from './staff-pages.ts'

export const keyInput = z.discriminatedUnion('type', [
  /** Types text: one character, or the ending of an e-mail address. */
  commandOf('text', {
    text: z.string().check(z.minLength(1), z.maxLength(16), z.regex(/^[^\p{Cc}]+$/u)),
  }),
  commandOf('delete', {}),
  /** Begins a new line, or does what the Enter key of a keyboard does in a field of one line. */
  commandOf('enter', {}),
  commandOf('tab', {}),
  /** Moves the caret, or the choice in a list that the page shows. */
  commandOf('move', { to: z.enum(['left', 'right', 'up', 'down']) }),
])
export type KeyInput = z.infer<typeof keyInput>
