import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { backoffMs, jitteredBackoffMs } from './backoff.ts'

const backoff = fc
  .record({ firstMs: fc.nat(600_000), more: fc.nat(86_400_000) })
  .map(({ firstMs, more }) => ({ firstMs, longestMs: firstMs + more }))
const failures = fc.integer({ min: 1, max: 1_000_000 })

describe('a backoff', () => {
  it('begins with the first wait and doubles until the longest', () => {
    fc.assert(
      fc.property(backoff, failures, (given, count) => {
        const wait = backoffMs(given, count)
        expect(backoffMs(given, 1)).toBe(given.firstMs)
        expect(backoffMs(given, count + 1)).toBe(Math.min(given.longestMs, 2 * wait))
      }),
    )
  })

  it('without a longest wait is never bounded, and never anything but a number', () => {
    fc.assert(
      fc.property(fc.nat(600_000), failures, (firstMs, count) => {
        expect(backoffMs({ firstMs }, count)).not.toBeNaN()
      }),
    )
    expect(backoffMs({ firstMs: 30_000 }, 21)).toBe(30_000 * 2 ** 20)
  })

  it('with jitter is that share of the wait that chance says', () => {
    const share = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
    fc.assert(
      fc.property(backoff, failures, share, (given, count, chance) => {
        expect(jitteredBackoffMs(given, count, () => chance)).toBe(chance * backoffMs(given, count))
      }),
    )
  })
})
