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

/**
 * ms since then by the clock that says more: the elapsed one stands still while a machine sleeps, and a time of day that
 * is set back gives nobody more time.
 */
export function passedMs(clock: BothClocks, { elapsed, wall }: Moment): number {
  return Math.max(clock.now() - elapsed, clock.wallTime() - wall)
}
