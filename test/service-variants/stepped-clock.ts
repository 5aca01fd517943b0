import type { Clock, WallClock } from '../../src/main/base/clock.ts'

/** When every visit of the catalogue takes place: ms since 1970. */
export const visitDay = Date.UTC(2026, 2, 2, 18)

interface Timer {
  readonly at: number
  readonly run: () => void
}

/** A clock that moves from timer to timer, and only when it is told to. */
export class SteppedClock implements Clock {
  readonly #timers = new Map<number, Timer>()
  #now = 0
  #count = 0

  now(): number {
    return this.#now
  }

  setTimeout(run: () => void, ms: number): number {
    this.#timers.set(++this.#count, { at: this.#now + Math.max(0, ms), run })
    return this.#count
  }

  clearTimeout(id: unknown): void {
    this.#timers.delete(id as number)
  }

  /** Moves to the next timer and runs those of that moment; to `limit` (ms), where none comes before. */
  step(limit: number): void {
    const next = Math.min(limit, ...[...this.#timers.values()].map(({ at }) => at))
    this.#now = Math.max(this.#now, next)
    for (const [id, { at, run }] of [...this.#timers])
      if (at <= this.#now && this.#timers.delete(id)) run()
  }
}

/** A longer timer of the client is the deadline of a request; a shorter one is a pause between two of them. */
const longestPauseMs = 15_000

/** The same time for the client of the service, which tells whether the client pauses between two requests. */
export function clientClock(clock: SteppedClock): WallClock & { isPausing(): boolean } {
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
