import { existsSync, readFileSync } from 'node:fs'
import { type Result, err, ok } from '../../../shared/result.ts'
import type { Audit, AuditFields } from '../audit/audit.ts'
import { type VaultError, vaultErrorOf } from '../errors.ts'
import { type Connection, openDatabase, rekey } from '../store/database.ts'
import { type VaultFiles, filesIn, hasContent } from '../store/files.ts'
import {
  type VaultKeys,
  discardKey,
  newKeys,
  readKeyFile,
  replaceDurably,
  sealKeys,
  unsealKeys,
  writeAtomically,
} from './key-file.ts'
import type { KeySealer } from './sealers.ts'

async function keysOf(path: string, sealers: readonly KeySealer[]) {
  const file = readKeyFile(path)
  return file.ok ? unsealKeys(file.value, sealers) : file
}

function fits(files: VaultFiles, { database }: VaultKeys, readonly = true): boolean {
  const opened = openDatabase(files.database, database, { readonly })
  if (opened.ok) opened.value.close()
  return opened.ok
}

/** Ends a change of key: the database has the next one already. The old one is forgotten, now or at the next start. */
async function activateNextKey(files: VaultFiles, sealers: readonly KeySealer[]): Promise<void> {
  writeAtomically(files.oldKey, readFileSync(files.key, 'utf8'))
  replaceDurably(files.nextKey, files.key)
  await discardKey(files.oldKey, sealers)
}

/** Finds the keys of an existing vault; undefined if there is none. */
export async function findKeys(
  files: VaultFiles,
  sealers: readonly KeySealer[],
): Promise<Result<VaultKeys | undefined, VaultError>> {
  // Completes work that a sudden stop interrupted: a new vault, a change of key.
  const hasDatabase = existsSync(files.database)
  if (!existsSync(files.key)) return hasDatabase ? err({ kind: 'keyMissing' }) : ok(undefined)
  const keys = await keysOf(files.key, sealers)
  if (!keys.ok) return keys
  if (!hasDatabase) {
    if (!hasContent(files.newDatabase)) return err({ kind: 'corrupt', detail: 'no database' })
    replaceDurably(files.newDatabase, files.database)
    return keys
  }
  if (!existsSync(files.nextKey)) {
    await discardKey(files.oldKey, sealers)
    return keys
  }
  const next = await keysOf(files.nextKey, sealers)
  // A change that was stopped may have left a journal, and only who may write can take back what stands there.
  const opens = (each: VaultKeys) => fits(files, each, false)
  if (next.ok && !opens(keys.value) && opens(next.value)) {
    await activateNextKey(files, sealers)
    return next
  }
  if (opens(keys.value)) await discardKey(files.nextKey, sealers)
  return keys
}

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
  const isForgotten = existsSync(files.forgetting)
  if (isForgotten || (!existsSync(files.key) && !existsSync(files.database)))
    return err({ kind: 'unavailable', detail: `no vault in ${folder}` })
  const keys = await keysOf(files.key, sealers).catch((error: unknown) => err(vaultErrorOf(error)))
  if (!keys.ok) return !existsSync(files.key) ? err({ kind: 'keyMissing' }) : keys
  const connection = openDatabase(files.database, keys.value.database, { readonly: true })
  return connection.ok ? ok({ connection: connection.value, keys: keys.value }) : connection
}

/** Gives an open vault another sealed key and makes the old one useless; a stop leaves the valid one to be found. */
export async function rotateKey(vault: {
  readonly files: VaultFiles
  readonly connection: Connection
  readonly audit: Audit
  readonly root: Buffer
  readonly sealers: readonly KeySealer[]
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
