import type { WallClock } from '../../base/clock.ts'

export type BothClocks = Pick<WallClock, 'now' | 'wallTime'>
export type Moment = ReturnType<typeof momentOf>

/** Notes a moment by both clocks of a machine. */
export const momentOf = (clock: BothClocks) => ({ elapsed: clock.now(), wall: clock.wallTime() })

// The elapsed clock stops while a machine sleeps, and a time of day set back must give no more time.
/** Measures the ms since then, by the clock that shows more. */
export function passedMs(clock: BothClocks, { elapsed, wall }: Moment): number {
  return Math.max(clock.now() - elapsed, clock.wallTime() - wall)
}
