import manifest from '../../../package.json' with { type: 'json' }
import { pinLength } from '../../shared/staff.ts'
import { join } from 'node:path'
import { err, ok, type Result } from '../../shared/result.ts'
import { compose, type Foyer } from './compose.ts'
import type { Credentials } from '../vault/store/credentials.ts'
import {
  type WireSecrets,
  credentialsOf,
  webhookSecretsOf,
  wireSecretsOf,
} from './given-secrets.ts'
import { areCoreDumpsOff } from './hardening.ts'
import { type KioskLog, openLog } from '../log/log.ts'
import { openPairedBus } from './paired-bus.ts'
import { findUnsafeLaunchOptions, type Start } from './launch-checks.ts'
import { singleUse, takeSecrets, type GivenSecrets, type SingleUse } from './secrets.ts'
import { type Settings, isPractice } from '../settings/schema.ts'
import {
  type LoadedSettings,
  describeProblems,
  loadKioskSettings,
  policyPath,
} from '../settings/load.ts'
import type { OpenConf } from '../settings/store.ts'
import type { DriverEndpoints } from '../shell/driver.ts'
import type { Shell } from '../shell/port.ts'
import { trialWindowOf, type TrialWindow } from '../shell/trial-window.ts'
import { isEasyPin } from '../staff/pin/pin.ts'
import { type KeySealer, isWeakPassphrase } from '../vault/keys/sealers.ts'

/** Exit codes of the process. */
export const exitCodes = { ended: 0, fault: 70, restart: 75, configuration: 78 } as const

/** Ends the process at once, with a line for who started it. */
export function end(code: number, reason: string): never {
  process.stderr.write(`foyer: ${reason}\n`)
  process.exit(code)
}

/** Configuration of a start, read before there is any window. */
export interface StartupConfiguration {
  /** The project's folder. */
  readonly root: string
  readonly environment: NodeJS.ProcessEnv
  readonly credentials: Credentials
  /** Values of the wire profile's secret headers that were given at this start. */
  readonly wireSecrets: WireSecrets
  /** Secrets with which deliveries to a hub prove themselves; null if none were given at this start. */
  readonly webhookSecrets: string | null
  readonly passphrase: SingleUse<string>
  /** True if the passphrase could be guessed. */
  readonly isPassphraseWeak: boolean
  /** Given at provisioning: the staff PIN from now on. */
  readonly staffPin: SingleUse<string>
  readonly settings: Settings
  /** The same with where each value comes from. */
  readonly loadedSettings: LoadedSettings
  /** True if the service is a sandbox of this machine: no real patient is served. */
  readonly isPractice: boolean
  /** True if tests or the walkthrough may drive the windows from outside. */
  readonly driven: boolean
  /** Size and place of the window for a trial (`FOYER_WINDOW`); never on a real service. */
  readonly trial: TrialWindow | undefined
}

/** Adapter that the entry point of each shell brings. */
export interface PlatformAdapter {
  /** Opens the shell; `onDriver` is given only when the windows may be driven from outside. */
  openShell(onDriver: ((endpoints: DriverEndpoints) => void) | undefined): Promise<Shell>
  /** Sealers of the vault's key that the shell itself has. */
  readonly sealers?: readonly KeySealer[]
  /** Loads the shell's own opener of the kiosk's settings file; `conf` if it has none. */
  readonly loadSettingsFile?: () => Promise<OpenConf>
  /** Ends the process at once. */
  exit(code: number): void
  /** Makes Foyer start again once it has exited; where it is not given, only a supervisor does. */
  relaunch?(): void
  /** Calls `leave` when something other than a signal asks Foyer to quit. */
  onQuit?(leave: () => void): void
  /** Checks if a browser could reach files in the data folder, or this process; returns a message if so. */
  findExposure?(folder: string): Promise<string | undefined>
}

/**
 * Returns true if tests and the walkthrough may drive the windows (`FOYER_DRIVER=1`); never with a real intake service,
 * so that DevTools endpoints stay shut.
 */
function mayBeDriven(settings: Settings, environment: NodeJS.ProcessEnv): boolean {
  return environment['FOYER_DRIVER'] === '1' && isPractice(settings)
}

const mayBeChosen = (pin: string) =>
  new RegExp(`^\\d{${pinLength.least},${pinLength.most}}$`).test(pin) && !isEasyPin(pin)

// The error names each wrong key, its source and the expected value, or the means by which someone could see into a
// Foyer that serves real patients.
/**
 * Removes the secrets from the environment first (unless the caller did), then reads the settings. The error is a text
 * for an administrator.
 */
