import { join } from 'node:path'
import { openKioskVault } from '../../src/main/bootstrap/kiosk-vault.ts'
import { singleUse } from '../../src/main/bootstrap/secrets.ts'
import { describeProblems, loadKioskSettings } from '../../src/main/settings/load.ts'
import type { Settings } from '../../src/main/settings/schema.ts'
import { describeVaultError } from '../../src/main/vault/errors.ts'
import type { Vault } from '../../src/main/vault/vault.ts'

/** Kiosk or desk that is started here. */
export interface Station {
  readonly name: string
  /** Holds its vault; nothing else is kept of it. */
  readonly folder: string
  /** Environment that its Foyer is started with. */
  readonly environment: Readonly<Record<string, string>>
}

/** Its Foyer keeps them itself, once it is started. */
const none = { partner: undefined, developer: undefined }

/**
 * Uses a station's vault while its Foyer is stopped. Files written as root become Foyer's user's. Throws a text if it
 * cannot open.
 */
export async function withVault<T>(
  { folder, environment }: Station,
  use: (vault: Vault, settings: Settings) => Promise<T>,
): Promise<T> {
  const nowhere = join(folder, 'none')
  const loaded = loadKioskSettings({ configFile: nowhere, policyFile: nowhere, environment })
  if (!loaded.ok) throw new Error(describeProblems(loaded.error))
  const { settings } = loaded.value.snapshot
  const passphrase = singleUse(environment['FOYER_VAULT_PASSPHRASE'])
  const vault = await openKioskVault({ settings, environment, passphrase }, none)
  if (!vault.ok) throw new Error(describeVaultError(vault.error))
  try {
    return await use(vault.value, settings)
  } finally {
    vault.value.close()
  }
}
