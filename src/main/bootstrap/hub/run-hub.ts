import manifest from '../../../../package.json' with { type: 'json' }
import { describeVaultError, type VaultError } from '../../vault/errors.ts'
import { reportVaultFaults } from '../../vault/vault.ts'
import { openKioskVault } from '../kiosk-vault.ts'
import {
  beginStation,
  end,
  exitCodes,
  readStartupConfiguration,
  type StartupConfiguration,
} from '../start-up.ts'
import { openHub, type Hub } from './open-hub.ts'
import { keepWebhookSecrets } from '../given-secrets.ts'

/** Runs a hub in this process, even if `station` names another kind. `root` is the project's folder. */
export async function runHubInNode(root: string): Promise<void> {
  const configuration = readStartupConfiguration(root, process.env)
  if (!configuration.ok) end(exitCodes.configuration, configuration.error)
  if (process.getuid?.() === 0 && !configuration.value.isPractice)
    end(
      exitCodes.configuration,
      'a hub for real patients is not run as root; give it a user of its own.',
    )
  await runHub(configuration.value)
}

/**
 * Runs a hub until a signal, a vault fault or a bug ends it. Without a window: administrators use its log and `npm run
 * hub`.
 */
export async function runHub(configuration: StartupConfiguration): Promise<void> {
  const exit = (code: number) => process.exit(code)
  let hub: Hub | undefined = undefined as Hub | undefined
  let isLeaving = false as boolean
  const { log, leave } = beginStation(configuration, { exit }, async () => {
    isLeaving = true
    await hub?.stop()
  })
  const opened = await openKioskVault(configuration, configuration.credentials)
  if (!opened.ok) end(exitCodes.configuration, describeVaultError(opened.error))
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
  if (!running.ok) end(exitCodes.configuration, running.error)
  hub = running.value
  // A signal came while it was opened: nothing else ends it any more.
  if (isLeaving) await hub.stop()
}
