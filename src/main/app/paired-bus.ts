import { sayGoodbye } from '../stations/kiosk/notices.ts'
import {
  mqttOptionsOf,
  readPairing,
  receiveKeys,
  ringOf,
  unpairHere,
  type Pairing,
} from '../stations/pairing/pairing.ts'
import type { Bus } from '../stations/create-bus.ts'
import { systemClock, type Timers } from '../base/clock.ts'
import { createListeners } from '../base/listeners.ts'
import type { PairFault } from '../../shared/staff-desk.ts'
import { err, ok, type Result } from '../../shared/result.ts'
import type { Station } from './station.ts'

const faults = {
  unreadable: 'notReadable',
  unreachable: 'unreachable',
  refused: 'refused',
  anotherBroker: 'otherCertificate',
  alreadyPaired: 'notKept',
  notNow: 'unreachable',
} as const satisfies Record<string, PairFault>

export type PairedBus = ReturnType<typeof openPairedBus>

// The MQTT code is loaded only if there is a pairing, and nothing waits for it.
/** Opens a kiosk's pairing in its vault, and its bus over MQTT while paired. `timers`: for the wait of an unpairing. */
export function openPairedBus({
  vault,
  settings,
  log,
  timers = systemClock,
}: Pick<Station, 'vault' | 'settings' | 'log'> & { readonly timers?: Timers }) {
  const parts = { rows: vault.pairing, audit: vault.audit, clock: systemClock }
  const listeners = createListeners()
  let bus: Bus | undefined
  let isClosed = false

  async function open(pairing: Pairing) {
    const [{ createBus }, { createMqttTransport }] = await Promise.all([
      import('../stations/create-bus.ts'),
      import('../stations/mqtt/mqtt-transport.ts'),
    ])
    if (isClosed || bus || readPairing(vault.pairing)?.station !== pairing.station) return
    const { station, clinic, broker } = pairing
    const optionsOf = (place: Pairing['broker']) =>
      mqttOptionsOf(place, { clinic, station, kind: 'kiosk' })
    const keys = ringOf(pairing)
    const receive = receiveKeys({
      rows: vault.pairing,
      ring: keys,
      audit: vault.audit,
      onRefused: (reason) => log.app('bus: a key was refused', { reason }),
    })
    bus = createBus({
      id: station,
      kind: 'kiosk',
      name: settings().kiosk.name,
      clinic,
      keys,
      transport: createMqttTransport({
        ...optionsOf(broker),
        // Its certificates may have changed.
        get broker() {
          return optionsOf(readPairing(vault.pairing)?.broker ?? broker).broker
        },
      }),
      rows: vault.bus,
      log: (message, fields) => log.app(message, fields),
      onKey: (payload) => void receive(payload),
    })
    bus.onChange(listeners.call)
    listeners.call()
  }
  async function end() {
    const ended = bus
    bus = undefined
    await ended?.close()
  }
  async function begin(paired: Result<Pairing, { readonly kind: keyof typeof faults }>) {
    if (!paired.ok) return err({ kind: faults[paired.error.kind] })
    await end()
    await open(paired.value)
    return ok(null)
  }
  const kept = readPairing(vault.pairing)
  if (kept) void open(kept)

  return {
    bus: () => bus,
    onChange: (listener: () => void) => listeners.add(listener),
    paired() {
      const pairing = readPairing(vault.pairing)
      if (!pairing) return undefined
      const { with: other, broker, since } = pairing
      return { name: other.name, address: `${broker.host}:${broker.port}`, at: since }
    },
    stationKey(): Uint8Array | undefined {
      const pairing = readPairing(vault.pairing)
      return pairing && Buffer.from(pairing.stationKey, 'base64url')
    },
    async pair(address: string, code: string): Promise<Result<null, { readonly kind: PairFault }>> {
      const { pair } = await import('../stations/pairing/pair.ts')
      const { name } = settings().kiosk
      return begin(await pair({ address, code }, { ...parts, name, kind: 'kiosk' }))
    },
    /** Sends messages that still wait to the new address. */
    async move(address: string): Promise<Result<null, { readonly kind: PairFault }>> {
      const { move } = await import('../stations/pairing/pair.ts')
      return begin(await move(address, parts))
    },
    async unpair() {
      const isHeard = bus !== undefined && (await sayGoodbye(bus, timers))
      await end()
      unpairHere(parts, { by: 'staff', isHeard })
      for (const { id } of vault.bus.queued()) vault.bus.unqueue(id)
      listeners.call()
    },
    async close() {
      isClosed = true
      await end()
    },
  }
}
