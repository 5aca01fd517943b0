import type { WallClock } from '../../base/clock.ts'
import type { DeskPort } from '../../visit/ports.ts'
import type { BusPlace } from './bus-place.ts'

/** ms after which nobody is told any more of forms that were completed: whoever lists them has read them anew by then. */
export const completionLastsMs = 5 * 60_000

/** Tells whoever listens whose forms were completed here; while the kiosk is not paired nobody hears of it. */
export function tellOfForms({
  place,
  clock,
}: {
  readonly place: BusPlace
  readonly clock: WallClock
}): DeskPort['formsCompleted'] {
  return (patientId) => {
    const until = clock.wallTime() + completionLastsMs
    // After the screen was drawn.
    clock.setTimeout(() => place.bus()?.tell({ kind: 'formsCompleted', patientId }, { until }), 0)
  }
}
