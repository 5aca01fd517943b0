import type { Result } from '../../shared/result.ts'
import type { Credentials } from '../credentials.ts'
import type { Settings } from '../settings/schema.ts'
import { err, ok } from '../../shared/result.ts'
import { vaultErrorOf, type VaultError } from './errors.ts'
import { defaultFolder } from '../data-folder.ts'
import type { KeySealer } from './key-sealer.ts'
import { passphraseSealer } from './passphrase.ts'
import { secretServiceSealer } from './secret-service.ts'
import { openVault, type Vault } from './vault.ts'

const dayMs = 24 * 60 * 60_000

/** What decides which vault is this kiosk's, and how its key is had. */
export interface VaultPlace {
  readonly settings: Settings
  readonly environment: NodeJS.ProcessEnv
  /** Given, it is the only source of the key. */
  readonly passphrase: string | undefined
  /** What the shell brings besides the Secret Service, such as Electron's own. */
  readonly shellSealers?: readonly KeySealer[]
}

/** The folder of this kiosk's vault. */
function folderOf({ settings, environment }: VaultPlace): string {
  return settings.data.dir ?? defaultFolder(process.platform, environment)
}

/** Where a key may be sealed, the preferred one first; a passphrase that is given is the only one. */
export function sealersFor(
  passphrase: string | undefined,
  ofShell: readonly KeySealer[] = [],
): readonly KeySealer[] {
  return passphrase === undefined
    ? [secretServiceSealer(), ...ofShell]
    : [passphraseSealer(passphrase)]
}

/**
 * Opens this kiosk's vault, keeps the credentials that were given at this start, and lets go of audit entries
 * that are older than the clinic's policy.
 */
export async function openKioskVault(
  place: VaultPlace,
  given: Credentials,
): Promise<Result<Vault, VaultError>> {
  const sealers = sealersFor(place.passphrase, place.shellSealers)
  const opened = await openVault({ folder: folderOf(place), sealers })
  if (!opened.ok) return opened
  const { audit, credentials } = opened.value
  try {
    audit.append('started', { kiosk: place.settings.kiosk.name })
    for (const name of credentials.keep(given)) audit.append('credentialKept', { interface: name })
    audit.retain(Date.now() - place.settings.audit.keepDays * dayMs)
    return ok(opened.value)
  } catch (error) {
    opened.value.close()
    return err(vaultErrorOf(error))
  }
}
