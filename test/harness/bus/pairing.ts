import type { IClientOptions, MqttClient } from 'mqtt'
import { onTestFinished } from 'vitest'
import { systemClock, type WallClock } from '../../../src/main/base/clock.ts'
import { fingerprintOf } from '../../../src/main/stations/mqtt/mqtt-transport.ts'
import { openBusHost, type BusHostOptions } from '../../../src/main/stations/pairing/host.ts'
import type { BrokerPlace } from '../../../src/main/stations/pairing/messages.ts'
import { pair, type PairEntry } from '../../../src/main/stations/pairing/pair.ts'
import { readPairing, type Pairing } from '../../../src/main/stations/pairing/pairing.ts'
import type { PairingRows } from '../../../src/main/vault/store/rows.ts'
import { memoryPairingRows } from '../vault/memory-rows.ts'
import { mqttClient } from './embedded-broker.ts'
import { freePort } from './relay.ts'

/** Entries of the audit, each as its kind and its reason. */
export function auditList() {
  const entries: string[] = []
  return {
    entries,
    append: (kind: string, { reason = '' }: Readonly<Record<string, string | number>> = {}) =>
      void entries.push(`${kind} ${reason}`.trim()),
  }
}

export type TestHost = Awaited<ReturnType<typeof openTestHost>>

export async function openTestHost(
  options: Partial<BusHostOptions> & { readonly rows?: PairingRows } = {},
) {
  const { rows = memoryPairingRows() } = options
  const audit = auditList()
  const opened = await openBusHost({
    audit,
    clock: systemClock,
    log: () => undefined,
    kind: 'hub',
    name: 'the hub',
    host: '127.0.0.1',
    // A hub that is started again has the same.
    port: await freePort(),
    pairingPort: 0,
    ...options,
    rows,
  })
  if (!opened.ok) throw new Error(opened.error.kind)
  onTestFinished(() => opened.value.close())
  return { host: opened.value, audited: audit.entries as readonly string[], rows }
}

/** A hub's invitation that must be made. */
export async function invited({ host }: Pick<TestHost, 'host'>, kind: 'kiosk' | 'desk' = 'kiosk') {
  const invitation = await host.invite(kind)
  if (!invitation.ok) throw new Error(invitation.error.kind)
  return invitation.value
}

/** A kiosk that is to be paired, with its vault and what it audited. */
export function newKiosk(name = 'kiosk by the door', clock: WallClock = systemClock) {
  const rows = memoryPairingRows()
  const audit = auditList()
  return {
    rows,
    audited: audit.entries as readonly string[],
    /** Its pairing, which must stand. */
    pairing(): Pairing {
      const pairing = readPairing(rows)
      if (!pairing) throw new Error('not paired')
      return pairing
    },
    pair: (entry: PairEntry) => pair(entry, { rows, audit, kind: 'kiosk', name, clock }),
  }
}

/** The address and code as somebody types them. */
export const typed = ({ host, port, code }: { host: string; port: number; code: string }) => ({
  address: `${host}:${port}`,
  code,
})

/** Begins TLS with a pinned certificate and no other, whatever its name; else with one that is vouched for and fits the name. */
function tlsTo(place: Pick<BrokerPlace, 'ca' | 'fingerprint'>): IClientOptions {
  const { ca, fingerprint } = place
  return {
    rejectUnauthorized: true,
    ...(ca !== null && { ca }),
    ...(fingerprint === null
      ? { minVersion: 'TLSv1.2' }
      : {
          minVersion: 'TLSv1.3',
          checkServerIdentity: (_name: string, certificate: Parameters<typeof fingerprintOf>[0]) =>
            fingerprintOf(certificate) === fingerprint
              ? undefined
              : new Error('another certificate'),
        }),
  }
}

/** A client of the `mqtt` package that connects by a pairing. */
export function pairedClient({ broker, station }: Pick<Pairing, 'broker' | 'station'>): MqttClient {
  const { host, port, username, password } = broker
  return mqttClient({ host, port, username, password, clientId: station, ...tlsTo(broker) })
}

export async function pairedWith(hub: TestHost, name?: string) {
  const kiosk = newKiosk(name)
  const done = await kiosk.pair(typed(await invited(hub)))
  if (!done.ok) throw new Error(done.error.kind)
  return kiosk
}
