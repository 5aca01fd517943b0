import { randomUUID } from 'node:crypto'
import { systemClock } from '../../base/clock.ts'
import { closeAll } from '../../base/close-all.ts'
import { createBus } from '../../bus/create-bus.ts'
import { createMqttTransport } from '../../bus/mqtt/mqtt-transport.ts'
import { openBusHost, type BusHost } from '../../bus/pairing/bus-host.ts'
import { showCode } from '../../bus/pairing/code.ts'
import { invitationText } from '../../bus/pairing/invitation-text.ts'
import { outsideBroker } from '../../bus/pairing/outside-broker.ts'
import { wayTo } from '../../bus/pairing/way-to.ts'
import type { Bus } from '../../bus/port.ts'
import type { HubPairing } from '../../hub/hub-desk.ts'
import { createLateTransport } from '../../hub/late-transport.ts'
import type { KioskLog } from '../../log/log.ts'
import type { StationId } from '../../../shared/bus/messages.ts'
import type { Settings } from '../../settings/schema.ts'
import { err, ok, type Result } from '../../../shared/result.ts'
import type { Vault } from '../../vault/vault.ts'

/** What the bus of a hub is made of. */
export interface HubBusParts {
  /** A desk is the hub of a clinic, too. */
  readonly kind: 'hub' | 'desk'
  readonly vault: Vault
  readonly settings: Settings
  readonly version: string
  readonly log: KioskLog
}

/** The bus of a hub with what carries it. */
export interface HubBus {
  readonly bus: Bus
  readonly pairing: HubPairing
  /** The key that a station and this one alone have; undefined: it is not paired here. */
  keyOf(station: StationId): Uint8Array | undefined
  close(): Promise<void>
}

const presenceText = 'none'
/** Messages that may wait: a burst of events, each of which is kept for some minutes where a kiosk is away. */
const mostWaiting = 10_000

/** Opens the bus of a hub: its own broker, or the one that the settings name. The error is a text for an administrator. */
export async function openHubBus(parts: HubBusParts): Promise<Result<HubBus, string>> {
  const { kind, vault, settings, version, log } = parts
  const { host, port, pairingPort } = settings.bus.broker
  const outside = outsideBroker(settings.bus.broker, vault.pairing)
  if (!outside.ok) return outside
  const transport = createLateTransport()
  const opened = await openBusHost({
    ...{ rows: vault.pairing, audit: vault.audit, clock: systemClock, kind },
    log: (message, fields) => log.app(message, fields),
    ...{ name: settings.kiosk.name, host, port, pairingPort },
    ...(outside.value && {
      outside: { ...outside.value, publish: (frame) => transport.publish(frame) },
    }),
  })
  if (!opened.ok)
    return err(`bus.broker: cannot listen on ${host} port ${port} (${opened.error.kind})`)
  const busHost = opened.value
  const { id: clinic, self } = busHost.clinic
  const bus = createBus({
    ...{ id: self.station, kind, clinic, transport },
    ...{ keys: busHost.keys, rows: vault.bus, most: mostWaiting },
    log: (message, fields) => log.app(message, fields),
    belongs: (station) => busHost.clinic.lookup.find(station) !== undefined,
  })
  const settle = followPlace(busHost, (place) =>
    transport.use(
      place && createMqttTransport(wayTo(place, { clinic, station: self.station, kind })),
    ),
  )
  settle()
  const endFollowing = busHost.onChange(settle)
  const endKeys = outside.value ? publishKeysOnConnection(bus, busHost) : () => undefined
  bus.present({
    ...{ name: settings.kiosk.name, version, state: 'free' },
    since: new Date(systemClock.wallTime()).toISOString(),
    ...{ connection: presenceText, intakes: { waiting: 0, needPerson: 0 } },
  })
  return ok({
    bus: toPaired(bus, busHost),
    pairing: pairingOf(busHost, bus),
    keyOf: (station) => keyOf(busHost, station),
    close: () => closeAll([endFollowing, endKeys, () => bus.close(), () => busHost.close()]),
  })
}

/**
 * Hands every station its keys anew whenever an outside broker is reached: a key that changed while it was not, or that
 * it lost, comes to nobody otherwise. (The embedded broker is handed them when it begins.)
 */
function publishKeysOnConnection(bus: Bus, host: BusHost): () => void {
  let isConnected = false
  return bus.onChange(() => {
    const was = isConnected
    isConnected = bus.view().connection === 'connected'
    if (isConnected && !was) void host.publishKeys()
  })
}

type Place = NonNullable<ReturnType<BusHost['place']>>

/** Calls `use` when the broker is another one than before, or none. */
function followPlace(host: BusHost, use: (place: Place | undefined) => void): () => void {
  let before: string | undefined
  return () => {
    const place = host.place()
    const now = JSON.stringify(place)
    if (now === before) return
    before = now
    use(place)
  }
}

/** Where nobody is paired nobody misses an event, and none must wait for who comes later. */
function toPaired(bus: Bus, { clinic }: BusHost): Bus {
  return {
    ...bus,
    broadcast: (event) =>
      clinic.stations().length === 0 ? ok(randomUUID()) : bus.broadcast(event),
    view() {
      const view = bus.view()
      return clinic.stations().length === 0 ? { ...view, connection: 'alone' } : view
    },
  }
}

function keyOf({ clinic }: BusHost, station: StationId): Uint8Array | undefined {
  const found = clinic.stations().find(({ id }) => id === station)
  return found && Buffer.from(found.stationKey, 'base64url')
}

const byWhom = 'hub'

function pairingOf(host: BusHost, bus: Bus): HubPairing {
  return {
    async invite() {
      const invited = await host.invite('kiosk')
      if (!invited.ok) return err('cannotListen')
      const { code, until, fingerprint } = invited.value
      const link = invitationText({ ...invited.value, fingerprint })
      return ok({
        code: showCode(code),
        link,
        until,
        address: `${invited.value.host}:${invited.value.port}`,
      })
    },
    stations: () =>
      host.clinic.stations().map(({ id, kind, name, since }) => ({
        ...{ id, kind, since },
        name: bus.stations().find(({ from }) => from === id)?.name ?? name,
      })),
    withdraw: () => host.withdraw(),
    onChange: (listener) => host.onChange(listener),
    async unpair(station, by = byWhom) {
      return (await host.unpair(station, by)) ? ok(null) : err('unknownStation')
    },
  }
}
