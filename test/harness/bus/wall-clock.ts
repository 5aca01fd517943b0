import { SimulatedClock } from 'xstate'

/** 2026-03-01T09:00:00Z, when a wall clock begins. */
export const began = Date.UTC(2026, 2, 1, 9)

/** A simulated clock that also shows the date, `from` ms since 1970 on; its parts are functions of their own. */
export function simulatedWallClock(from = began) {
  const clock = new SimulatedClock()
  return {
    now: () => clock.now(),
    wallTime: () => from + clock.now(),
    setTimeout: (action: () => void, ms: number): unknown => clock.setTimeout(action, ms),
    clearTimeout: (id: unknown) => clock.clearTimeout(id as never),
    increment: (ms: number) => clock.increment(ms),
  }
}
