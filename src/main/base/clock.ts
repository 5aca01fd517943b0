/** Elapsed time and timers. XState's `SimulatedClock` is one, which a test moves by itself. */
export interface Clock {
  /** Elapsed ms since some fixed moment; never goes back, whatever happens to the time of day. */
  now(): number
  setTimeout(callback: (...parameters: unknown[]) => void, ms: number): unknown
  clearTimeout(id: unknown): void
}

/** A clock that also shows the date. */
export interface WallClock extends Clock {
  /** ms since 1970. Only to read or to write a date: nothing is measured by it. */
  wallTime(): number
}

/** Timers alone. */
export type Timers = Pick<Clock, 'setTimeout' | 'clearTimeout'>

/** ms that the time of day must have gone ahead of the elapsed one to be taken for sleep, and not for a clock that was set right. */
const leastSleepMs = 30_000
/** ms between two looks while a timer waits: so soon after a sleep does it end. */
const lookEveryMs = 2_000

/**
 * A machine's clock for which time also passes while the machine sleeps: by itself its elapsed time and its timers may
 * stand still then, and a visit or a sign-in that was open at noon would still be open in the evening. A time of day that
 * is set ahead by more than half a minute counts as sleep, too: what waits then ends early, not late.
 */
export function countSleep(machine: WallClock): WallClock {
  let sleptMs = 0
  let last = { elapsed: machine.now(), wall: machine.wallTime() }

  function now(): number {
    const next = { elapsed: machine.now(), wall: machine.wallTime() }
    const ahead = next.wall - last.wall - (next.elapsed - last.elapsed)
    if (ahead >= leastSleepMs) sleptMs += ahead
    last = next
    return next.elapsed + sleptMs
  }

  return {
    now,
    wallTime: () => machine.wallTime(),
    setTimeout(callback, ms) {
      const due = now() + ms
      const timer: { id?: unknown } = {}
      const wait = (left: number) => {
        timer.id = machine.setTimeout(
          () => {
            const more = due - now()
            if (more > 0) wait(more)
            else callback()
          },
          Math.min(left, lookEveryMs),
        )
      }
      wait(ms)
      return timer
    },
    clearTimeout(timer) {
      if (timer) machine.clearTimeout((timer as { readonly id?: unknown }).id)
    },
  }
}

/** The machine's own time, which also passes while the machine sleeps. */
export const systemClock: WallClock = countSleep({
  now: () => performance.now(),
  wallTime: () => Date.now(),
  setTimeout: (callback, ms) => setTimeout(callback, ms),
  clearTimeout: (id) => clearTimeout(id as NodeJS.Timeout),
})
