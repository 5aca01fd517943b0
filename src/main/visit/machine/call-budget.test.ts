import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fullBudget, readyInMs, spend, type Urgency } from './call-budget.ts'

const fiveMinutesMs = 5 * 60_000

/** Calls in five minutes of a form that gives a reason every `reasons[n]` ms, each made as soon as it may be. */
function callsMade(reasons: readonly { readonly afterMs: number; readonly urgency: Urgency }[]) {
  let budget = fullBudget(0)
  let calls = 0
  let now = 0
  for (const { afterMs, urgency } of reasons) {
    now += Math.max(afterMs, readyInMs(budget, urgency, now + afterMs) + afterMs)
    if (now > fiveMinutesMs) break
    budget = spend(budget, urgency, now)
    calls += 1
  }
  return calls
}

it('whatever the reasons are, five minutes see at most 40 calls', () => {
  const reason = fc.record({
    afterMs: fc.integer({ min: 0, max: 3_000 }),
    urgency: fc.constantFrom<Urgency>('patrol', 'often', 'settled', 'seldom'),
  })
  fc.assert(
    fc.property(fc.array(reason, { minLength: 50, maxLength: 400 }), (reasons) => {
      expect(callsMade(reasons)).toBeLessThanOrEqual(40)
    }),
  )
  const pushed = (urgency: Urgency) => Array.from({ length: 999 }, () => ({ afterMs: 0, urgency }))
  expect(callsMade(pushed('seldom'))).toBe(34)
  expect(callsMade(pushed('often'))).toBe(14)
})

it('what comes often leaves what seldom comes its calls', () => {
  let budget = fullBudget(0)
  for (let now = 0; readyInMs(budget, 'often', now) < 1_000; now += 500)
    budget = spend(budget, 'often', now)
  expect(readyInMs(budget, 'seldom', 10_000)).toBe(0)
  expect(readyInMs(budget, 'often', 10_000)).toBe(15_000)
})

it('what has settled takes from what seldom comes, and leaves it two calls', () => {
  let budget = fullBudget(0)
  for (let calls = 0; calls < 6; calls += 1) {
    const now = calls * 500
    expect(readyInMs(budget, 'settled', now)).toBe(0)
    budget = spend(budget, 'settled', now)
  }
  expect(readyInMs(budget, 'settled', 3_000)).toBe(22_000)
  for (const now of [3_000, 3_500]) {
    expect(readyInMs(budget, 'seldom', now)).toBe(0)
    budget = spend(budget, 'seldom', now)
  }
  expect(readyInMs(budget, 'seldom', 4_000)).toBe(17_000)
})

it('makes one call of reasons that come together', () => {
  const budget = spend(fullBudget(0), 'seldom', 0)
  expect(readyInMs(budget, 'seldom', 100)).toBe(400)
})

it('asks at once, and for nothing, before a visit is wiped', () => {
  let budget = fullBudget(0)
  for (let calls = 0; calls < 8; calls += 1) budget = spend(budget, 'seldom', 0)
  expect(readyInMs(budget, 'seldom', 1)).toBeGreaterThan(10_000)
  expect(readyInMs(budget, 'must', 1)).toBe(0)
  expect(readyInMs(spend(budget, 'must', 1), 'seldom', 1)).toBe(readyInMs(budget, 'seldom', 1))
})
