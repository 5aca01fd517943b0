import { expect, it } from 'vitest'
import { memoryStore } from '../../../../test/harness/visit/memory-attempts.ts'
import { createAttempts, deskTries } from '../../visit/limits/attempts.ts'
import { triesOf } from '../member-tries.ts'
import { createIdentifierSearches } from './identifier-searches.ts'

const hour = 3_600_000
const most = deskTries.identifierSearch

/** Counts at a time that is set by hand. */
function counting() {
  let time = 0
  const now = () => time
  const attempts = createAttempts(memoryStore({ now }))
  const signIn = (member: string) =>
    createIdentifierSearches({ now, tries: triesOf(attempts, member) })
  const searches = signIn('ana')
  const days = (from: number, count: number, session = searches) =>
    Array.from({ length: count }, (_, index) =>
      session.mayLook({ name: 'kim', birthDate: `1984-01-01 ${from + index}` }),
    )
  return { searches, days, signIn, pass: (ms: number) => void (time += ms) }
}

it('lets through so many in an hour, and no more', () => {
  const { searches, days, pass } = counting()
  expect(days(0, most)).not.toContain(false)
  expect(days(most, 2)).toEqual([false, false])
  expect(searches.mayLook({ phone: '2065550110' })).toBe(false)
  expect(searches.mayLook({ email: 'kim@example.com' })).toBe(false)
  pass(hour)
  expect(days(most, 1)).toEqual([true])
})

it('lets through no more to who signs in anew, and as many to another', () => {
  const { days, signIn } = counting()
  days(0, most - 1)
  expect(days(500, 2, signIn('ana'))).toEqual([true, false])
  expect(days(500, 2, signIn('bo'))).toEqual([true, true])
})

it('counts no name, and nothing twice', () => {
  const { searches, days } = counting()
  days(0, most - 1)
  for (const name of ['kim', 'lee', 'reed']) {
    expect(searches.mayLook({ name })).toBe(true)
    expect(searches.mayLook({ name, phone: '2065550110' })).toBe(true)
  }
  expect(searches.mayLook({ phone: '2065550111' })).toBe(false)
  expect(searches.mayLook({ phone: '2065550110' })).toBe(true)
})
