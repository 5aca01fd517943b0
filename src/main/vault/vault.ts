import { existsSync } from 'node:fs'
import { err, ok, type Result } from '../../shared/result.ts'
import { createAttempts, type Attempts } from '../visit/limits/attempts.ts'
import { openAttempts } from './store/attempts.ts'
import { beginAudit, openAudit, type Audit } from './audit/audit.ts'
import { openAuditChain, type AuditChain } from './audit/audit-reading.ts'
import { openCredentials, type CredentialStore } from './store/credentials.ts'
import { verifyAudit, type AuditFault, type Verified } from './audit/audit-verify.ts'
import { connect, migrate, openDatabase, type Connection } from './store/database.ts'
import { deriveKey, markOf } from './keys/derive.ts'
import { vaultErrorOf, type VaultError } from './errors.ts'
import { forgetFiles } from './store/forget.ts'
import { filesIn, removeDatabase, takeLock, type Lock, type VaultFiles } from './store/files.ts'
import {
  replaceDurably,
  newKeys,
  sealKeys,
  writeAtomically,
  type VaultKeys,
} from './keys/key-file.ts'
import type { KeySealer } from './keys/key-sealer.ts'
import { openMeasuredTime, type MeasuredTime } from './store/measured-time.ts'
import { rotateKey } from './keys/rotation.ts'
import { openSecuritySettings, type SecuritySettings } from './store/security-settings.ts'
import { findKeys } from './keys/unlock.ts'

/** How a vault is opened. */
export interface VaultOptions {
  readonly folder: string
  /** Where its key may be sealed, the preferred one first. */
  readonly sealers: readonly KeySealer[]
  /** ms since 1970. */
  readonly now?: () => number
  /** ms that only grow. */
  readonly monotonic?: () => number
}

/** What must survive a restart and be unreadable on a stolen disk. */
export interface Vault {
  readonly credentials: CredentialStore
  readonly audit: Audit
  /** The audit's chain, to be copied and compared outside. */
  readonly chain: AuditChain
  readonly attempts: Attempts
  readonly time: MeasuredTime
  readonly securitySettings: SecuritySettings
  /**
   * 16 letters that stand in the log and the audit for a text that must not be read there, such as the origin that a
   * form page tried in vain (in small letters). Another kiosk has others for the same text.
   */
  markOf(text: string): string
  /** Checks the whole audit. It takes about a second for 50,000 entries, and nothing else runs meanwhile. */
  verifyAudit(): Result<Verified, AuditFault>
  /** Gives the database another key, sealed anew; the old one opens nothing any more. */
  rotateKey(): Promise<Result<null, VaultError>>
  /**
   * Closes the vault and forgets all of it for good: the next start finds none. Where the key store does not answer,
   * the next start forgets what it keeps. Rejects with what the file system throws.
   */
  forget(): Promise<void>
  /** Has no effect on a vault that is closed. */
  close(): void
}

/**
 * Opens the vault of this kiosk, or makes one where there is none at all. Every failure comes back as a
 * value, and leaves each file as it was.
 */
export async function openVault(options: VaultOptions): Promise<Result<Vault, VaultError>> {
  const files = filesIn(options.folder)
  const lock = takeLock(files)
  if (!lock.ok) return lock
  const opened = await openLocked(files, lock.value, options).catch((error: unknown) =>
    err(vaultErrorOf(error)),
  )
  if (!opened.ok) lock.value.release()
  return opened
}

async function openLocked(
  files: VaultFiles,
  lock: Lock,
  options: VaultOptions,
): Promise<Result<Vault, VaultError>> {
  if (existsSync(files.forgetting)) {
    const forgotten = await forgetFiles(files, options.sealers)
    if (!forgotten.ok) return forgotten
  }
  const found = await findKeys(files, options.sealers)
  if (!found.ok) return found
  const keys = found.value ? ok(found.value) : await create(files, options.sealers)
  if (!keys.ok) return keys
  const connection = openDatabase(files.database, keys.value.database)
  if (!connection.ok) return connection
  const vault = assemble(files, lock, connection.value, keys.value, options)
  if (!vault.ok) connection.value.close()
  return vault
}

/** Makes the database first, then its key, then moves the database in place: a stop in between loses nothing. */
async function create(
  files: VaultFiles,
  sealers: readonly KeySealer[],
): Promise<Result<VaultKeys, VaultError>> {
  const keys = newKeys()
  const file = await sealKeys(keys, sealers)
  if (!file.ok) return file
  removeDatabase(files.newDatabase)
  const connection = connect(files.newDatabase, keys.database)
  try {
    migrate(connection)
    beginAudit(connection, deriveKey(keys.root, 'audit'))
  } finally {
    connection.close()
  }
  writeAtomically(files.key, JSON.stringify(file.value))
  replaceDurably(files.newDatabase, files.database)
  return ok(keys)
}

function assemble(
  files: VaultFiles,
  lock: Lock,
  connection: Connection,
  keys: VaultKeys,
  { sealers, now = Date.now, monotonic = () => performance.now() }: VaultOptions,
): Result<Vault, VaultError> {
  const auditKey = deriveKey(keys.root, 'audit')
  const opened = openAudit(connection, auditKey, now)
  if (!opened.ok) return opened
  const audit = opened.value
  const time = openMeasuredTime(connection, monotonic)
  const refusalsKey = deriveKey(keys.root, 'refusals')
  const store = openAttempts({ connection, key: deriveKey(keys.root, 'attempts'), time })
  return ok({
    credentials: openCredentials(connection, now),
    audit,
    chain: openAuditChain(connection, auditKey),
    attempts: createAttempts(store),
    time,
    securitySettings: openSecuritySettings(connection),
    markOf: (text) => markOf(refusalsKey, text),
    verifyAudit: () => verifyAudit(connection, auditKey),
    rotateKey: () => rotateKey({ files, connection, audit, root: keys.root, sealers }),
    async forget() {
      try {
        time.stop()
      } finally {
        connection.close()
      }
      try {
        await forgetFiles(files, sealers)
      } finally {
        lock.release()
      }
    },
    close() {
      if (!connection.open) return
      try {
        time.stop()
        audit.append('stopped')
      } finally {
        connection.close()
        lock.release()
      }
    },
  })
}
