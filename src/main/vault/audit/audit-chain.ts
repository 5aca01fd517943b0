import { createHash } from 'node:crypto'
import { keyedHash } from '../keys/derive.ts'

/** What an entry tells besides its kind: names and short values, never an answer, a contact or a secret. */
export type AuditFields = Readonly<Record<string, string | number>>

/** One line of the audit as it is stored. */
export interface AuditRow {
  readonly seq: number
  /** ms since 1970, as the machine's clock said. */
  readonly at: number
  readonly kind: string
  /** `AuditFields` in canonical JSON. */
  readonly fields: string
  /** SHA-256 of the entry before. */
  readonly previous: Buffer
}

/** Where the chain begins and ends; `mac` seals it. */
export interface Anchor {
  readonly first: number
  /** Hash of the entry before `first`; zeros before the very first. */
  readonly before: Buffer
  readonly last: number
  readonly hash: Buffer
  readonly mac: Buffer
}

/** What stands before the very first entry. */
export const genesis = Buffer.alloc(32)

/** The one spelling of an entry's fields: names in order, no space. */
export function canonical(fields: AuditFields): string {
  return JSON.stringify(fields, Object.keys(fields).sort())
}

/** SHA-256 of an entry in its canonical spelling; the next entry carries it. */
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

/** Whether the anchor is the one that Foyer sealed. */
export function isSealed(key: Buffer, anchor: Anchor): boolean {
  return sealAnchor(key, anchor).mac.equals(anchor.mac)
}
