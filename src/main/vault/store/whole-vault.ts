import { copyFileSync, existsSync, readFileSync, rmSync } from 'node:fs'
import { err, mapOk, ok, type Result } from '../../../shared/result.ts'
import { openAudit } from '../audit/audit.ts'
import { vaultErrorOf, type VaultError } from '../errors.ts'
import { deriveKey } from '../keys/derive.ts'
import {
  type VaultKeys,
  discardKey,
  newKeys,
  parseKeyFile,
  replaceDurably,
  sealKeys,
  syncFolder,
  unsealKeys,
  writeAtomically,
} from '../keys/key-file.ts'
import { type KeySealer, passphraseSealer } from '../keys/sealers.ts'
import { findKeys } from '../keys/unlock.ts'
import { type Connection, connect, openDatabase, rekey } from './database.ts'
import { type VaultFiles, filesIn, removeDatabase, takeLock } from './files.ts'
import { openPairingRows, openSecuritySettings } from './rows.ts'
import { checkSeal, openSeal } from './seal.ts'

/** Checks a database before anything writes to it: a log of writes that is refused stays as it is. */
export function checkWhole(
  files: Pick<VaultFiles, 'database' | 'head'>,
  { database, root }: VaultKeys,
): Result<null, VaultError> {
  const connection = openDatabase(files.database, database, { readonly: true })
  if (!connection.ok) return connection
  try {
    return checkSeal(connection.value, deriveKey(root, 'seal'), files.head)
  } finally {
    connection.value.close()
  }
}

/** Forgets a closed, locked vault, keys first; the next start completes it after a stop or a failed sealer (error). */
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
  for (const file of [files.head, files.moved]) rmSync(file, { force: true })
  for (const database of [files.database, files.newDatabase, files.copy]) removeDatabase(database)
  syncFolder(files.folder)
  if (failure) return err(failure)
  rmSync(files.forgetting)
  syncFolder(files.folder)
  return ok(null)
}

/** Forgets the vault in a folder, without a key; returns whether there was one. `inUse`: a Foyer has it open. */
export async function forgetVault(
  folder: string,
  sealers: readonly KeySealer[],
): Promise<Result<boolean, VaultError>> {
  const files = filesIn(folder)
  if (!isVaultIn(files)) return ok(false)
  return underLock(files, async () => mapOk(await forgetFiles(files, sealers), () => true))
}

const isVaultIn = ({ key, nextKey, oldKey, database, newDatabase, forgetting }: VaultFiles) =>
  [key, nextKey, oldKey, database, newDatabase, forgetting].some((path) => existsSync(path))

async function underLock<T, E>(
  files: VaultFiles,
  run: () => Promise<Result<T, E>>,
): Promise<Result<T, E | VaultError>> {
  const lock = takeLock(files)
  if (!lock.ok) return lock
  try {
    return await run()
  } catch (error) {
    return err(vaultErrorOf(error))
  } finally {
    lock.value.release()
  }
}

function rekeyFile(
  path: string,
  from: Buffer,
  to: Buffer,
  change?: (connection: Connection) => void,
): void {
  const connection = connect(path, from)
  try {
    change?.(connection)
    rekey(connection, to)
  } finally {
    connection.close()
  }
}

/** Writes a closed vault to a ZIP of its files, under a passphrase's key. `isMoved`: it opens here no more. */
export function exportVault(
  folder: string,
  sealers: readonly KeySealer[],
  to: { readonly file: string; readonly passphrase: string; readonly isMoved: boolean },
): Promise<Result<null, VaultError>> {
  const files = filesIn(folder)
  return underLock(files, async () => {
    const keys = await findKeys(files, sealers)
    if (!keys.ok) return keys
    if (!keys.value) return err({ kind: 'keyMissing' })
    const next = newKeys(keys.value.root)
    const key = await sealKeys(next, [passphraseSealer(to.passphrase)])
    if (!key.ok) return key
    removeDatabase(files.copy)
    try {
      copyFileSync(files.database, files.copy)
      rekeyFile(files.copy, keys.value.database, next.database)
      const whole = checkWhole({ ...files, database: files.copy }, next)
      if (!whole.ok) return whole
      const parts = {
        'vault.key': Buffer.from(JSON.stringify(key.value)),
        'vault.head': readFileSync(files.head),
        'vault.db': readFileSync(files.copy),
      }
      const { zipSync } = await import('fflate')
      writeAtomically(to.file, zipSync(parts, { level: 0 }))
    } finally {
      removeDatabase(files.copy)
    }
    if (to.isMoved) writeAtomically(files.moved, '')
    return ok(null)
  })
}

export type ImportError = VaultError | { readonly kind: 'vaultThere' }

/** Reads a ZIP; what is none, or was cut, has no files. */
async function unzip(bytes: Uint8Array): Promise<Readonly<Partial<Record<string, Uint8Array>>>> {
  const { unzipSync } = await import('fflate')
  try {
    return unzipSync(bytes)
  } catch {
    return {}
  }
}

const openForAdoption = (connection: Connection, root: Buffer) => ({
  audit: openAudit(connection, deriveKey(root, 'audit'), Date.now),
  pairing: openPairingRows(connection),
  securitySettings: openSecuritySettings(connection),
})

/**
 * Puts an exported vault into a folder that has none, under a fresh key. The key comes last, after `adopt`: until then
 * a stop or an error leaves no vault.
 */
export function importVault(
  folder: string,
  sealers: readonly KeySealer[],
  from: { readonly file: string; readonly passphrase: string },
  adopt: (vault: ReturnType<typeof openForAdoption>) => void,
): Promise<Result<null, ImportError>> {
  const files = filesIn(folder)
  return underLock<null, ImportError>(files, async () => {
    // An import or a first start that was cut off left it.
    if (!existsSync(files.key) && !existsSync(files.forgetting)) removeDatabase(files.newDatabase)
    if (isVaultIn(files)) return err({ kind: 'vaultThere' })
    const parts = await unzip(readFileSync(from.file))
    const { 'vault.key': key, 'vault.head': head, 'vault.db': database } = parts
    if (!key || !head || !database) return err({ kind: 'corrupt', detail: 'export' })
    const file = parseKeyFile(() => Buffer.from(key).toString())
    if (!file.ok) return file
    const keys = await unsealKeys(file.value, [passphraseSealer(from.passphrase)])
    if (!keys.ok) return keys
    try {
      writeAtomically(files.newDatabase, database)
      writeAtomically(files.head, head)
      const whole = checkWhole({ ...files, database: files.newDatabase }, keys.value)
      if (!whole.ok) return whole
      const { root } = keys.value
      const next = newKeys(root)
      const sealed = await sealKeys(next, sealers)
      if (!sealed.ok) return sealed
      rekeyFile(files.newDatabase, keys.value.database, next.database, (connection) => {
        const seal = openSeal(connection, deriveKey(root, 'seal'), files.head)
        adopt(openForAdoption(connection, root))
        seal.keepHead()
      })
      // As with a new vault: once its key stands, a stop loses nothing.
      writeAtomically(files.key, JSON.stringify(sealed.value))
      replaceDurably(files.newDatabase, files.database)
      return ok(null)
    } finally {
      if (!existsSync(files.key)) {
        removeDatabase(files.newDatabase)
        rmSync(files.head, { force: true })
      }
    }
  })
}
