import type { WallClock } from '../../base/clock.ts'

/** A moment by both clocks of a machine. */
export interface Moment {
  readonly elapsed: number
  readonly wall: number
}

export type BothClocks = Pick<WallClock, 'now' | 'wallTime'>

export const momentOf = (clock: BothClocks): Moment => ({
  elapsed: clock.now(),
  wall: clock.wallTime(),
})

// The elapsed clock stops while a machine sleeps, and a time of day that is set back must give no more time.
/** Measures the ms since then, by the clock that shows more. */
export function passedMs(clock: BothClocks, { elapsed, wall }: Moment): number {
  return Math.max(clock.now() - elapsed, clock.wallTime() - wall)
}
