import {
  presenceEnvelope,
  type Presence,
  type PresenceEnvelope,
  type StationId,
} from '../../shared/bus/messages.ts'

/** Stations that are known at most. */
const mostStations = 20_000

/** The place, within its connection, of what the broker says of a station that is gone: after everything. */
export const saidByBroker = Number.MAX_SAFE_INTEGER

/** What came of a presence. `stale`: a later one is known. `another`: a later process speaks with our own id. */
type PresenceOutcome = 'taken' | 'came' | 'stale' | 'own' | 'another' | 'wrong' | 'tooMany'

/** Every station that was heard of. */
export interface Stations {
  /** `isOf`: whose it must be by its topic. `now` (ISO): where it came as it was said; one that the broker kept is older. */
  take(
    message: string,
    isOf: { readonly station: string; readonly listener: boolean },
    now?: string,
  ): { readonly outcome: PresenceOutcome; readonly said?: PresenceEnvelope }
  all(): readonly Presence[]
  isThere(station: StationId): boolean
  isKnown(station: StationId): boolean
  /** Whether it is one of the clinic's, as far as that is known here, heard of or not. */
  belongs(station: StationId): boolean
  /** Whether a desk or a hub is there. */
  hasListener(): boolean
  /** How many are known, and how many of them there are: this one is not among them. */
  count(): number
}

/** Keeps the last word of each station of the clinic. `began`: when this process began, as it says in its own presence. */
export function createStations(own: {
  readonly id: StationId
  readonly began: number
  /** Whether a station is one of the clinic's, as far as that is known here. */
  readonly belongs: (station: StationId) => boolean
}): Stations {
  const known = new Map<string, PresenceEnvelope>()
  const listeners = new Set<string>()
  /** A station that was unpaired is known no more. */
  function get(station: StationId): PresenceEnvelope | undefined {
    if (own.belongs(station)) return known.get(station)
    known.delete(station)
    listeners.delete(station)
    return undefined
  }
  const isThere = (said: PresenceEnvelope | undefined) =>
    said !== undefined && said.presence.state !== 'gone'

  return {
    take(message, { station, listener }, now) {
      const said = read(message)
      if (!said || said.presence.from !== station) return { outcome: 'wrong' }
      if ((said.presence.kind !== 'kiosk') !== listener) return { outcome: 'wrong' }
      if (station === own.id) return { outcome: said.began > own.began ? 'another' : 'own' }
      if (!own.belongs(station)) return { outcome: 'wrong' }
      const before = get(station)
      if (before && !isLater(said, before)) return { outcome: 'stale' }
      if (!before && known.size >= mostStations) return { outcome: 'tooMany' }
      known.set(station, asLastKnown(said, before, now))
      if (listener && isThere(said)) listeners.add(station)
      else listeners.delete(station)
      return { outcome: isThere(said) && !isThere(before) ? 'came' : 'taken', said }
    },
    all: () => [...known.keys()].flatMap((station) => get(station)?.presence ?? []),
    isThere: (station) => isThere(get(station)),
    isKnown: (station) => get(station) !== undefined,
    belongs: own.belongs,
    hasListener: () => [...listeners].some((station) => get(station) !== undefined),
    count: () => known.size,
  }
}

/**
 * What the broker says of a station that is gone was written when that one connected: how it was at last, and since when it
 * is gone, is known better here.
 */
function asLastKnown(
  said: PresenceEnvelope,
  before: PresenceEnvelope | undefined,
  now: string | undefined,
): PresenceEnvelope {
  if (said.order[1] !== saidByBroker) return said
  const { state, since } = said.presence
  return {
    ...said,
    presence: { ...(before ?? said).presence, state, since: now ?? since },
  }
}

function read(message: string): PresenceEnvelope | undefined {
  try {
    const parsed = presenceEnvelope.safeParse(JSON.parse(message))
    return parsed.success ? parsed.data : undefined
  } catch {
    return undefined
  }
}

function isLater(a: PresenceEnvelope, b: PresenceEnvelope): boolean {
  return a.order[0] === b.order[0] ? a.order[1] > b.order[1] : a.order[0] > b.order[0]
}
