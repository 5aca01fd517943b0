import { existsSync, rmSync } from 'node:fs'
import { err, ok, type Result } from '../../../shared/result.ts'
import { vaultErrorOf, type VaultError } from '../errors.ts'
import { filesIn, removeDatabase, takeLock, type VaultFiles } from './files.ts'
import { discardKey, syncFolder, writeAtomically } from '../keys/key-file.ts'
import type { KeySealer } from '../keys/sealers.ts'

/**
 * Forgets a closed, locked vault: keys first, which makes all unreadable. The next start completes it after a stop or a
 * failed sealer (error returned).
 */
export async function forgetFiles(
  files: VaultFiles,
  sealers: readonly KeySealer[],
): Promise<Result<null, VaultError>> {
  writeAtomically(files.forgetting, '')
  let failure: VaultError | undefined
  for (const key of [files.key, files.nextKey, files.oldKey]) {
    const discarded = await discardKey(key, sealers)
    if (!discarded.ok) failure = discarded.error
  }
  rmSync(files.head, { force: true })
  for (const database of [files.database, files.newDatabase]) removeDatabase(database)
  syncFolder(files.folder)
  if (failure) return err(failure)
  rmSync(files.forgetting)
  syncFolder(files.folder)
  return ok(null)
}

/**
 * Forgets the vault in a folder, which needs no key. Comes back with whether there was one. `inUse`: a Foyer has
 * it open.
 */
export async function forgetVault(
  folder: string,
  sealers: readonly KeySealer[],
): Promise<Result<boolean, VaultError>> {
  const files = filesIn(folder)
  const { key, nextKey, oldKey, database, newDatabase, forgetting } = files
  if (![key, nextKey, oldKey, database, newDatabase, forgetting].some((path) => existsSync(path)))
    return ok(false)
  const lock = takeLock(files)
  if (!lock.ok) return lock
  try {
    const forgotten = await forgetFiles(files, sealers)
    return forgotten.ok ? ok(true) : forgotten
  } catch (error) {
    return err(vaultErrorOf(error))
  } finally {
    lock.value.release()
  }
}
