import {
  chmodSync,
  existsSync,
  mkdirSync,
  openSync,
  closeSync,
  ftruncateSync,
  fsyncSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3-multiple-ciphers'
import { err, ok, type Result } from '../../shared/result.ts'
import { vaultErrorOf, type VaultError } from './errors.ts'

/** The files of a vault. */
export interface VaultFiles {
  readonly folder: string
  readonly database: string
  /** A new database until its key is sealed. */
  readonly newDatabase: string
  readonly key: string
  /** The next key while it is being changed. */
  readonly nextKey: string
  /** The key before, until its sealer has forgotten it. */
  readonly oldKey: string
  /** Stands there while the vault is being forgotten; what is left of one is no vault any more. */
  readonly forgetting: string
  readonly lock: string
}

/** The files of the vault in a folder. */
export function filesIn(folder: string): VaultFiles {
  return {
    folder,
    database: join(folder, 'vault.db'),
    newDatabase: join(folder, 'vault-new.db'),
    key: join(folder, 'vault.key'),
    nextKey: join(folder, 'vault-next.key'),
    oldKey: join(folder, 'vault-old.key'),
    forgetting: join(folder, 'vault.forgetting'),
    lock: join(folder, 'vault.lock'),
  }
}

/** Holds the vault for one process; the operating system lets go of it when the process ends, however it ends. */
export interface Lock {
  release(): void
}

/**
 * Whoever may write to the folder could put a link where the next key is written, or an old vault in its place. Says
 * whether nobody else can, now.
 */
function isOurs(folder: string): boolean {
  if (!process.getuid) return true
  const { uid, mode } = statSync(folder)
  const isOwn = uid === process.getuid()
  if (isOwn && mode & 0o022) chmodSync(folder, mode & 0o7755)
  return isOwn || uid === 0
}

/** Takes the vault for this process. `inUse`: another one has it. */
export function takeLock(files: VaultFiles): Result<Lock, VaultError> {
  let holder: Database.Database | undefined
  try {
    mkdirSync(files.folder, { recursive: true, mode: 0o700 })
    if (!isOurs(files.folder))
      return err({ kind: 'unavailable', detail: 'its folder belongs to another user' })
    // An empty database that nothing is written to: its lock is the kernel's.
    holder = new Database(files.lock, { timeout: 0 })
    holder.exec('BEGIN EXCLUSIVE')
    const held = holder
    return ok({ release: () => void held.close() })
  } catch (error) {
    holder?.close()
    return err(vaultErrorOf(error))
  }
}

/** Whether something with content stands there. */
export function hasContent(path: string): boolean {
  return existsSync(path) && statSync(path).size > 0
}

/** Removes a database with what SQLite keeps beside it. */
export function removeDatabase(path: string): void {
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(path + suffix, { force: true })
}

/** Overwrites a small file before it is removed: what it sealed cannot be opened from then on. */
export function shred(path: string): void {
  if (!existsSync(path)) return
  const handle = openSync(path, 'r+')
  writeSync(handle, Buffer.alloc(statSync(path).size), 0)
  fsyncSync(handle)
  ftruncateSync(handle)
  closeSync(handle)
  rmSync(path)
}
