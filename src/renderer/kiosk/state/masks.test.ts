import { expect, it } from 'vitest'
import { masked, maskedAddress } from './masks.ts'

it('hides all but what groups a number, and its end', () => {
  expect(masked('(202) 555-0143', 2)).toBe('(•••) •••-••43')
  expect(masked('March')).toBe('•••••')
  expect(masked('')).toBe('')
  expect(masked('7', 2)).toBe('7')
})

it.each([
  ['ana.maria@example.org', 'a••••••••@example.org'],
  ['a@example.org', 'a@example.org'],
  ['ana', 'a••'],
  ['', ''],
])('shows of the address %j no more than %j', (typed, shown) => {
  expect(maskedAddress(typed)).toBe(shown)
})
