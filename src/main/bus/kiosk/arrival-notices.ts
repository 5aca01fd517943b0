import type { ArrivalListener } from '../../arrival/arrivals.ts'
import type { WallClock } from '../../base/clock.ts'
import type { BusPlace } from './bus-place.ts'

/** ms after which nobody needs to hear of an arrival any more. */
const staleMs = 12 * 3_600_000

/** Tells the desk of arrivals; while the kiosk is not paired nobody hears of them. */
export function tellOfArrivals(
  place: BusPlace,
  clock: Pick<WallClock, 'wallTime'>,
): ArrivalListener {
  return {
    patientArrived(arrival) {
      const until = clock.wallTime() + staleMs
      return place.bus()?.tell({ kind: 'patientArrived', ...arrival }, { until }).ok ?? false
    },
  }
}
