import {
  presenceEnvelope,
  type Presence,
  type PresenceEnvelope,
  type StationId,
} from '../../shared/bus/messages.ts'
import type { WallClock } from '../base/clock.ts'
import { parseJson } from '../base/parse-json.ts'

const mostStations = 2_000

/** Place, within its connection, of what the broker says of a station that is gone: after everything. */
export const saidByBroker = Number.MAX_SAFE_INTEGER

export type Stations = ReturnType<typeof createStations>

/** Keeps the last word of each station of the clinic. `began`: when this process began, as its own presence says. */
export function createStations(own: {
  readonly id: StationId
  readonly began: number
  readonly belongs: (station: StationId) => boolean
  readonly clock: Pick<WallClock, 'now' | 'wallTime'>
}) {
  const { clock } = own
  const known = new Map<string, PresenceEnvelope>()
  /** By station: its clock less our elapsed time. */
  const offsets = new Map<string, number>()

  /** A station that was unpaired is known no more. */
  function get(station: StationId): PresenceEnvelope | undefined {
    if (own.belongs(station)) return known.get(station)
    known.delete(station)
    return undefined
  }
  const isThere = (said: PresenceEnvelope | undefined) =>
    said !== undefined && said.presence.state !== 'gone'

  /** `isLive`: it came straight from the station, and replaces what was known. */
  function noteOffset(station: string, at: string, isLive: boolean) {
    const offset = Date.parse(at) - clock.now()
    const before = offsets.get(station)
    if (before === undefined && offsets.size >= mostStations) return
    offsets.set(station, isLive || before === undefined ? offset : Math.max(before, offset))
  }

  return {
    /** Takes a presence of its topic's station. `stale`: a later one is known; `another`: a later process has our own id. */
    take(
      message: string,
      { station, listener }: { readonly station: string; readonly listener: boolean },
      wasRetained: boolean,
    ) {
      const said = presenceEnvelope.safeParse(parseJson(message)).data
      if (!said || said.presence.from !== station) return 'wrong'
      if ((said.presence.kind !== 'kiosk') !== listener) return 'wrong'
      if (station === own.id) return said.began > own.began ? 'another' : 'own'
      if (!own.belongs(station)) return 'wrong'
      const before = get(station)
      if (before && !isLater(said, before)) return 'stale'
      if (!before && known.size >= mostStations) return 'tooMany'
      const now = wasRetained ? undefined : new Date(clock.wallTime()).toISOString()
      known.set(station, asLastKnown(said, before, now))
      noteOffset(station, said.at, !wasRetained && isThere(said))
      return isThere(said) && !isThere(before) ? 'came' : 'taken'
    },
    /** `at`: ISO, by the station's clock, which never was later than now. */
    noteTime: (station: StationId, at: string) => noteOffset(station, at, false),
    /** The least that a station's clock shows now, in ms since 1970; undefined if it never sent a message. */
    timeAtLeast(station: StationId) {
      const offset = offsets.get(station)
      return offset === undefined ? undefined : offset + clock.now()
    },
    all: (): readonly Presence[] =>
      [...known.keys()].flatMap((station) => get(station)?.presence ?? []),
    isThere: (station: StationId) => isThere(get(station)),
    isKnown: (station: StationId) => get(station) !== undefined,
    belongs: own.belongs,
    hasListener: () =>
      [...known.values()].some(
        (said) => said.presence.kind !== 'kiosk' && isThere(get(said.presence.from)),
      ),
  }
}

/** The broker announces the state that a station had at its connection: a newer one known here stays. */
function asLastKnown(
  said: PresenceEnvelope,
  before: PresenceEnvelope | undefined,
  now: string | undefined,
): PresenceEnvelope {
  if (said.order[1] !== saidByBroker) return said
  const { state, since } = said.presence
  return { ...said, presence: { ...(before ?? said).presence, state, since: now ?? since } }
}

function isLater(a: PresenceEnvelope, b: PresenceEnvelope): boolean {
  return a.order[0] === b.order[0] ? a.order[1] > b.order[1] : a.order[0] > b.order[0]
}
