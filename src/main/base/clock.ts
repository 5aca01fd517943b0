/** Elapsed time and timers. XState's `SimulatedClock` is one, which a test moves by itself. */
export interface Clock {
  /** Elapsed ms since some fixed moment; never goes back, even if the time of day does. */
  now(): number
  setTimeout(callback: (...parameters: unknown[]) => void, ms: number): unknown
  clearTimeout(id: unknown): void
}

export interface WallClock extends Clock {
  /** ms since 1970. Only to read or to write a date: nothing is measured by it. */
  wallTime(): number
}

export type Timers = Pick<Clock, 'setTimeout' | 'clearTimeout'>

/** ms by which the time of day must outrun the elapsed time to count as sleep, not as a corrected clock. */
const leastSleepMs = 30_000
/** ms between two looks while a timer waits: so soon after a sleep does it end. */
const lookEveryMs = 2_000

/** Makes a clock that counts sleep too, so that a visit or sign-in open at noon has ended by evening. */
export function countSleep(machine: WallClock): WallClock {
  // A time of day set ahead by over 30 s also counts as sleep: waits then end early, not late.
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

/** A clock that nobody can set: neither sleep nor a correction of the time of day moves its elapsed time. */
export interface SteadyClock extends WallClock {
  readonly countsSleep: false
}

/** Measures doubt: how long something that was sent may still be carried out. */
export const steadyClock: SteadyClock = {
  countsSleep: false,
  now: () => performance.now(),
  wallTime: () => Date.now(),
  setTimeout: (callback, ms) => setTimeout(callback, ms),
  clearTimeout: (id) => clearTimeout(id as NodeJS.Timeout),
}

/** The machine's own time, which also passes while the machine sleeps. */
export const systemClock: WallClock = countSleep(steadyClock)
