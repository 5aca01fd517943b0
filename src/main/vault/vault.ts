import { existsSync } from 'node:fs'
import { type Result, err, ok } from '../../shared/result.ts'
import { createAttempts } from '../kiosk/visit/limits/attempts.ts'
import {
  type AuditFields,
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
import { openAttempts, openMeasuredTime } from './store/attempts.ts'
import { openBusRows } from './store/bus-rows.ts'
import { openCaptures } from './store/captures.ts'
import { openCredentials } from './store/credentials.ts'
import { type Connection, connect, createTables, openDatabase } from './store/database.ts'
import { type Lock, type VaultFiles, filesIn, removeDatabase, takeLock } from './store/files.ts'
import { openSeal, sealAnew } from './store/seal.ts'
import { checkWhole, forgetFiles } from './store/whole-vault.ts'
import {
  openArrivalRows,
  openHubNotices,
  openKnowledge,
  openMemberRows,
  openOutboxRows,
  openPairingRows,
  openSecuritySettings,
} from './store/rows.ts'

export interface VaultOptions {
  readonly folder: string
  readonly sealers: readonly KeySealer[]
  /** ms since 1970. */
  readonly now?: () => number
  /** ms that only grow. */
  readonly monotonic?: () => number
  /** True if an administrator goes on where the last changes are lost; the audit says so. */
  readonly acceptsLoss?: boolean
}

export type Vault = ReturnType<typeof assemble>

/** Opens the vault of this kiosk, or makes one; a failure is a value, and leaves each file unchanged. */
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
  if (existsSync(files.moved)) return err({ kind: 'moved' })
  const found = await findKeys(files, options.sealers)
  if (!found.ok) return found
  const keys = found.value ? ok(found.value) : await create(files, options.sealers)
  if (!keys.ok) return keys
  const whole = checkWhole(files, keys.value)
  const isAccepted = options.acceptsLoss && !whole.ok && whole.error.kind === 'writesLost'
  if (!whole.ok && !isAccepted) return whole
  const connection = openDatabase(files.database, keys.value.database, { isChecked: true })
  if (!connection.ok) return connection
  if (isAccepted) sealAnew(connection.value, deriveKey(keys.value.root, 'seal'), files.head)
  const vault = assemble(files, lock, connection.value, keys.value, options)
  if (isAccepted)
    vault.audit.append('lossAccepted', 'count' in whole.error ? { count: whole.error.count } : {})
  return ok(vault)
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
    sealAnew(connection, deriveKey(keys.root, 'seal'), files.head)
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
) {
  const auditKey = deriveKey(keys.root, 'audit')
  const seal = openSeal(connection, deriveKey(keys.root, 'seal'), files.head)
  const audit = openAudit(connection, auditKey, now)
  const time = openMeasuredTime(connection, monotonic)
  const refusalsKey = deriveKey(keys.root, 'refusals')
  const appointmentsKey = deriveKey(keys.root, 'appointments')
  const captures = openCaptures(connection)
  const store = openAttempts({ connection, key: deriveKey(keys.root, 'attempts'), time })
  const parts = {
    credentials: openCredentials(connection, now),
    audit,
    chain: openAuditChain(connection, auditKey),
    auditSearch: openAuditSearch(connection),
    attempts: createAttempts(store),
    time: { now: time.now },
    securitySettings: openSecuritySettings(connection),
    captures,
    knowledge: openKnowledge(connection, (text) => keyedHash(appointmentsKey, text)),
    outbox: openOutboxRows(connection),
    bus: openBusRows(connection),
    pairing: openPairingRows(connection),
    /** Of a hub: notices of kiosks that still hold. */
    hubNotices: openHubNotices(connection),
    arrivals: openArrivalRows(connection),
    members: openMemberRows(connection),
    /** Returns 16 letters for a secret text in log and audit, as a refused origin (lower case); each kiosk's differ. */
    markOf: (text: string) => markOf(refusalsKey, text),
    /** Checks the whole audit. It takes about a second for 50,000 entries, and nothing else runs meanwhile. */
    verifyAudit: () => verifyAudit(connection, auditKey),
  }
  return {
    ...wrap(parts, (run) => {
      const value = run()
      seal.keepHead()
      return value
    }),
    /** Gives the database another key, sealed anew; the old one opens nothing any more. `by`: who wants it, for the audit. */
    async rotateKey(by?: AuditFields) {
      const rotated = await rotateKey({ files, connection, audit, root: keys.root, sealers, by })
      seal.keepHead()
      return rotated
    },
    /** Closes and forgets the vault; refuses while finished intakes wait, unless `confirmed`. */
    async forget({ confirmed = false }: { readonly confirmed?: boolean } = {}): Promise<
      Result<null, { readonly kind: 'stillWaiting'; readonly count: number }>
    > {
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
        seal.keepHead()
      } finally {
        connection.close()
        lock.release()
      }
    },
  }
}

type Watch = <Value>(run: () => Value) => Value

/** Wraps a vault to report its first failure (full or broken disk); the call still throws, so no success is assumed. */
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
