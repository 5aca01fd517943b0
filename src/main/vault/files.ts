import {
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
import { homedir } from 'node:os'
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
    lock: join(folder, 'vault.lock'),
  }
}

/** Where a user's own data of Foyer stands when no setting says otherwise. */
export function defaultFolder(platform: NodeJS.Platform, environment: NodeJS.ProcessEnv): string {
  const { LOCALAPPDATA: local, XDG_DATA_HOME: xdg } = environment
  if (platform === 'win32') return join(local ?? join(homedir(), 'AppData', 'Local'), 'Foyer')
  if (platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'Foyer')
  return join(xdg ?? join(homedir(), '.local', 'share'), 'foyer')
}

/** Holds the vault for one process; the operating system lets go of it when the process ends, however it ends. */
export interface Lock {
  release(): void
}

/** Takes the vault for this process. `inUse`: another one has it. */
export function takeLock(files: VaultFiles): Result<Lock, VaultError> {
  let holder: Database.Database | undefined
  try {
    mkdirSync(files.folder, { recursive: true, mode: 0o700 })
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
