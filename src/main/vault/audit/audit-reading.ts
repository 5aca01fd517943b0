import { genesis, hashOf, type AuditRow } from './audit-chain.ts'
import { readAnchor } from './audit.ts'
import type { Connection } from '../store/database.ts'
import { keyedHash } from '../keys/derive.ts'

/** An entry of the chain by its number and its SHA-256 in hex. */
interface Link {
  readonly seq: number
  readonly hash: string
}

/** The audit's chain as it is copied and compared; nothing here writes. */
export interface AuditChain {
  /** Names the chain: the same over restarts and new keys of the vault, another after the vault was forgotten. */
  id(): string
  /** The last entry; number 0 before the first. */
  head(): Link
  /** The hash of an entry; undefined where it is no more or not yet there. */
  hashOf(seq: number): string | undefined
  /** The entries behind a number, in order, at most `limit`. */
  after(seq: number, limit: number): readonly AuditRow[]
  /** HMAC of a text in hex, by which this vault knows later that it wrote it. */
  mac(text: string): string
}

const columns = 'seq, at, kind, fields, previous'

/** The chain of an open database; `key` is the audit's. */
export function openAuditChain(connection: Connection, key: Buffer): AuditChain {
  const row = connection.prepare<[number], AuditRow>(`SELECT ${columns} FROM audit WHERE seq = ?`)
  const rows = connection.prepare<[number, number], AuditRow>(
    `SELECT ${columns} FROM audit WHERE seq > ? ORDER BY seq LIMIT ?`,
  )
  const mac = (text: string) => keyedHash(key, text).toString('hex')
  const id = mac('the name of this chain').slice(0, 16)
  return {
    id: () => id,
    head() {
      const { last, hash } = readAnchor(connection) ?? { last: 0, hash: genesis }
      return { seq: last, hash: hash.toString('hex') }
    },
    hashOf(seq) {
      const found = row.get(seq)
      // That of the last entry that retention took is what the first one kept carries.
      return (found ? hashOf(found) : row.get(seq + 1)?.previous)?.toString('hex')
    },
    after: (seq, limit) => rows.all(seq, limit),
    mac,
  }
}
