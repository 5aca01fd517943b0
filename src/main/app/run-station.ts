import type { DestinationStream } from 'pino'
import manifest from '../../../package.json' with { type: 'json' }
import { closeAll, createEnds } from '../base/close-all.ts'
import { bugFields } from '../kiosk/visit/log-port.ts'
import { openLog, type KioskLog } from '../log/log.ts'
import type { Settings } from '../settings/schema.ts'
import { composeKiosk } from './compose.ts'
import { areCoreDumpsOff } from './hardening.ts'
import { end, exitCodes, readStartupConfiguration, type StartupConfiguration } from './start-up.ts'
import {
  NotConfigured,
  type OpeningStation,
  type PlatformAdapter,
  type StationStart,
} from './station.ts'

const kinds = {
  kiosk: composeKiosk,
  desk: (start) => import('./desk/compose-desk.ts').then((desk) => desk.composeDesk(start)),
  hub: (start) => import('./hub/clinic-hub.ts').then((hub) => hub.composeHub(start)),
} satisfies Record<Settings['station'], (start: OpeningStation) => Promise<void>>

/** Opens the log of a station, and the telemetry of it where the settings name a collector. */
export async function openStationLog(
  { settings }: Pick<StartupConfiguration, 'settings'>,
  station: keyof typeof kinds,
  destination?: DestinationStream,
) {
  const { name } = settings.kiosk
  const { url } = settings.telemetry
  const log = openLog(name, destination)
  if (url === null) return { log, endTelemetry: () => Promise.resolve() }
  const { observeLog } = await import('../log/telemetry.ts')
  const { caFile, proxy } = settings.service
  const { version } = manifest
  return observeLog(log, { url, network: { caFile, proxy }, version, name, station })
}

/** Starts a station of any kind. */
export function startStation(kind: keyof typeof kinds, start: StationStart) {
  const ends = createEnds()
  let closeVault = () => {}
  ends.add(() => closeVault())
  const opened = kinds[kind]({
    ...start,
    ends,
    async openVault() {
      const vault = await start.openVault()
      if (vault.ok) closeVault = () => vault.value.close()
      return vault
    },
  }).catch(async (error: unknown) => {
    await ends.close()
    throw error
  })
  return {
    /** Rejects, with nothing left open, where the station cannot be opened. */
    opened,
    close: ends.close,
  }
}

/** Runs a station in this process until something ends it in order. Rejects where it cannot be opened. */
export async function runStation(
  configuration: StartupConfiguration,
  platform: PlatformAdapter,
  kind = configuration.settings.station,
): Promise<void> {
  const { environment, isPassphraseWeak, loadedSettings } = configuration
  const { log, endTelemetry } = await openStationLog(configuration, kind)
  const leaveBy = leaveInOrder(
    () => closeAll([() => station.close(), endTelemetry]),
    (code) => platform.exit(code),
    log,
  )
  platform.onQuit?.(() => leaveBy(exitCodes.ended))
  if (!areCoreDumpsOff()) log.app('coreDumpsOn')
  if (isPassphraseWeak) log.app('weakPassphrase')
  const place = { ...configuration, ...(platform.sealers && { shellSealers: platform.sealers }) }
  let openVault: StationStart['openVault'] | undefined
  const station = startStation(kind, {
    configuration,
    platform,
    log,
    async openVault() {
      const { prepareKioskVault } = await import('./kiosk-vault.ts')
      openVault ??= prepareKioskVault(place)
      return openVault()
    },
    leave: (how) => leaveBy(exitCodes[how]),
    restart: restartBy(environment, platform, leaveBy),
  })
  await station.opened
  const exposure = kind === 'hub' ? undefined : await platform.findExposure?.(loadedSettings.folder)
  if (exposure) log.app(exposure)
}

const noWindow = () => Promise.reject(new Error('a hub has no window'))

/** Runs a hub in this process, even if `station` names another kind. `root` is the project's folder. */
export async function runHub(root: string): Promise<void> {
  const configuration = readStartupConfiguration(root, process.env)
  if (!configuration.ok) end(exitCodes.configuration, configuration.error)
  if (process.getuid?.() === 0 && !configuration.value.isPractice)
    end(
      exitCodes.configuration,
      'a hub for real patients is not run as root; give it a user of its own.',
    )
  const platform: PlatformAdapter = {
    openShell: noWindow,
    openDeskShell: noWindow,
    exit: (code) => process.exit(code),
  }
  await runStation(configuration.value, platform, 'hub').catch(endFailedStart)
}

/** Ends the process of a start that failed, with a line for who started it. */
export function endFailedStart(error: unknown): never {
  const reason = error instanceof Error ? error.message : 'unknown'
  if (error instanceof NotConfigured) end(exitCodes.configuration, reason)
  end(exitCodes.fault, `could not start: ${reason}`)
}

function leaveInOrder(
  stop: () => Promise<void>,
  exit: (code: number) => void,
  log: Pick<KioskLog, 'event'>,
): (code: number) => void {
  let leaving: Promise<void> | undefined
  const leave = (code: number) => {
    leaving ??= stop().then(
      () => exit(code),
      () => exit(exitCodes.fault),
    )
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => leave(exitCodes.ended))
  const fault = (error: unknown) => {
    const isFirst = leaving === undefined
    leave(exitCodes.fault)
    if (isFirst) log.event('bug', bugFields(error))
  }
  process.on('uncaughtException', fault)
  process.on('unhandledRejection', fault)
  return leave
}

/** Finds what restarts Foyer: a supervisor (`FOYER_SUPERVISED=1`), else the shell; undefined if neither can. */
export function restartBy(
  environment: NodeJS.ProcessEnv,
  platform: Pick<PlatformAdapter, 'relaunch'>,
  leave: (code: number) => void,
): (() => void) | undefined {
  if (environment['FOYER_SUPERVISED'] === '1') return () => leave(exitCodes.restart)
  if (!platform.relaunch) return undefined
  return () => {
    platform.relaunch?.()
    leave(exitCodes.ended)
  }
}
