import { err, ok, type Result } from '../../../shared/result.ts'
import { hashOf, isSealed, type AuditRow } from './audit-chain.ts'
import { readAnchor } from './audit.ts'
import type { Connection } from '../store/database.ts'

/** A chain that holds: how many entries, which, and the hash of the last for an auditor to note down. */
export interface Verified {
  readonly entries: number
  readonly first: number
  readonly last: number
  readonly hash: string
}

/** Where a chain does not hold. */
export type AuditFault =
  /** The seal of the chain's two ends is not Foyer's. */
  | { readonly kind: 'seal' }
  /** An entry should have this number and there is none with it: removed, or out of order. */
  | { readonly kind: 'missing'; readonly seq: number }
  /** This entry does not carry the hash of the one before: one of the two was changed or moved. */
  | { readonly kind: 'changed'; readonly seq: number }
  /** Entries at the end are gone. */
  | { readonly kind: 'cut'; readonly seq: number }
  /** Entries follow after the sealed end. */
  | { readonly kind: 'added'; readonly seq: number }
  /** The first entries are gone and no checkpoint says so. */
  | { readonly kind: 'noCheckpoint'; readonly seq: number }

const select = 'SELECT seq, at, kind, fields, previous FROM audit ORDER BY seq'

/** Reads the audit from its first entry to its last. */
export function readAudit(connection: Connection): IterableIterator<AuditRow> {
  return connection.prepare<[], AuditRow>(select).iterate()
}

/** Checks every entry against the one before, and both ends against the seal. */
export function verifyAudit(connection: Connection, key: Buffer): Result<Verified, AuditFault> {
  // One transaction: a kiosk that runs may append meanwhile.
  return connection.transaction(() => verify(connection, key))()
}

function verify(connection: Connection, key: Buffer): Result<Verified, AuditFault> {
  const anchor = readAnchor(connection)
  if (!anchor || !isSealed(key, anchor)) return err({ kind: 'seal' })
  const wanted = anchor.before.toString('hex')
  let seq = anchor.first
  let hash = anchor.before
  let isExplained = anchor.first === 1
  for (const row of readAudit(connection)) {
    if (row.seq > anchor.last) return err({ kind: 'added', seq: row.seq })
    if (row.seq !== seq) return err({ kind: 'missing', seq })
    if (!row.previous.equals(hash)) return err({ kind: 'changed', seq })
    hash = hashOf(row)
    seq += 1
    isExplained ||= row.kind === 'checkpoint' && row.fields.includes(`"${wanted}"`)
  }
  const last = seq - 1
  if (last < anchor.last) return err({ kind: 'cut', seq })
  if (!hash.equals(anchor.hash)) return err({ kind: 'changed', seq: last })
  if (!isExplained) return err({ kind: 'noCheckpoint', seq: anchor.first })
  return ok({
    entries: last - anchor.first + 1,
    first: anchor.first,
    last,
    hash: hash.toString('hex'),
  })
}

/** A fault in words. */
export function describeFault(fault: AuditFault): string {
  switch (fault.kind) {
    case 'seal':
      return "the seal of the audit's ends is not Foyer's"
    case 'missing':
      return `entry ${fault.seq} is missing`
    case 'changed':
      return `entry ${fault.seq}, or the one before it, was changed`
    case 'cut':
      return `the entries from ${fault.seq} on are gone`
    case 'added':
      return `entry ${fault.seq} was not written by Foyer`
    case 'noCheckpoint':
      return `the entries before ${fault.seq} are gone, and no checkpoint says so`
  }
}
