import { createHash } from 'node:crypto'
import { type Result, err, ok } from '../../../shared/result.ts'
import { parseJson } from '../../base/parse-json.ts'
import { keyedHash } from '../keys/derive.ts'
import type { Connection } from '../store/database.ts'
import { transacting, writing } from '../store/rows.ts'
import type { AuditKind } from './audit-kinds.ts'

/** Fields of an entry: names and short values, never an answer, a contact or a secret. */
export type AuditFields = Readonly<Record<string, string | number>>

export interface AuditRow {
  readonly seq: number
  /** ms since 1970, as the machine's clock said. */
  readonly at: number
  readonly kind: string
  readonly fields: string
  readonly previous: Buffer
}

interface Anchor {
  readonly first: number
  readonly before: Buffer
  readonly last: number
  readonly hash: Buffer
  readonly mac: Buffer
}

const columns = 'seq, at, kind, fields, previous'

export const genesis = Buffer.alloc(32)

/** Spells an entry's fields in the one way: names in order, no space. */
export function canonical(fields: AuditFields): string {
  return JSON.stringify(fields, Object.keys(fields).sort())
}

/** Computes SHA-256 of an entry in its canonical spelling; the next entry carries it. */
export function hashOf({ seq, at, kind, fields, previous }: AuditRow): Buffer {
  const text = JSON.stringify([seq, at, kind, fields, previous.toString('hex')])
  return createHash('sha256').update(text).digest()
}

/** Seals the two ends of the chain, so that an end cannot be cut off. */
export function sealAnchor(key: Buffer, anchor: Omit<Anchor, 'mac'>): Anchor {
  const { first, before, last, hash } = anchor
  const text = JSON.stringify([first, before.toString('hex'), last, hash.toString('hex')])
  return { ...anchor, mac: keyedHash(key, text) }
}

/** An entry as it is read again; its kind need not be one of `AuditKind`. */
export interface AuditRecord extends Pick<AuditRow, 'seq' | 'at' | 'kind'> {
  readonly fields: AuditFields
}

/** The append-only record of who and what touched a patient's data on this kiosk. */
export type Audit = ReturnType<typeof openAudit>

/** Reads the end of the chain; undefined for one without an entry. */
export const readAnchor = (connection: Connection) =>
  connection.prepare<[], Anchor>('SELECT first, before, last, hash, mac FROM audit_anchor').get()

const writeAnchor = (connection: Connection) =>
  writing<[anchor: Anchor]>(
    connection,
    'INSERT OR REPLACE INTO audit_anchor VALUES (1, @first, @before, @last, @hash, @mac)',
  )

/** Begins the chain of a new database. */
export function beginAudit(connection: Connection, key: Buffer): void {
  writeAnchor(connection)(sealAnchor(key, { first: 1, before: genesis, last: 0, hash: genesis }))
}

