import type { StationId, StationKind } from '../../../shared/bus/messages.ts'
import { everyStation, rightsOf } from '../topics.ts'
import type { SecretVerifier } from './secret.ts'

/** A station that may connect. */
export interface KnownStation {
  /** As topics name it. */
  readonly clinic: string
  readonly kind: StationKind
  readonly verifier: SecretVerifier
}

/** Who may connect now; it is asked again for each packet, so that what is revoked ends at once. */
export interface StationLookup {
  find(id: StationId): KnownStation | undefined
}

/** The station that `topic` stands for in a filter whose last level is for every station; undefined: it matches not. */
function stationIn(filter: string, topic: string): string | undefined {
  const stem = filter.slice(0, -everyStation.length)
  const station = topic.slice(stem.length)
  return topic.startsWith(stem) && !station.includes('/') ? station : undefined
}

/**
 * Whether a station may publish on a topic, retained or not. A topic that names another station is one only when that
 * station is known: what is retained is bounded by how many stations there are.
 */
export function mayPublish(
  stations: StationLookup,
  id: StationId,
  { topic, retain }: { readonly topic: string; readonly retain: boolean },
): boolean {
  const station = stations.find(id)
  if (!station || (retain && !/^foyer\/[^/]+\/(presence|key)\//.test(topic))) return false
  return rightsOf(station.clinic, id, station.kind).publish.some((filter) => {
    if (!filter.endsWith(everyStation)) return filter === topic
    const named = stationIn(filter, topic)
    return named !== undefined && stations.find(named)?.clinic === station.clinic
  })
}

/** Whether a station may subscribe to a filter: exactly those that `rightsOf` names. */
export function maySubscribe(stations: StationLookup, id: StationId, filter: string): boolean {
  const station = stations.find(id)
  return !!station && rightsOf(station.clinic, id, station.kind).subscribe.includes(filter)
}

/** Whether a message on a topic may reach a station, whatever it subscribed to before. */
export function mayReceive(stations: StationLookup, id: StationId, topic: string): boolean {
  const station = stations.find(id)
  if (!station) return false
  return rightsOf(station.clinic, id, station.kind).subscribe.some((filter) =>
    filter.endsWith(everyStation) ? stationIn(filter, topic) !== undefined : filter === topic,
  )
}
