import { sayGoodbye } from '../bus/kiosk/notices.ts'
import type { PairedBus } from '../bus/kiosk/paired-bus.ts'
import { readPairing, unpairHere, type Pairing } from '../bus/pairing/pairing.ts'
import type { Bus } from '../bus/port.ts'
import { systemClock, type Timers } from '../base/clock.ts'
import type { PairFault } from '../../shared/staff-desk.ts'
import { err, ok } from '../../shared/result.ts'
import type { OpenBus } from './kiosk-services.ts'

const faults = {
  unreadable: 'notReadable',
  unreachable: 'unreachable',
  refused: 'refused',
  anotherBroker: 'otherCertificate',
  alreadyPaired: 'notKept',
  notNow: 'unreachable',
} as const satisfies Record<string, PairFault>

// The MQTT code is loaded only if there is a pairing, and nothing waits for it.
/**
 * Opens a kiosk's pairing in its vault, and its bus over MQTT while paired. `timers`: for the wait of an unpairing
 * until others hear it.
 */
export function openPairedBus({
  vault,
  settings,
  log,
  timers = systemClock,
}: Parameters<OpenBus>[0] & { readonly timers?: Timers }): PairedBus {
  const listeners = new Set<() => void>()
  const changed = () => {
    for (const listener of [...listeners]) listener()
  }
  let bus: Bus | undefined
  let isClosed = false

  async function open(pairing: Pairing) {
    const { createPairedBus } = await import('./create-paired-bus.ts')
    if (isClosed || bus || readPairing(vault.pairing)?.station !== pairing.station) return
    bus = createPairedBus(pairing, {
      vault,
      name: settings().kiosk.name,
      log: (message, fields) => log.app(message, fields),
    })
    bus.onChange(changed)
    changed()
  }
  async function end() {
    const ended = bus
    bus = undefined
    await ended?.close()
  }
  const kept = readPairing(vault.pairing)
  if (kept) void open(kept)

  return {
    bus: () => bus,
    onChange(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    paired() {
      const pairing = readPairing(vault.pairing)
      if (!pairing) return undefined
      const { with: other, broker, since } = pairing
      return { name: other.name, address: `${broker.host}:${broker.port}`, at: since }
    },
    stationKey() {
      const pairing = readPairing(vault.pairing)
      return pairing && Buffer.from(pairing.stationKey, 'base64url')
    },
    async pair(address, code) {
      const { pair } = await import('../bus/pairing/pair.ts')
      const { name } = settings().kiosk
      const parts = { rows: vault.pairing, audit: vault.audit, name, clock: systemClock }
      const done = await pair({ address, code }, { ...parts, kind: 'kiosk' })
      if (!done.ok) return err({ kind: faults[done.error.kind] })
      await open(done.value)
      return ok(null)
    },
    async unpair() {
      const isWaiting = (id: string) => vault.bus.queued().some((row) => row.id === id)
      const isHeard = bus !== undefined && (await sayGoodbye(bus, isWaiting, timers))
      await end()
      unpairHere({ rows: vault.pairing, audit: vault.audit }, { by: 'staff', isHeard })
      for (const { id } of vault.bus.queued()) vault.bus.unqueue(id)
      changed()
    },
    async close() {
      isClosed = true
      await end()
    },
  }
}
