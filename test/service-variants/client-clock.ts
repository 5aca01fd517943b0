import type { Clock, WallClock } from '../../src/main/base/clock.ts'

/** Moment when every visit of the catalogue takes place: ms since 1970. */
export const visitDay = Date.UTC(2026, 2, 2, 18)

/** A longer timer of the client is the deadline of a request; a shorter one is a pause between two of them. */
const longestPauseMs = 11_000

/** The time of a visit for the client of the service, which tells whether the client pauses between two requests. */
export function clientClock(clock: Clock): WallClock & { isPausing(): boolean } {
  const pauses = new Set<unknown>()
  return {
    now: () => clock.now(),
    wallTime: () => visitDay + clock.now(),
    setTimeout(run, ms) {
      const id = clock.setTimeout(() => {
        pauses.delete(id)
        run()
      }, ms)
      if (ms < longestPauseMs) pauses.add(id)
      return id
    },
    clearTimeout(id) {
      pauses.delete(id)
      clock.clearTimeout(id)
    },
    isPausing: () => pauses.size > 0,
  }
}
