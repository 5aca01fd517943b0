import type { WallClock } from '../../../src/main/base/clock.ts'

/** A longer timer than this is a deadline; the test moves it by hand. */
const longestPauseMs = 15_000

interface Deadline {
  readonly at: number
  readonly action: () => void
}

/**
 * A clock that stands still. A pause between two attempts ends at once and is written down in `pauses`, the
 * time moved on by it; a deadline comes only with `advance`.
 */
export function createTestClock() {
  let now = 1_000
  const deadlines = new Set<Deadline>()
  const pauses: number[] = []
  return {
    pauses,
    now: () => now,
    wallTime: () => Date.UTC(2030, 0, 1),
    setTimeout(action: () => void, ms: number) {
      if (ms > longestPauseMs) {
        const deadline = { at: now + ms, action }
        deadlines.add(deadline)
        return deadline
      }
      pauses.push(ms)
      return setImmediate(() => {
        now += ms
        action()
      })
    },
    clearTimeout(id: unknown) {
      deadlines.delete(id as Deadline)
      clearImmediate(id as NodeJS.Immediate)
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
  } satisfies WallClock & Record<string, unknown>
}
