import { rootCertificates } from 'node:tls'
import type { StationId, StationKind } from '../../../shared/bus/messages.ts'
import type { MqttOptions } from '../mqtt/mqtt-transport.ts'
import { rightsOf } from '../topics.ts'
import type { BrokerPlace } from './messages.ts'

/** Returns a station's options for a broker: the certificate to expect, its own credentials, and its subscriptions. */
export function mqttOptionsOf(
  { host, port, fingerprint, ca, username, password }: BrokerPlace,
  as: { readonly clinic: string; readonly station: StationId; readonly kind: StationKind },
): MqttOptions {
  const { clinic, station, kind } = as
  const trust =
    fingerprint === null
      ? { kind: 'authority' as const, ca: ca ?? rootCertificates.join('\n') }
      : { kind: 'pinned' as const, fingerprint }
  return {
    broker: { host, port, trust },
    login: { station, username, password },
    subscribe: rightsOf(clinic, station, kind).subscribe,
  }
}
