/** What a key of the on-screen keyboard asks the field to do. */
export type KeyInput =
  /** Types text: one character, or the ending of an e-mail address. */
  | { readonly type: 'text'; readonly text: string }
  /** Deletes what is selected, or the character before the caret. */
  | { readonly type: 'delete' }
  /** Begins a new line. */
  | { readonly type: 'enter' }
  /** Moves to the next field. */
  | { readonly type: 'tab' }

/** A text after a key was pressed with the caret at its end. */
export function afterKey(text: string, key: KeyInput): string {
  if (key.type === 'text') return text + key.text
  return key.type === 'delete' ? text.slice(0, -1) : text
}
