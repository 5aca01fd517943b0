import { SimulatedClock } from 'xstate'
import { expect, it } from 'vitest'
import { createTally } from './tally.ts'

const minute = 60_000

it('tells of the first at once, of others once a minute, and then anew', () => {
  const told: string[] = []
  const clock = new SimulatedClock()
  const tally = createTally(clock, (what, count) => told.push(`${what} ${count}`))
  tally.count('a')
  tally.count('a')
  tally.count('b')
  tally.count('a')
  expect(told.splice(0)).toEqual(['a 1', 'b 1'])
  clock.increment(minute)
  expect(told.splice(0)).toEqual(['a 2'])
  tally.count('b')
  tally.count('a')
  expect(told.splice(0)).toEqual(['b 1'])
  clock.increment(minute)
  expect(told.splice(0)).toEqual(['a 1'])
  clock.increment(2 * minute)
  tally.count('a')
  tally.count('a')
  tally.stop()
  expect(told).toEqual(['a 1', 'a 1'])
})
