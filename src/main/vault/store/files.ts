import {
  chmodSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  closeSync,
  ftruncateSync,
  fsyncSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import Database from 'better-sqlite3-multiple-ciphers'
import { err, ok, type Result } from '../../../shared/result.ts'
import { vaultErrorOf, type VaultError } from '../errors.ts'

export type VaultFiles = Readonly<ReturnType<typeof filesIn>>

/** Names the files of the vault in a folder. */
export function filesIn(folder: string) {
  return {
    folder,
    database: join(folder, 'vault.db'),
    newDatabase: join(folder, 'vault-new.db'),
    key: join(folder, 'vault.key'),
    nextKey: join(folder, 'vault-next.key'),
    /** The key before, until its sealer has forgotten it. */
    oldKey: join(folder, 'vault-old.key'),
    /** Marker while the vault is being forgotten; remaining files beside it are no vault any more. */
    forgetting: join(folder, 'vault.forgetting'),
    moved: join(folder, 'vault.moved'),
    copy: join(folder, 'vault-copy.db'),
    /** The last change, by which the database is known to be the newest. */
    head: join(folder, 'vault.head'),
    lock: join(folder, 'vault.lock'),
  }
}

/** Holds the vault for one process; the operating system releases it when the process ends in any way. */
export interface Lock {
  release(): void
}

/** Gives the reason that others may write to the folder; undefined if none. Refuses a shared folder, as `/tmp`. */
function whyNotOurs({ folder, ...files }: VaultFiles): string | undefined {
  // Others could link the next key to a place of theirs, or swap in an old vault. Our own folder is closed to them.
  if (!process.getuid) return undefined
  const own = process.getuid()
  const { uid, mode } = lstatSync(folder)
  if (uid !== own && uid !== 0) return 'its folder belongs to another user'
  const isShared = (mode & 0o1000) !== 0 || (uid !== own && (mode & 0o022) !== 0)
  if (isShared) return 'others may write to its folder'
  if (mode & 0o022) chmodSync(folder, mode & 0o7755)
  const foreign = Object.values(files).find((path) => isForeign(path, own))
  return foreign && `${basename(foreign)} is not a file of this user`
}

function isForeign(path: string, own: number): boolean {
  const about = lstatSync(path, { throwIfNoEntry: false })
  return about !== undefined && (about.isSymbolicLink() || (about.uid !== own && about.uid !== 0))
}

/** Takes the vault for this process. `inUse`: another one has it. */
export function takeLock(files: VaultFiles): Result<Lock, VaultError> {
  let holder: Database.Database | undefined
  try {
    mkdirSync(files.folder, { recursive: true, mode: 0o700 })
    const foreign = whyNotOurs(files)
    if (foreign) return err({ kind: 'unavailable', detail: foreign })
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

/** Tells whether something with content stands there. */
export function hasContent(path: string): boolean {
  return existsSync(path) && statSync(path).size > 0
}

/** Removes a database with what SQLite keeps beside it. */
export function removeDatabase(path: string): void {
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(path + suffix, { force: true })
}

/** Follows no link, by a flag of `open`. Windows knows none, and no link that a user without rights could make. */
export const noFollow = (constants as Partial<typeof constants>).O_NOFOLLOW ?? 0

/** Opens a new file for this user alone to be written. Throws `EEXIST` when anything stands there, a link too. */
export function openNew(path: string): number {
  const { O_CREAT, O_EXCL, O_WRONLY } = constants
  return openSync(path, O_CREAT | O_EXCL | O_WRONLY | noFollow, 0o600)
}

/** Overwrites a small file before removing it: its sealed key cannot be opened from then on. */
export function shred(path: string): void {
  const about = lstatSync(path, { throwIfNoEntry: false })
  if (!about) return
  // A link itself is not overwritten: its target is not ours.
  if (about.isSymbolicLink()) return rmSync(path)
  const handle = openSync(path, constants.O_RDWR | noFollow)
  writeSync(handle, Buffer.alloc(statSync(path).size), 0)
  fsyncSync(handle)
  ftruncateSync(handle)
  closeSync(handle)
  rmSync(path)
}
