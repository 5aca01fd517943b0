import { err, ok, type Result } from '../../../shared/result.ts'
import {
  canonical,
  genesis,
  hashOf,
  isSealed,
  sealAnchor,
  type Anchor,
  type AuditFields,
  type AuditRow,
} from './audit-chain.ts'
import type { AuditKind } from './audit-kinds.ts'
import type { Connection } from '../store/database.ts'

/** An entry as it is read again; its kind need not be one of `AuditKind`. */
export interface AuditRecord extends Pick<AuditRow, 'seq' | 'at' | 'kind'> {
  readonly fields: AuditFields
}

/** The append-only record of who and what touched a patient's data on this kiosk. */
export interface Audit {
  /** Writes one entry; it is on the disk when this returns. Throws what SQLite throws when it cannot be. */
  append(kind: AuditKind, fields?: AuditFields): void
  /**
   * Removes the entries from before `oldest` (ms since 1970), first ones first, and leaves a `checkpoint` entry
   * with which what remains can still be verified. Returns how many went. `forwarded`: the last entry that a collector
   * has; how many went without that is said by the checkpoint.
   */
  retain(oldest: number, forwarded?: number): number
  /** The entries of these kinds from `since` (ms since 1970) on, newest first, at most `limit`. */
  recent(
    kinds: readonly AuditKind[],
    within: { readonly since: number; readonly limit: number },
  ): readonly AuditRecord[]
}

export function readAnchor(connection: Connection): Anchor | undefined {
  return connection
    .prepare<[], Anchor>('SELECT first, before, last, hash, mac FROM audit_anchor')
    .get()
}

function writeAnchor(connection: Connection) {
  const statement = connection.prepare(
    'INSERT OR REPLACE INTO audit_anchor (only, first, before, last, hash, mac) VALUES (1, ?, ?, ?, ?, ?)',
  )
  return ({ first, before, last, hash, mac }: Anchor) =>
    statement.run(first, before, last, hash, mac)
}

/** Begins the chain of a new database. */
export function beginAudit(connection: Connection, key: Buffer): void {
  writeAnchor(connection)(sealAnchor(key, { first: 1, before: genesis, last: 0, hash: genesis }))
}

/**
 * The audit of an open database, ready to go on where it ended. `auditBroken`: its seal or its last entry
 * is not what Foyer wrote; nothing is appended to such a chain.
 */
export function openAudit(
  connection: Connection,
  key: Buffer,
  now: () => number = Date.now,
): Result<Audit, { readonly kind: 'auditBroken' }> {
  const found = readAnchor(connection)
  if (!found || !isSealed(key, found)) return err({ kind: 'auditBroken' })
  const lastRow = connection
    .prepare<[], AuditRow>(
      'SELECT seq, at, kind, fields, previous FROM audit ORDER BY seq DESC LIMIT 1',
    )
    .get()
  if ((lastRow?.seq ?? 0) !== found.last) return err({ kind: 'auditBroken' })
  if (lastRow && !hashOf(lastRow).equals(found.hash)) return err({ kind: 'auditBroken' })

  let anchor = found
  const write = writeAnchor(connection)
  const insert = connection.prepare(
    'INSERT INTO audit (seq, at, kind, fields, previous) VALUES (?, ?, ?, ?, ?)',
  )
  function add(base: Anchor, kind: AuditKind, fields: AuditFields): Anchor {
    const row: AuditRow = {
      seq: base.last + 1,
      at: now(),
      kind,
      fields: canonical(fields),
      previous: base.hash,
    }
    insert.run(row.seq, row.at, row.kind, row.fields, row.previous)
    const next = sealAnchor(key, { ...base, last: row.seq, hash: hashOf(row) })
    write(next)
    return next
  }
  const append = connection.transaction((kind: AuditKind, fields: AuditFields) =>
    add(anchor, kind, fields),
  )

  const firstKept = connection
    .prepare<[number], number>('SELECT seq FROM audit WHERE at >= ? ORDER BY seq LIMIT 1')
    .pluck()
  const rowAt = connection.prepare<[number], AuditRow>(
    'SELECT seq, at, kind, fields, previous FROM audit WHERE seq = ?',
  )
  const remove = connection.prepare<[number]>('DELETE FROM audit WHERE seq < ?')
  const shorten = connection.transaction((first: number, forwarded?: number) => {
    const before = rowAt.get(first)?.previous ?? anchor.hash
    const removed = first - anchor.first
    const through = first - 1
    const sent = Math.max(forwarded ?? through, anchor.first - 1)
    const notForwarded = Math.max(0, through - sent)
    const next = add({ ...anchor, first, before }, 'checkpoint', {
      removed,
      through,
      hash: before.toString('hex'),
      ...(notForwarded > 0 && { notForwarded }),
    })
    remove.run(first)
    return next
  })
  const newest = connection.prepare<[number, string, number], Omit<AuditRow, 'previous'>>(
    `SELECT seq, at, kind, fields FROM audit
     WHERE at >= ? AND kind IN (SELECT value FROM json_each(?)) ORDER BY seq DESC LIMIT ?`,
  )
  return ok({
    recent: (kinds, { since, limit }) =>
      newest
        .all(since, JSON.stringify(kinds), limit)
        .map((row) => ({ ...row, fields: JSON.parse(row.fields) as AuditFields })),
    append(kind, fields = {}) {
      anchor = append.immediate(kind, fields)
    },
    retain(oldest, forwarded) {
      const first = firstKept.get(oldest) ?? anchor.last + 1
      const removed = first - anchor.first
      if (removed > 0) anchor = shorten.immediate(first, forwarded)
      return removed
    },
  })
}
