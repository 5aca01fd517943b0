import { createBus } from '../bus/create-bus.ts'
import { createMqttTransport } from '../bus/mqtt/mqtt-transport.ts'
import type { BusLog } from '../bus/bus-log.ts'
import { receiveKeys, ringOf, type Pairing } from '../bus/pairing/pairing.ts'
import { mqttOptionsOf } from '../bus/pairing/mqtt-options.ts'
import type { Bus } from '../bus/port.ts'
import type { Vault } from '../vault/vault.ts'

/** Creates the bus of a paired kiosk, over MQTT; keeps new keys of the clinic as they arrive. */
export function createPairedBus(
  pairing: Pairing,
  { vault, log, name }: { readonly vault: Vault; readonly log: BusLog; readonly name: string },
): Bus {
  const ring = ringOf(pairing)
  const receive = receiveKeys({
    rows: vault.pairing,
    ring,
    audit: vault.audit,
    onRefused: (reason) => log('bus: a key was refused', { reason }),
  })
  return createBus({
    id: pairing.station,
    kind: 'kiosk',
    name,
    clinic: pairing.clinic,
    keys: ring,
    transport: createMqttTransport(mqttOptionsOf(pairing.broker, { ...pairing, kind: 'kiosk' })),
    rows: vault.bus,
    log,
    onKey: (payload) => void receive(payload),
  })
}
