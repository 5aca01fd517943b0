import { createHash } from 'node:crypto'
import type { Result } from '../../shared/result.ts'
import type { Credentials } from '../credentials.ts'
import type { ClientCredentials } from '../service/token-request.ts'
import type { Settings } from '../settings/schema.ts'
import { err, ok } from '../../shared/result.ts'
import { vaultErrorOf, type VaultError } from './errors.ts'
import { defaultFolder } from '../data-folder.ts'
import type { KeySealer } from './key-sealer.ts'
import { passphraseSealer } from './passphrase.ts'
import { retainAudit } from './retention.ts'
import { secretServiceSealer } from './secret-service.ts'
import type { SecuritySettings } from './security-settings.ts'
import { openVault, type Vault } from './vault.ts'

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
 * Those of the given pairs that the start before was not given: a pair that stands in the environment for ever
 * must not come back at each start when staff have replaced or removed it.
 */
function newlyGiven(settings: SecuritySettings, given: Credentials): Partial<Credentials> {
  const isNew = ([name, pair]: [string, ClientCredentials | undefined]) => {
    if (!pair) return false
    const key = `credentials.given.${name}`
    const print = createHash('sha256').update(JSON.stringify(pair)).digest('hex')
    if (settings.read(key) === print) return false
    settings.write(key, print)
    return true
  }
  return Object.fromEntries(Object.entries(given).filter(isNew))
}

/**
 * Opens this kiosk's vault, keeps the credentials that were given anew at this start, and lets go of audit entries
 * that are older than the clinic's policy.
 */
export async function openKioskVault(
  place: VaultPlace,
  given: Credentials,
): Promise<Result<Vault, VaultError>> {
  const sealers = sealersFor(place.passphrase, place.shellSealers)
  const opened = await openVault({ folder: folderOf(place), sealers })
  if (!opened.ok) return opened
  const { audit, credentials, securitySettings } = opened.value
  try {
    audit.append('started', { kiosk: place.settings.kiosk.name })
    for (const name of credentials.keep(newlyGiven(securitySettings, given)))
      audit.append('credentialKept', { interface: name })
    retainAudit(opened.value, place.settings.audit.keepDays)
    return ok(opened.value)
  } catch (error) {
    opened.value.close()
    return err(vaultErrorOf(error))
  }
}
