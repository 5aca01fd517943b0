import { ok, type Result } from '../../../shared/result.ts'
import { createSuppressor } from '../../base/suppressor.ts'
import type { ListenAddress, ListenFault } from '../broker/listen.ts'
import { openBroker, type Broker } from '../broker/open-broker.ts'
import type { BrokerIdentity } from './certificate.ts'
import type { Clinic } from './clinic.ts'
import type { BusHostOptions } from './host-options.ts'
import type { Invitation } from './invitation.ts'
import { openPairingServer, type PairingServer } from './pairing-server.ts'

/** What listens on a desk or hub: the embedded broker, and the server of pairing. */
interface HostListening {
  broker(): Broker | undefined
  /** Where stations are paired; undefined: nothing listens. */
  pairing(): ListenAddress | undefined
  /** Begins or ends what listens, as stations and invitation want it. */
  settle(): Promise<Result<null, ListenFault>>
  close(): Promise<void>
}

/** Nothing listens before the first `settle`. */
export function createListening(parts: {
  readonly options: BusHostOptions
  readonly tls: BrokerIdentity
  readonly fingerprint: string
  readonly clinic: Clinic
  readonly invitation: () => Invitation | undefined
  /** After the broker began. */
  readonly onBroker: (broker: Broker) => Promise<void>
  /** After the broker began or ended, or a station was paired. */
  readonly onChange: () => void
}): HostListening {
  const { options, tls, fingerprint, clinic, invitation, onChange } = parts
  const { audit, clock, log, outside, host } = options
  const refusals = createSuppressor({ quietMs: 60_000, most: 100, now: () => clock.now() })
  let broker: Broker | undefined
  let server: PairingServer | undefined

  async function beginBroker(): Promise<Result<null, ListenFault>> {
    const opened = await openBroker({
      ...{ tls, host, port: options.port, clock, log, stations: clinic.lookup },
      ...(options.limits && { limits: options.limits }),
    })
    if (!opened.ok) return opened
    broker = opened.value
    await parts.onBroker(broker)
    onChange()
    return ok(null)
  }

  async function endBroker() {
    const ending = broker
    broker = undefined
    await ending?.close()
    onChange()
  }

  const openServer = () =>
    openPairingServer({
      ...{ tls, host, port: options.pairingPort, invitation },
      admit({ kind, name }) {
        const place = outside
          ? { host: outside.host, port: outside.port, ca: outside.ca, fingerprint: null }
          : { host: null, port: broker?.address.port ?? options.port, ca: tls.cert, fingerprint }
        const given = clinic.admit({ kind, name, place, by: options.name })
        audit.append('stationPaired', { station: given.station, kind, name, side: 'host' })
        onChange()
        return given
      },
      onRefused(reason) {
        if (refusals.isNew(reason)) audit.append('pairingRefused', { reason, side: 'host' })
        log('pairingRefused', { reason })
      },
      onFailed: () => log('pairingFailed'),
    })

  return {
    broker: () => broker,
    pairing: () => server?.address,
    async settle() {
      const isInviting = invitation()?.stands() === true
      const wantsBroker = !outside && (isInviting || clinic.stations().length > 0)
      if (wantsBroker && !broker) {
        const begun = await beginBroker()
        if (!begun.ok) return begun
      }
      if (!wantsBroker && broker) await endBroker()
      // It stays for those who come with an old code, and answers them as any wrong one.
      if (isInviting && !server) {
        const opened = await openServer()
        if (!opened.ok) return opened
        server = opened.value
      }
      return ok(null)
    },
    async close() {
      await server?.close()
      await broker?.close()
    },
  }
}
