import type { WallClock } from '../../base/clock.ts'
import type { DeskPort } from '../../visit/ports.ts'
import type { BusPlace } from './bus-place.ts'

/** ms after which nobody is told any more of who was sent to the desk: they have been there, or went home. */
export const needLastsMs = 60 * 60_000

/** Tells whoever listens whom the kiosk sends to a person; while it is not paired nobody hears of it. */
export function tellOfNeeds({
  place,
  clock,
}: {
  readonly place: BusPlace
  readonly clock: WallClock
}): DeskPort['needStaff'] {
  return (needed) => {
    const until = clock.wallTime() + needLastsMs
    // After the screen was drawn.
    clock.setTimeout(() => place.bus()?.tell({ kind: 'staffNeeded', ...needed }, { until }), 0)
  }
}
