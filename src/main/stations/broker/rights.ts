import type { AedesOptions, Client, PublishPacket } from 'aedes'
import type { StationId, StationKind } from '../../../shared/bus/messages.ts'
import { everyStation, rightsOf } from '../topics.ts'
import { isSecret, newSecret, verifierOf, type SecretVerifier } from './secret.ts'

export interface KnownStation {
  readonly clinic: string
  readonly kind: StationKind
  readonly verifier: SecretVerifier
}

/** Without one of them, the broker allows all. */
type Hooks = Required<
  Pick<
    AedesOptions,
    'authenticate' | 'authorizePublish' | 'authorizeSubscribe' | 'authorizeForward'
  >
>

/** Finds a station that may connect now; asked for each packet, so that what is revoked ends at once. */
export type StationLookup = { find(id: StationId): KnownStation | undefined }

export type BrokerLog = (message: string, fields?: Readonly<Record<string, string>>) => void

/** Decides which stations may connect, publish, subscribe and receive; others than a bad subscription end it. */
export function authorize(options: {
  readonly stations: StationLookup
  readonly log: BrokerLog
  readonly onAccepted: (client: Client, station: KnownStation) => void
}) {
  const { stations, log, onAccepted } = options
  // Compared with what an unknown station shows, so that it takes as long as a known one.
  const nobody = verifierOf(newSecret())
  return {
    authenticate(client, username, password, done) {
      const station = username === client.id ? stations.find(client.id) : undefined
      const fits = isSecret(station?.verifier ?? nobody, password?.toString() ?? '')
      if (station && fits) onAccepted(client, station)
      else log('brokerRefused', { reason: 'credentials' })
      done(null, station !== undefined && fits)
    },
    authorizePublish(client, packet, done) {
      // Without a client it is the broker's own, such as a new key.
      const isAllowed = client === null || mayPublish(stations, client.id, packet)
      if (!isAllowed) log('brokerRefused', { reason: 'publish', what: client.id })
      done(isAllowed ? null : new Error('not allowed to publish'))
    },
    authorizeSubscribe(client, subscription, done) {
      const isAllowed = maySubscribe(stations, client.id, subscription.topic)
      if (!isAllowed) log('brokerRefused', { reason: 'subscribe', what: client.id })
      done(null, isAllowed ? subscription : null)
    },
    authorizeForward: (client, packet) =>
      mayReceive(stations, client.id, packet.topic) ? packet : null,
  } satisfies Hooks
}

/** `counts`: whether a topic of that station is meant by a filter of every station. */
const fits = (filters: readonly string[], topic: string, counts = (_station: string) => true) =>
  filters.some((filter) => {
    if (!filter.endsWith(everyStation)) return filter === topic
    const stem = filter.slice(0, -everyStation.length)
    const station = topic.slice(stem.length)
    return topic.startsWith(stem) && !station.includes('/') && counts(station)
  })

/** One that names another station counts only for a known one: it bounds what is retained. */
function mayPublish(
  stations: StationLookup,
  id: StationId,
  { topic, retain, qos }: Pick<PublishPacket, 'topic' | 'retain' | 'qos'>,
): boolean {
  const station = stations.find(id)
  const isRetainedWrongly = retain && !/^foyer\/[^/]+\/(presence|key)\//.test(topic)
  if (!station || isRetainedWrongly || qos > 1) return false
  const isKnown = (named: string) => stations.find(named)?.clinic === station.clinic
  return fits(rightsNow(stations, id).publish, topic, isKnown)
}

/** True if a station may subscribe to a filter: exactly those of `rightsOf`. */
export const maySubscribe = (stations: StationLookup, id: StationId, filter: string): boolean =>
  rightsNow(stations, id).subscribe.includes(filter)

/** Regardless of its earlier subscriptions. */
const mayReceive = (stations: StationLookup, id: StationId, topic: string): boolean =>
  fits(rightsNow(stations, id).subscribe, topic)

/** A station that is not known has none. */
function rightsNow(stations: StationLookup, id: StationId): ReturnType<typeof rightsOf> {
  const station = stations.find(id)
  return station ? rightsOf(station.clinic, id, station.kind) : { publish: [], subscribe: [] }
}
