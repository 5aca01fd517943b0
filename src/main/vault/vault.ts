import { existsSync } from 'node:fs'
import { type Result, err, ok } from '../../shared/result.ts'
import { type Attempts, createAttempts } from '../visit/limits/attempts.ts'
import {
  type Audit,
  type AuditChain,
  type AuditFault,
  type AuditFields,
  type SearchAudit,
  type Verified,
  beginAudit,
  openAudit,
  openAuditChain,
  openAuditSearch,
  verifyAudit,
} from './audit/audit.ts'
import { type VaultError, vaultErrorOf } from './errors.ts'
import { deriveKey, keyedHash, markOf } from './keys/derive.ts'
import {
  type VaultKeys,
  newKeys,
  replaceDurably,
  sealKeys,
  writeAtomically,
} from './keys/key-file.ts'
import type { KeySealer } from './keys/sealers.ts'
import { findKeys, rotateKey } from './keys/unlock.ts'
import { type MeasuredTime, openAttempts, openMeasuredTime } from './store/attempts.ts'
import { type BusRows, openBusRows } from './store/bus-rows.ts'
import { type CaptureRows, openCaptures } from './store/captures.ts'
import { type CredentialStore, openCredentials } from './store/credentials.ts'
import { type Connection, connect, createTables, openDatabase } from './store/database.ts'
import { type Lock, type VaultFiles, filesIn, removeDatabase, takeLock } from './store/files.ts'
import { forgetFiles } from './store/forget.ts'
import {
  type ArrivalRows,
  type HubNoticeRows,
  type KnowledgeRows,
  type MemberRows,
  type OutboxRows,
  type PairingRows,
  type SecuritySettings,
  openArrivalRows,
  openHubNotices,
  openKnowledge,
  openMemberRows,
  openOutboxRows,
  openPairingRows,
  openSecuritySettings,
} from './store/rows.ts'
import { type WebhookEventRows, openWebhookEvents } from './store/webhook-events.ts'

export interface VaultOptions {
  readonly folder: string
  /** Sealers of its key, the preferred one first. */
  readonly sealers: readonly KeySealer[]
  /** ms since 1970. */
  readonly now?: () => number
  /** ms that only grow. */
  readonly monotonic?: () => number
}

/** Intakes that only this vault holds: forgetting them loses their data for good. */
interface StillWaiting {
  readonly kind: 'stillWaiting'
  readonly count: number
}

/** Stores what must survive a restart and be unreadable on a stolen disk. */
export interface Vault {
  readonly credentials: CredentialStore
  readonly audit: Audit
  /** The audit's chain, to be copied and compared outside. */
  readonly chain: AuditChain
  /** Finds entries of the audit. */
  readonly auditSearch: SearchAudit
  readonly attempts: Attempts
  readonly time: MeasuredTime
  readonly securitySettings: SecuritySettings
  /** Answers of patients without the network. */
  readonly captures: CaptureRows
  /** Knowledge of the service for times without the network. */
  readonly knowledge: KnowledgeRows
  /** Progress of intakes that were taken without the network. */
  readonly outbox: OutboxRows
  /** Messages to and from other stations. */
  readonly bus: BusRows
  /** Pairings of this station. */
  readonly pairing: PairingRows
  /** Of a hub: deliveries of the service. */
  readonly webhookEvents: WebhookEventRows
  /** Notices of kiosks that still hold, for a hub. */
  readonly hubNotices: HubNoticeRows
  /** Arrivals that patients confirmed. */
  readonly arrivals: ArrivalRows
  /** Of a desk: its members of staff. */
  readonly members: MemberRows
  /**
   * Returns 16 letters in place of a secret text for log and audit, such as a refused origin (lower case). Each kiosk's
   * differ.
   */
  markOf(text: string): string
  /** Checks the whole audit. It takes about a second for 50,000 entries, and nothing else runs meanwhile. */
  verifyAudit(): Result<Verified, AuditFault>
  /** Gives the database another key, sealed anew; the old one opens nothing any more. `by`: who wants it, for the audit. */
  rotateKey(by?: AuditFields): Promise<Result<null, VaultError>>
  /**
   * Closes and forgets the vault; the next start finishes if the key store fails. Refuses while finished intakes wait,
   * unless `confirmed`. Rejects with file-system errors.
   */
  forget(options?: { readonly confirmed?: boolean }): Promise<Result<null, StillWaiting>>
  /** Has no effect on a vault that is closed. */
  close(): void
}

/**
 * Opens the vault of this kiosk, or makes one if there is none. Returns every failure as a value, and leaves each file
 * unchanged then.
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
    createTables(connection)
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
  const appointmentsKey = deriveKey(keys.root, 'appointments')
  const captures = openCaptures(connection)
  const store = openAttempts({ connection, key: deriveKey(keys.root, 'attempts'), time })
  return ok({
    credentials: openCredentials(connection, now),
    audit,
    chain: openAuditChain(connection, auditKey),
    auditSearch: openAuditSearch(connection),
    attempts: createAttempts(store),
    time,
    securitySettings: openSecuritySettings(connection),
    captures,
    knowledge: openKnowledge(connection, (text) => keyedHash(appointmentsKey, text)),
    outbox: openOutboxRows(connection),
    bus: openBusRows(connection),
    pairing: openPairingRows(connection),
    webhookEvents: openWebhookEvents(connection),
    hubNotices: openHubNotices(connection),
    arrivals: openArrivalRows(connection),
    members: openMemberRows(connection),
    markOf: (text) => markOf(refusalsKey, text),
    verifyAudit: () => verifyAudit(connection, auditKey),
    rotateKey: (by) => rotateKey({ files, connection, audit, root: keys.root, sealers, by }),
    async forget({ confirmed = false } = {}) {
      const count = confirmed ? 0 : captures.ids('waiting').length
      if (count > 0) return err({ kind: 'stillWaiting', count })
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
      return ok(null)
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

type Watch = <Value>(run: () => Value) => Value

/**
 * Wraps a vault to report its first read or write failure (full or broken disk). The call still throws, so no caller
 * assumes success.
 */
export function reportVaultFaults(vault: Vault, onFault: (error: VaultError) => void): Vault {
  let isReported = false
  const watch: Watch = (run) => {
    try {
      return run()
    } catch (error) {
      if (!isReported) {
        isReported = true
        onFault(vaultErrorOf(error))
      }
      throw error
    }
  }
  return {
    ...wrap(vault, watch),
    // These three return their own outcome.
    rotateKey: (by) => vault.rotateKey(by),
    forget: (options) => vault.forget(options),
    close: () => vault.close(),
  }
}

/** Wraps every function of a part, at any depth, and those that they return, to run by `watch`. */
function wrap<Part>(part: Part, watch: Watch): Part {
  if (typeof part === 'function') {
    const run = part as unknown as (...values: unknown[]) => unknown
    const wrappedRun = (...values: unknown[]) => {
      const value = watch(() => run(...values))
      return typeof value === 'function' ? wrap(value, watch) : value
    }
    return wrappedRun as Part
  }
  const members = Object.entries(part as object).map(([name, member]: [string, unknown]) => [
    name,
    wrap(member, watch),
  ])
  return Object.fromEntries(members) as Part
}
