import type { Clock } from '../../../src/main/base/clock.ts'

/** A longer timer than this is a deadline; the test moves it by hand. */
const longestPauseMs = 15_000

/**
 * A clock that stands still. A pause between two attempts ends at once and is written down in `pauses`, the
 * time moved on by it; a deadline comes only with `advance`.
 */
export function createTestClock() {
  let now = 1_000
  const deadlines = new Set<{ at: number; action: () => void }>()
  const pauses: number[] = []
  return {
    pauses,
    now: () => now,
    wallTime: () => Date.UTC(2030, 0, 1),
    after(ms: number, action: () => void) {
      if (ms > longestPauseMs) {
        const deadline = { at: now + ms, action }
        deadlines.add(deadline)
        return () => void deadlines.delete(deadline)
      }
      pauses.push(ms)
      const immediate = setImmediate(() => {
        now += ms
        action()
      })
      return () => clearImmediate(immediate)
    },
    /** Moves the time on and runs every deadline that has come. */
    advance(ms: number) {
      now += ms
      for (const deadline of deadlines)
        if (deadline.at <= now) {
          deadlines.delete(deadline)
          deadline.action()
        }
    },
  } satisfies Clock & Record<string, unknown>
}