export function readStartupConfiguration(
  root: string,
  environment: NodeJS.ProcessEnv,
  {
    secrets = takeSecrets(environment),
    execArgv = process.execArgv,
    args = process.argv.slice(1),
  }: Partial<Omit<Start, 'environment'>> & { readonly secrets?: Result<GivenSecrets, string> } = {},
): Result<StartupConfiguration, string> {
  if (!secrets.ok) return secrets
  const { FOYER_STAFF_PIN: staffPin, FOYER_VAULT_PASSPHRASE: passphrase } = secrets.value
  if (staffPin !== undefined && !mayBeChosen(staffPin))
    return err(
      `FOYER_STAFF_PIN: ${pinLength.least} to ${pinLength.most} digits, not ones that are tried first`,
    )
  const wireSecrets = wireSecretsOf(secrets.value)
  if (!wireSecrets.ok) return wireSecrets
  const webhookSecrets = webhookSecretsOf(secrets.value)
  if (!webhookSecrets.ok) return webhookSecrets
  const loaded = loadKioskSettings({
    configFile: environment['FOYER_CONFIG'] ?? join(root, 'foyer.config.json'),
    policyFile: policyPath(process.platform, environment),
    environment,
  })
  if (!loaded.ok) return err(`the settings need a correction:\n${describeProblems(loaded.error)}`)
  const { settings } = loaded.value.snapshot
  const unsafeOptions = isPractice(settings)
    ? []
    : findUnsafeLaunchOptions({ execArgv, args, environment })
  if (unsafeOptions.length > 0)
    return err(
      `real patients are served here, and this start would let others look in: ${unsafeOptions.join(', ')}. Start without.`,
    )
  return ok({
    root,
    environment,
    credentials: credentialsOf(secrets.value),
    wireSecrets: wireSecrets.value,
    webhookSecrets: webhookSecrets.value,
    passphrase: singleUse(passphrase),
    isPassphraseWeak: passphrase !== undefined && isWeakPassphrase(passphrase),
    staffPin: singleUse(staffPin),
    settings,
    loadedSettings: loaded.value,
    isPractice: isPractice(settings),
    driven: mayBeDriven(settings, environment),
    trial: isPractice(settings) ? trialWindowOf(environment['FOYER_WINDOW']) : undefined,
  })
}

/** Ends in order, once only, on a signal or a bug; the returned function does so for any other reason. */
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
    if (isFirst) log.event('bug', { detail: error instanceof Error ? error.name : 'unknown' })
  }
  process.on('uncaughtException', fault)
  process.on('unhandledRejection', fault)
  return leave
}

/** Opens a station's log, reports its weaknesses there, and ends it in order by `stop`. */
export function beginStation(
  configuration: Pick<StartupConfiguration, 'settings' | 'isPassphraseWeak'>,
  platform: Pick<PlatformAdapter, 'exit' | 'onQuit'>,
  stop: () => Promise<void>,
): { readonly log: KioskLog; readonly leave: (code: number) => void } {
  const log = openLog(configuration.settings.kiosk.name)
  const leave = leaveInOrder(stop, (code) => platform.exit(code), log)
  platform.onQuit?.(() => leave(exitCodes.ended))
  if (!areCoreDumpsOff()) log.app('coreDumpsOn')
  if (configuration.isPassphraseWeak) log.app('weakPassphrase')
  return { log, leave }
}

/**
 * Starts a kiosk, and ends it in order on a signal, a quit request, a closed window or a bug. Throws if no shell opens.
 */
export async function start(
  configuration: StartupConfiguration,
  platform: PlatformAdapter,
): Promise<void> {
  const { credentials } = configuration
  const shell = await platform.openShell(configuration.driven ? reportDriverEndpoints : undefined)
  let foyer: Foyer | undefined = undefined
  const { log, leave } = beginStation(configuration, platform, () =>
    (foyer ?? { stop: () => shell.close() }).stop(),
  )
  try {
    const place = { ...configuration, ...(platform.sealers && { shellSealers: platform.sealers }) }
    const openVault = () =>
      import('./kiosk-vault.ts').then((vault) => vault.openKioskVault(place, credentials))
    foyer = await compose({
      settings: configuration.loadedSettings,
      ...(platform.loadSettingsFile && {
        loadSettingsFile: platform.loadSettingsFile,
      }),
      openVault,
      openBus: openPairedBus,
      staffPin: configuration.staffPin,
      shell,
      log,
      version: manifest.version,
      patientPageDir: join(configuration.root, 'out', 'patient-page'),
      leave: () => leave(exitCodes.ended),
      restart: restartBy(configuration.environment, platform, leave),
    })
    const exposure = await platform.findExposure?.(configuration.loadedSettings.folder)
    if (exposure) log.app(exposure)
  } catch (error) {
    await shell.close()
    throw error
  }
}

/**
 * Finds a way to restart Foyer: the administrator's supervisor (`FOYER_SUPERVISED=1`), else the shell; undefined if
 * neither can.
 */
export function restartBy(
  environment: NodeJS.ProcessEnv,
  platform: Pick<PlatformAdapter, 'relaunch'>,
  leave: (code: number) => void,
): (() => void) | undefined {
  if (environment['FOYER_SUPERVISED'] === '1') return () => leave(exitCodes.restart)
  const relaunch = platform.relaunch?.bind(platform)
  return (
    relaunch &&
    (() => {
      relaunch()
      leave(exitCodes.ended)
    })
  )
}

/** Reports the addresses at which the windows can be driven. */
export function reportDriverEndpoints(endpoints: DriverEndpoints): void {
  process.stdout.write(`FOYER_DRIVER ${JSON.stringify(endpoints)}\n`)
}