/** Opens the audit of a database, whose seal holds, to append to it. */
export function openAudit(connection: Connection, key: Buffer, now: () => number = Date.now) {
  const found = readAnchor(connection)
  if (!found) throw new Error('a database whose seal holds has an anchor')
  let anchor = found
  const write = writeAnchor(connection)
  const insert = writing<[row: AuditRow]>(
    connection,
    'INSERT INTO audit VALUES (@seq, @at, @kind, @fields, @previous)',
  )
  function add(base: Anchor, kind: AuditKind, fields: AuditFields): Anchor {
    const spelled = canonical(fields)
    const row = { seq: base.last + 1, at: now(), kind, fields: spelled, previous: base.hash }
    insert(row)
    const next = sealAnchor(key, { ...base, last: row.seq, hash: hashOf(row) })
    write(next)
    return next
  }
  const append = transacting(connection, (kind: AuditKind, fields: AuditFields) =>
    add(anchor, kind, fields),
  )

  const firstKept = connection
    .prepare<[number], number>('SELECT seq FROM audit WHERE at >= ? ORDER BY seq LIMIT 1')
    .pluck()
  const rowAt = connection.prepare<[number], AuditRow>(`SELECT ${columns} FROM audit WHERE seq = ?`)
  const remove = connection.prepare<[number]>('DELETE FROM audit WHERE seq < ?')
  const shorten = transacting(connection, (first: number, forwarded?: number) => {
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
  const search = openAuditSearch(connection)
  return {
    /** The entries of these kinds from `since` (ms since 1970) on, newest first, at most `limit`. */
    recent: (
      kinds: readonly AuditKind[],
      { since, limit }: { readonly since: number; readonly limit: number },
    ) => search({ kinds: { are: kinds }, from: since, limit }),
    /** Writes one entry; it is on the disk when this returns. Throws what SQLite throws when it cannot be. */
    append(kind: AuditKind, fields: AuditFields = {}): void {
      anchor = append(kind, fields)
    },
    /** Removes entries before `oldest` (ms since 1970) behind a `checkpoint`, which counts those after `forwarded`. */
    retain(oldest: number, forwarded?: number): number {
      const first = firstKept.get(oldest) ?? anchor.last + 1
      const removed = first - anchor.first
      if (removed > 0) anchor = shorten(first, forwarded)
      return removed
    },
  }
}

export type AuditChain = ReturnType<typeof openAuditChain>

/** Opens the chain of a database for reading; `key` is the audit's. */
export function openAuditChain(connection: Connection, key: Buffer) {
  const row = connection.prepare<[number], AuditRow>(`SELECT ${columns} FROM audit WHERE seq = ?`)
  const rows = connection.prepare<[number, number], AuditRow>(
    `SELECT ${columns} FROM audit WHERE seq > ? ORDER BY seq LIMIT ?`,
  )
  const mac = (text: string) => keyedHash(key, text).toString('hex')
  const id = mac('the name of this chain').slice(0, 16)
  return {
    /** Names the chain: the same over restarts and new keys of the vault, another after the vault was forgotten. */
    id: () => id,
    /** Returns the last entry by its number, 0 before the first, and its SHA-256 in hex. */
    head() {
      const { last, hash } = readAnchor(connection) ?? { last: 0, hash: genesis }
      return { seq: last, hash: hash.toString('hex') }
    },
    /** Returns the hash of an entry; undefined where it is no more or not yet there. */
    hashOf(seq: number) {
      const found = row.get(seq)
      // That of the last entry that retention took is what the first one kept carries.
      return (found ? hashOf(found) : row.get(seq + 1)?.previous)?.toString('hex')
    },
    /** Returns the entries behind a number, in order, at most `limit`. */
    after: (seq: number, limit: number): readonly AuditRow[] => rows.all(seq, limit),
    /** Computes the HMAC of a text in hex, by which this vault knows later that it wrote it. */
    mac,
  }
}

/** A chain that holds: how many entries, which, and the hash of the last for an auditor to note down. */
export interface Verified {
  readonly entries: number
  readonly first: number
  readonly last: number
  readonly hash: string
}

export type AuditFault =
  | { readonly kind: 'seal' }
  | {
      readonly kind: 'missing' | 'changed' | 'cut' | 'added' | 'noCheckpoint'
      readonly seq: number
    }

/** Reads the audit from its first entry to its last. */
export function readAudit(connection: Connection): IterableIterator<AuditRow> {
  return connection.prepare<[], AuditRow>(`SELECT ${columns} FROM audit ORDER BY seq`).iterate()
}

/** Checks every entry against the one before, and both ends against the seal. */
export function verifyAudit(connection: Connection, key: Buffer): Result<Verified, AuditFault> {
  // One transaction: a kiosk that runs may append meanwhile.
  return connection.transaction(() => verify(connection, key))()
}

function verify(connection: Connection, key: Buffer): Result<Verified, AuditFault> {
  const anchor = readAnchor(connection)
  if (!anchor?.mac.equals(sealAnchor(key, anchor).mac)) return err({ kind: 'seal' })
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

/** Describes a fault. */
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

export interface AuditQuery {
  /** Id of the member of staff who did it, or whom it concerns. */
  readonly member?: string | undefined
  readonly patient?: string | undefined
  readonly kinds?:
    | { readonly are: readonly string[] }
    | { readonly areNot: readonly string[] }
    | undefined
  /** ms since 1970; `to` is not included. */
  readonly from?: number | undefined
  readonly to?: number | undefined
  readonly before?: number | undefined
  readonly limit: number
}

/** Finds entries, the newest first. It reads the audit as it stands, and verifies nothing. */
export type SearchAudit = (query: AuditQuery) => readonly AuditRecord[]

function recordOf(row: Omit<AuditRow, 'previous'>): AuditRecord {
  return { ...row, fields: (parseJson(row.fields) ?? {}) as AuditFields }
}

// Such an entry need not be JSON either.
const field = (path: string) =>
  `CASE WHEN json_valid(fields) THEN json_extract(fields, ${path}) END`
const member = ["'$.member'", "'$.by'", `'$."record.memberId"'`]
  .map((path) => `${field(path)} = @member`)
  .join(' OR ')
const patient = `CAST(${field(`'$."record.patientId"'`)} AS TEXT) = @patient`
const searchSql = `
  SELECT seq, at, kind, fields FROM audit
  WHERE seq < @before AND at >= @from AND at < @to
    AND (@are IS NULL OR kind IN (SELECT value FROM json_each(@are)))
    AND (@areNot IS NULL OR kind NOT IN (SELECT value FROM json_each(@areNot)))
    AND (@member IS NULL OR ${member})
    AND (@patient IS NULL OR ${patient})
  ORDER BY seq DESC LIMIT @limit`

/** Opens the search of a database. */
export function openAuditSearch(connection: Connection): SearchAudit {
  const statement = connection.prepare<[object], Omit<AuditRow, 'previous'>>(searchSql)
  const furthest = Number.MAX_SAFE_INTEGER
  return ({ kinds, ...query }) => {
    const found = statement.all({
      member: query.member ?? null,
      patient: query.patient ?? null,
      from: Math.trunc(query.from ?? -furthest),
      to: Math.trunc(query.to ?? furthest),
      before: query.before ?? furthest,
      are: kinds && 'are' in kinds ? JSON.stringify(kinds.are) : null,
      areNot: kinds && 'areNot' in kinds ? JSON.stringify(kinds.areNot) : null,
      limit: query.limit,
    })
    return found.map(recordOf)
  }
}
