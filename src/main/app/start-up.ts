import { pinLength } from '../../shared/entry-limits.ts'
import { join } from 'node:path'
import { err, ok, type Result } from '../../shared/result.ts'
import { credentialsOf, wireSecretsOf } from './given-secrets.ts'
import { findUnsafeLaunchOptions, type Start } from './launch-checks.ts'
import { singleUse, takeSecrets, type GivenSecrets } from './secrets.ts'
import { isPractice } from '../settings/schema.ts'
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

export type StartupConfiguration = Extract<
  ReturnType<typeof readStartupConfiguration>,
  { readonly ok: true }
>['value']

/** Says what is wrong with a given staff PIN; undefined if nothing is. */
export const pinProblem = (pin: string): string | undefined =>
  new RegExp(`^\\d{${pinLength.least},${pinLength.most}}$`).test(pin) && !isEasyPin(pin)
    ? undefined
    : `FOYER_STAFF_PIN: ${pinLength.least} to ${pinLength.most} digits, not ones that are tried first`

/** Removes the secrets from the environment, and reads the settings. The error names each wrong key or unsafe option. */
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
  const isPracticeService = isPractice(settings)
  const unsafe = isPracticeService ? [] : findUnsafeLaunchOptions({ execArgv, args, environment })
  if (unsafe.length > 0)
    return err(
      `real patients are served here, and this start would let others look in: ${unsafe.join(', ')}. Start without.`,
    )
  return ok({
    root,
    environment,
    credentials: credentialsOf(secrets.value),
    wireSecrets: wireSecrets.value,
    passphrase: singleUse(passphrase),
    isPassphraseWeak: passphrase !== undefined && isWeakPassphrase(passphrase),
    staffPin: singleUse(staffPin),
    settings,
    /** The same with where each value comes from. */
    loadedSettings: loaded.value,
    /** The service is a sandbox of this machine: no real patient is served. */
    isPractice: isPracticeService,
    /** Tests may drive the windows by DevTools; on a real service its endpoints stay shut, and no window is a trial's. */
    driven: environment['FOYER_DRIVER'] === '1' && isPracticeService,
    trial: isPracticeService ? trialWindowOf(environment['FOYER_WINDOW']) : undefined,
  })
}

/** Returns what reports the addresses at which the windows can be driven; undefined where they may not be. */
export const driverReport = ({ driven }: StartupConfiguration) => {
  const report = (endpoints: DriverEndpoints) =>
    void process.stdout.write(`FOYER_DRIVER ${JSON.stringify(endpoints)}\n`)
  return driven ? report : undefined
}
