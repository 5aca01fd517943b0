import manifest from '../../../../package.json' with { type: 'json' }
import { describeVaultError, type VaultError } from '../../vault/errors.ts'
import { reportVaultFaults } from '../../vault/vault.ts'
import { openKioskVault } from '../kiosk-vault.ts'
import { beginStation, exitCodes, type StartupConfiguration } from '../start-up.ts'
import { openHub, type Hub } from './open-hub.ts'
import { keepWebhookSecrets } from './webhook-secrets.ts'

/** Surroundings of a hub's process. */
export interface HubProcess {
  /** Ends the process at once. */
  exit(code: number): void
  /** A line for who started it. */
  note(text: string): void
}

/**
 * Runs a hub until a signal, a vault fault or a bug ends it. Without a window: administrators use its log and `npm run
 * hub`.
 */
export async function runHub(
  configuration: StartupConfiguration,
  around: HubProcess,
): Promise<void> {
  const exit = (code: number) => around.exit(code)
  const note = (text: string) => around.note(text)
  let hub: Hub | undefined = undefined as Hub | undefined
  let isLeaving = false as boolean
  const { log, leave } = beginStation(configuration, { exit }, async () => {
    isLeaving = true
    await hub?.stop()
  })
  const opened = await openKioskVault(configuration, configuration.credentials)
  if (!opened.ok) {
    note(describeVaultError(opened.error))
    exit(exitCodes.configuration)
    return
  }
  const onFault = (error: VaultError) => {
    log.app('vaultFailed', { reason: error.kind })
    leave(exitCodes.fault)
  }
  const vault = reportVaultFaults(opened.value, onFault)
  keepWebhookSecrets(vault, configuration.webhookSecrets)
  const running = await openHub({
    settings: configuration.loadedSettings,
    vault,
    log,
    version: manifest.version,
  })
  if (!running.ok) {
    note(running.error)
    exit(exitCodes.configuration)
    return
  }
  hub = running.value
  // A signal came while it was opened: nothing else ends it any more.
  if (isLeaving) await hub.stop()
}
