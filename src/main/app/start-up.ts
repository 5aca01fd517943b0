import { pinLength } from '../../shared/entry-limits.ts'
import { join } from 'node:path'
import { err, ok, type Result } from '../../shared/result.ts'
import { credentialsOf, wireSecretsOf } from './given-secrets.ts'
import { findUnsafeLaunchOptions, type Start } from './launch-checks.ts'
import { singleUse, takeSecrets, type GivenSecrets } from './secrets.ts'
import { type Settings, isPractice } from '../settings/schema.ts'
import { describeProblems, loadKioskSettings, policyPath } from '../settings/load.ts'
import type { DriverEndpoints } from '../windows/driver.ts'
import { trialWindowOf } from '../windows/trial-window.ts'
import { isEasyPin } from '../kiosk/staff-panel/pin/pin.ts'
import { isWeakPassphrase } from '../vault/keys/sealers.ts'

export const exitCodes = { ended: 0, fault: 70, restart: 75, configuration: 78 } as const

/** Ends the process at once, with a line for who started it. */
export function end(code: number, reason: string): never {
  process.stderr.write(`foyer: ${reason}\n`)
  process.exit(code)
}

/** Configuration of a start, read before there is any window. */
export type StartupConfiguration = Extract<
  ReturnType<typeof readStartupConfiguration>,
  { readonly ok: true }
>['value']

/**
 * Returns true if tests and the walkthrough may drive the windows (`FOYER_DRIVER=1`); never with a real intake service,
 * so that DevTools endpoints stay shut.
 */
function mayBeDriven(settings: Settings, environment: NodeJS.ProcessEnv): boolean {
  return environment['FOYER_DRIVER'] === '1' && isPractice(settings)
}

/** Says what is wrong with a given staff PIN; undefined if nothing is. */
export const pinProblem = (pin: string): string | undefined =>
  new RegExp(`^\\d{${pinLength.least},${pinLength.most}}$`).test(pin) && !isEasyPin(pin)
    ? undefined
    : `FOYER_STAFF_PIN: ${pinLength.least} to ${pinLength.most} digits, not ones that are tried first`

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
) {
  if (!secrets.ok) return secrets
  const { FOYER_STAFF_PIN: staffPin, FOYER_VAULT_PASSPHRASE: passphrase } = secrets.value
  const wrongPin = staffPin === undefined ? undefined : pinProblem(staffPin)
  if (wrongPin !== undefined) return err(wrongPin)
  const wireSecrets = wireSecretsOf(secrets.value)
  if (!wireSecrets.ok) return wireSecrets
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
    /** The project's folder. */
    root,
    environment,
    credentials: credentialsOf(secrets.value),
    /** Values of the wire profile's secret headers that were given at this start. */
    wireSecrets: wireSecrets.value,
    passphrase: singleUse(passphrase),
    isPassphraseWeak: passphrase !== undefined && isWeakPassphrase(passphrase),
    /** Given at provisioning: the staff PIN from now on. */
    staffPin: singleUse(staffPin),
    settings,
    /** The same with where each value comes from. */
    loadedSettings: loaded.value,
    /** True if the service is a sandbox of this machine: no real patient is served. */
    isPractice: isPractice(settings),
    /** True if tests or the walkthrough may drive the windows from outside. */
    driven: mayBeDriven(settings, environment),
    /** Size and place of the window for a trial (`FOYER_WINDOW`); never on a real service. */
    trial: isPractice(settings) ? trialWindowOf(environment['FOYER_WINDOW']) : undefined,
  })
}

/** Returns what reports the addresses at which the windows can be driven; undefined where they may not be. */
export const driverReport = ({ driven }: StartupConfiguration) =>
  driven
    ? (endpoints: DriverEndpoints) =>
        void process.stdout.write(`FOYER_DRIVER ${JSON.stringify(endpoints)}\n`)
    : undefined
