import type { KeyInput } from '../shared/key-input.ts'

export type { KeyInput } from '../shared/key-input.ts'

/** Returns a text after a pressed key with the caret at its end. */
export function afterKey(text: string, key: KeyInput): string {
  if (key.type === 'text') return text + key.text
  return key.type === 'delete' ? text.slice(0, -1) : text
}
