import { expect, it } from 'vitest'
import { createIdentifierSearches, mostIdentifierSearches } from './identifier-searches.ts'

const hour = 3_600_000

/** Counts at a time that is set by hand. */
function counting() {
  let time = 0
  const searches = createIdentifierSearches(() => time)
  const days = (from: number, count: number) =>
    Array.from({ length: count }, (_, index) =>
      searches.mayLook({ name: 'kim', birthDate: `1984-01-01 ${from + index}` }),
    )
  return { searches, days, pass: (ms: number) => void (time += ms) }
}

it('lets through so many in an hour, and no more', () => {
  const { searches, days, pass } = counting()
  expect(days(0, mostIdentifierSearches)).not.toContain(false)
  expect(days(mostIdentifierSearches, 2)).toEqual([false, false])
  expect(searches.mayLook({ phone: '2065550110' })).toBe(false)
  expect(searches.mayLook({ email: 'kim@example.com' })).toBe(false)
  pass(hour)
  expect(days(mostIdentifierSearches, 1)).toEqual([true])
})

it('counts no name, and nothing twice', () => {
  const { searches, days } = counting()
  days(0, mostIdentifierSearches - 1)
  for (const name of ['kim', 'lee', 'reed']) {
    expect(searches.mayLook({ name })).toBe(true)
    expect(searches.mayLook({ name, phone: '2065550110' })).toBe(true)
  }
  expect(searches.mayLook({ phone: '2065550111' })).toBe(false)
  expect(searches.mayLook({ phone: '2065550110' })).toBe(true)
})
