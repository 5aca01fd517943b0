import { systemClock } from '../../base/clock.ts'
import { closeAll } from '../../base/close-all.ts'
import { createBus, type Bus } from '../../stations/create-bus.ts'
import { openBusHost, type BusHost } from '../../stations/pairing/host.ts'
import { invitationText, showCode } from '../../stations/pairing/invitation-text.ts'
import { outsideBroker } from '../../stations/pairing/outside-broker.ts'
import { openHubDesk, type HubPairing } from '../../stations/hub/hub-desk.ts'
import type { KioskLog } from '../../log/log.ts'
import type { StationId } from '../../../shared/bus/messages.ts'
import { err, ok, type Result } from '../../../shared/result.ts'
import { type Station, NotConfigured, openStation, type OpeningStation } from '../station.ts'
import { controlPath, openControlServer } from '../../stations/hub/control.ts'
import { describeVaultError } from '../../vault/errors.ts'
import { askIntakes } from '../../stations/intake-questions.ts'

/** Composes a hub: broker, bus, view of the kiosks, control socket. */
export async function composeHub(start: OpeningStation): Promise<void> {
  const { configuration, ends, log } = start
  const opened = await start.openVault()
  if (!opened.ok) throw new NotConfigured(describeVaultError(opened.error))
  const { station } = openStation(start, opened.value, ({ kind }) => {
    log.app('vaultFailed', { reason: kind })
    start.leave('fault')
  })
  const hub = await openClinicHub('hub', station)
  if (!hub.ok) throw new NotConfigured(hub.error)
  const { desk, pairing, close } = hub.value
  ends.add(close)
  const path = controlPath(configuration.loadedSettings.folder, process.platform)
  const control = await openControlServer({ path, desk, pairing, timers: systemClock })
  if (!control.ok) throw new NotConfigured(`cannot listen on ${path} (${control.error})`)
  ends.add(() => control.value.close())
  station.log.app('the hub is open')
}

type HubKind = 'hub' | 'desk'

export type ClinicHub = Extract<Awaited<ReturnType<typeof openClinicHub>>, { ok: true }>['value']

/** Messages that may wait: a burst of events while the broker is away. */
const mostWaiting = 10_000

/** Opens this station's own broker, or its way to the outside one. The error is a text for an administrator. */
export async function openHost(
  kind: HubKind,
  { settings, vault, log }: Pick<Station, 'settings' | 'vault'> & { log: Pick<KioskLog, 'app'> },
): Promise<Result<BusHost, string>> {
  const { bus, kiosk } = settings()
  const { host, port, pairingPort } = bus.broker
  const outside = outsideBroker(bus.broker, vault.pairing)
  if (!outside.ok) return outside
  const opened = await openBusHost({
    rows: vault.pairing,
    audit: vault.audit,
    clock: systemClock,
    log: (message, fields) => log.app(message, fields),
    kind,
    name: kiosk.name,
    host,
    port,
    pairingPort,
    ...(outside.value && { outside: outside.value }),
  })
  return opened.ok
    ? opened
    : err(`bus.broker: cannot listen on ${host} port ${port} (${opened.error.kind})`)
}

/** Opens broker and bus, and the desk's view of the kiosks. The error is a text for an administrator. */
export async function openClinicHub(kind: HubKind, station: Station) {
  const { vault } = station
  const opened = await openHost(kind, station)
  if (!opened.ok) return opened
  const busHost = opened.value
  const bus = openBus(kind, busHost, station)
  const isOutside = station.settings().bus.broker.url !== null
  const endKeys = isOutside ? publishKeysOnConnection(bus, busHost) : () => undefined
  const desk = openHubDesk({
    bus,
    rows: vault.hubNotices,
    audit: vault.audit,
    clock: systemClock,
    unpair: (from) => void pairing.unpair(from, 'the kiosk itself'),
  })
  const pairing = pairingOf(busHost, bus, (from) => desk.forget(from))
  const endPairing = busHost.onChange(desk.changed)
  function keyOf(of: StationId): Uint8Array | undefined {
    const found = busHost.clinic.stations().find(({ id }) => id === of)
    return found && Buffer.from(found.stationKey, 'base64url')
  }
  return ok({
    bus,
    desk,
    pairing,
    /** The key that this station alone shares with another; undefined: it is not paired here. */
    keyOf,
    askIntakes: askIntakes({ bus, keyOf, clock: systemClock }),
    close: () =>
      closeAll([endPairing, () => desk.stop(), endKeys, () => bus.close(), () => busHost.close()]),
  })
}

function openBus(kind: HubKind, busHost: BusHost, { vault, settings, version, log }: Station): Bus {
  const { clinic, keys, transport } = busHost
  const bus = createBus({
    id: clinic.self.station,
    kind,
    clinic: clinic.id,
    transport,
    keys,
    rows: vault.bus,
    most: mostWaiting,
    log: (message, fields) => log.app(message, fields),
    belongs: (station) => clinic.lookup.find(station) !== undefined,
  })
  bus.present({
    name: settings().kiosk.name,
    version,
    state: 'free',
    since: new Date(systemClock.wallTime()).toISOString(),
    connection: 'none',
    intakes: { waiting: 0, needPerson: 0 },
  })
  return {
    ...bus,
    view() {
      const view = bus.view()
      return clinic.stations().length === 0 ? { ...view, connection: 'alone' } : view
    },
  }
}

/** Sends all stations their keys at each connection to an outside broker, which those that changed may have missed. */
function publishKeysOnConnection(bus: Bus, host: BusHost): () => void {
  let isConnected = false
  return bus.onChange(() => {
    const was = isConnected
    isConnected = bus.view().connection === 'connected'
    if (isConnected && !was) void host.publishKeys()
  })
}

function pairingOf(host: BusHost, bus: Bus, forget: (station: string) => void): HubPairing {
  return {
    async invite() {
      const invited = await host.invite('kiosk')
      if (!invited.ok) return err('cannotListen')
      const { code, until } = invited.value
      const address = `${invited.value.host}:${invited.value.port}`
      return ok({ code: showCode(code), link: invitationText(invited.value), until, address })
    },
    stations: () =>
      host.clinic.stations().map(({ id, kind, name, since }) => ({
        id,
        kind,
        since,
        name: bus.stations().find(({ from }) => from === id)?.name ?? name,
      })),
    withdraw: () => host.withdraw(),
    async unpair(station, by = 'hub') {
      const isDone = await host.unpair(station, by)
      forget(station)
      return isDone ? ok(null) : err('unknownStation')
    },
  }
}
