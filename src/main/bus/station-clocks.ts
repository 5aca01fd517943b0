import type { WallClock } from '../base/clock.ts'

/** What is known of the clocks of other stations. */
export interface StationClocks {
  /**
   * A station said something `at` (ISO, by its clock), which was never later than now. `isLive`: it is its present
   * presence and came straight from it, so it replaces what was known.
   */
  note(station: string, at: string, isLive: boolean): void
  /**
   * What the station's clock shows at least, in ms since 1970: what it said last, and what passed here since then.
   * undefined: nothing was heard of it.
   */
  atLeast(station: string): number | undefined
}

/** Stations that are remembered at most. */
const most = 20_000

/** Learns other stations' clocks from what they say. */
export function createStationClocks(clock: WallClock): StationClocks {
  /** By station: its clock less our elapsed time. */
  const offsets = new Map<string, number>()
  return {
    note(station, at, isLive) {
      const offset = Date.parse(at) - clock.now()
      const known = offsets.get(station)
      if (known === undefined && offsets.size >= most) return
      offsets.set(station, isLive || known === undefined ? offset : Math.max(known, offset))
    },
    atLeast(station) {
      const offset = offsets.get(station)
      return offset === undefined ? undefined : offset + clock.now()
    },
  }
}
