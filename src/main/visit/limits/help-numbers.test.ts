import { expect, it } from 'vitest'
import { createHelpNumbers } from './help-numbers.ts'

const dayMs = 86_400_000

it('gives three digits, none twice within a day', () => {
  const numbers = createHelpNumbers({ now: () => 0 })
  const given = Array.from({ length: 900 }, () => numbers.next())
  expect(given.every((number) => /^[1-9]\d\d$/.test(number))).toBe(true)
  expect(new Set(given).size).toBe(900)
})

it('takes the one that rested longest when a day needs more', () => {
  let now = 0
  const numbers = createHelpNumbers({ now: () => now })
  const given = Array.from({ length: 900 }, () => {
    now += 1
    return numbers.next()
  })
  expect([numbers.next(), numbers.next()]).toEqual(given.slice(0, 2))
})

it('has them all again on the next day', () => {
  let now = 0
  const numbers = createHelpNumbers({ now: () => now }, () => 0)
  expect([numbers.next(), numbers.next()]).toEqual(['100', '101'])
  now = dayMs
  expect(numbers.next()).toBe('100')
})
