import { existsSync, rmSync } from 'node:fs'
import { err, ok, type Result } from '../../shared/result.ts'
import { openDatabase, type Connection } from './database.ts'
import { vaultErrorOf, type VaultError } from './errors.ts'
import { filesIn, hasContent, type VaultFiles } from './files.ts'
import { moveInPlace, readKeyFile, unsealKeys, type VaultKeys } from './key-file.ts'
import type { KeySealer } from './key-sealer.ts'

async function keysOf(
  path: string,
  sealers: readonly KeySealer[],
): Promise<Result<VaultKeys, VaultError>> {
  const file = readKeyFile(path)
  return file.ok ? unsealKeys(file.value, sealers) : file
}

/** Whether the database answers to this key. */
function fits(files: VaultFiles, { database }: VaultKeys): boolean {
  const opened = openDatabase(files.database, database, { readonly: true })
  if (opened.ok) opened.value.close()
  return opened.ok
}

/**
 * The keys of the vault that is there; undefined where there is none at all. Ends what a sudden stop left
 * half done: a new vault, a change of key.
 */
export async function findKeys(
  files: VaultFiles,
  sealers: readonly KeySealer[],
): Promise<Result<VaultKeys | undefined, VaultError>> {
  const hasDatabase = existsSync(files.database)
  if (!existsSync(files.key)) return hasDatabase ? err({ kind: 'keyMissing' }) : ok(undefined)
  const keys = await keysOf(files.key, sealers)
  if (!keys.ok) return keys
  if (!hasDatabase) {
    if (!hasContent(files.newDatabase)) return err({ kind: 'corrupt', detail: 'no database' })
    moveInPlace(files.newDatabase, files.database)
    return keys
  }
  if (!existsSync(files.nextKey)) return keys
  const next = await keysOf(files.nextKey, sealers)
  if (next.ok && !fits(files, keys.value) && fits(files, next.value)) {
    moveInPlace(files.nextKey, files.key)
    return next
  }
  if (fits(files, keys.value)) rmSync(files.nextKey)
  return keys
}

/** A vault opened beside a kiosk that may be running: to be read, not written. */
export interface ReadableVault {
  readonly connection: Connection
  readonly keys: VaultKeys
}

/** Opens the vault in a folder for reading. */
export async function readVault(
  folder: string,
  sealers: readonly KeySealer[],
): Promise<Result<ReadableVault, VaultError>> {
  const files = filesIn(folder)
  if (!existsSync(files.key) && !existsSync(files.database))
    return err({ kind: 'unavailable', detail: `no vault in ${folder}` })
  const keys = await keysOf(files.key, sealers).catch((error: unknown) => err(vaultErrorOf(error)))
  if (!keys.ok) return !existsSync(files.key) ? err({ kind: 'keyMissing' }) : keys
  const connection = openDatabase(files.database, keys.value.database, { readonly: true })
  return connection.ok ? ok({ connection: connection.value, keys: keys.value }) : connection
}
