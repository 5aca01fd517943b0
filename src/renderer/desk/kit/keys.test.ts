import { expect, it } from 'vitest'
import { keyWords } from './keys.ts'

it.each([
  [{ key: 'k', isWithControl: true }, false, 'Ctrl+K'],
  [{ key: 'k', isWithControl: true }, true, '⌘K'],
  [{ key: '/' }, true, '/'],
])('%j (on a Mac: %s) is written %s', (key, isOnMac, words) => {
  expect(keyWords(key, isOnMac)).toBe(words)
})
