import type { AedesOptions, Client } from 'aedes'
import { isSecret, newSecret, verifierOf } from './secret.ts'
import {
  mayPublish,
  mayReceive,
  maySubscribe,
  type KnownStation,
  type StationLookup,
} from './station-rights.ts'

/** A line for an administrator; fields as the log lists them. */
export type BrokerLog = (
  message: string,
  fields?: Readonly<Record<string, string | number>>,
) => void

/** Who may connect, publish, subscribe and receive. What is not allowed ends the connection, but a subscription. */
export function authorize(options: {
  readonly stations: StationLookup
  readonly log: BrokerLog
  readonly onAccepted: (client: Client, station: KnownStation) => void
}): Required<
  Pick<
    AedesOptions,
    'authenticate' | 'authorizePublish' | 'authorizeSubscribe' | 'authorizeForward'
  >
> {
  const { stations, log, onAccepted } = options
  // What an unknown station is compared with, so that it takes as long as a known one.
  const nobody = verifierOf(newSecret())
  return {
    authenticate(client, username, password, done) {
      const station = username === client.id ? stations.find(client.id) : undefined
      const fits = isSecret(station?.verifier ?? nobody, password?.toString() ?? '')
      if (!station || !fits) {
        log('brokerRefused', { reason: 'credentials' })
        done(null, false)
        return
      }
      onAccepted(client, station)
      done(null, true)
    },
    authorizePublish(client, packet, done) {
      // The broker's own, such as a new key.
      if (client === null) {
        done(null)
        return
      }
      const { topic, retain, qos } = packet
      if (qos < 2 && mayPublish(stations, client.id, { topic, retain })) {
        done(null)
        return
      }
      log('brokerRefused', { reason: 'publish', what: client.id })
      done(new Error('not allowed to publish'))
    },
    authorizeSubscribe(client, subscription, done) {
      if (maySubscribe(stations, client.id, subscription.topic)) {
        done(null, subscription)
        return
      }
      log('brokerRefused', { reason: 'subscribe', what: client.id })
      done(null, null)
    },
    authorizeForward: (client, packet) =>
      mayReceive(stations, client.id, packet.topic) ? packet : null,
  }
}
