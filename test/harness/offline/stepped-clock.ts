import { setImmediate as breathe } from 'node:timers/promises'
import type { SteadyClock } from '../../../src/main/base/clock.ts'

type Timer = { readonly at: number; readonly action: () => void }

/** Rounds of the event loop in which nothing may happen before time passes. */
const quietRounds = 3

export type SteppedClock = ReturnType<typeof createSteppedClock>

/** A clock that goes on to its next timer when nothing else happens; `wallOffset` moves its date alone. */
export function createSteppedClock() {
  let now = 0
  const timers = new Set<Timer>()
  const clock = {
    countsSleep: false as const,
    wallOffset: Date.UTC(2026, 2, 10, 17),
    now: () => now,
    wallTime: () => clock.wallOffset + now,
    setTimeout(action: () => void, ms: number) {
      const timer = { at: now + Math.max(0, ms), action }
      timers.add(timer)
      return timer
    },
    clearTimeout: (id: unknown) => void timers.delete(id as Timer),
    /** Lets time pass to the next timer, or to `limit` (ms) where none comes before; false where none is set. */
    step(limit = Infinity): boolean {
      let next: Timer | undefined
      for (const timer of timers) if (!next || timer.at < next.at) next = timer
      if (limit < (next?.at ?? Infinity)) {
        now = Math.max(now, limit)
        return true
      }
      if (!next) return false
      timers.delete(next)
      now = Math.max(now, next.at)
      next.action()
      return true
    },
    /** Goes on until a condition holds; real work under way is waited for. Fails after ms of real time. */
    async runUntil(holds: () => boolean, mostMs = 30_000): Promise<void> {
      const until = performance.now() + mostMs
      while (performance.now() < until) {
        for (let round = 0; round < quietRounds; round += 1) await breathe()
        if (holds()) return
        clock.step()
      }
      throw new Error('it does not end')
    },
    async pass(ms: number): Promise<void> {
      const until = now + ms
      clock.setTimeout(() => undefined, ms)
      await clock.runUntil(() => now >= until)
    },
  }
  return clock satisfies SteadyClock
}
