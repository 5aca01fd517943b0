/** Elapsed time and timers. XState's `SimulatedClock` is one, which a test moves by itself. */
export interface Clock {
  /** Elapsed ms since some fixed moment; never jumps, whatever happens to the time of day. */
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

/** The machine's own time. */
export const systemClock: WallClock = {
  now: () => performance.now(),
  wallTime: () => Date.now(),
  setTimeout: (callback, ms) => setTimeout(callback, ms),
  clearTimeout: (id) => clearTimeout(id as NodeJS.Timeout),
}
