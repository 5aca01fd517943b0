import type { Clock } from '../../base/clock.ts'
import { pause } from '../../base/timers.ts'

/** Resolves when the next request may leave; sooner when its caller gives up. */
export type Pace = (signal?: AbortSignal) => Promise<void>

/** Lets requests leave in the order in which they come, `perSecond` of them a second at most and evenly spread. */
export function createPace(clock: Clock, perSecond: number): Pace {
  const stepMs = 1_000 / perSecond
  let next = -Infinity
  return async (signal) => {
    const now = clock.now()
    const at = Math.max(now, next)
    next = at + stepMs
    if (at > now) await pause(clock, at - now, signal)
  }
}
