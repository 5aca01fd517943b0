import { randomInt } from 'node:crypto'

const counts = ['two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'] as const
const kinds = ['small', 'green', 'quiet', 'early', 'round', 'warm', 'tall', 'bright'] as const
const things = ['boats', 'lamps', 'pears', 'clouds', 'chairs', 'birds', 'bells', 'kites'] as const
const places = ['at noon', 'by the river', 'in the rain', 'on the hill', 'near the sea'] as const

/** Draws a passphrase that is easily read and typed, for a desk without real patients. */
export function drawPassphrase(): string {
  const one = (words: readonly string[]) => words[randomInt(words.length)] ?? ''
  return [counts, kinds, things, places].map(one).join(' ')
}
