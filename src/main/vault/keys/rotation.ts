import { existsSync } from 'node:fs'
import { err, ok, type Result } from '../../../shared/result.ts'
import type { AuditFields } from '../audit/audit-chain.ts'
import type { Audit } from '../audit/audit.ts'
import { rekey, type Connection } from '../store/database.ts'
import { vaultErrorOf, type VaultError } from '../errors.ts'
import type { VaultFiles } from '../store/files.ts'
import { discardKey, newKeys, sealKeys, writeAtomically } from './key-file.ts'
import type { KeySealer } from './key-sealer.ts'
import { fits, activateNextKey } from './unlock.ts'

/**
 * Gives an open vault another key, sealed by the first sealer that can, and makes the old one useless. Wherever
 * this is stopped, one of the two key files opens the vault, and the next start finds which.
 */
export async function rotateKey(vault: {
  readonly files: VaultFiles
  readonly connection: Connection
  readonly audit: Audit
  readonly root: Buffer
  readonly sealers: readonly KeySealer[]
  /** What the audit says of who wants it. */
  readonly by?: AuditFields | undefined
}): Promise<Result<null, VaultError>> {
  const { files, connection, sealers } = vault
  if (existsSync(files.nextKey))
    return err({ kind: 'unavailable', detail: 'a change of key was not ended: start Foyer again' })
  const next = newKeys(vault.root)
  const file = await sealKeys(next, sealers)
  if (!file.ok) return file
  try {
    vault.audit.append('keyRotated', vault.by)
    writeAtomically(files.nextKey, JSON.stringify(file.value))
    try {
      rekey(connection, next.database)
    } catch (error) {
      if (!fits(files, next)) {
        await discardKey(files.nextKey, sealers)
        throw error
      }
    }
    await activateNextKey(files, sealers)
    return ok(null)
  } catch (error) {
    return err(vaultErrorOf(error))
  }
}
