import { randomBytes } from 'node:crypto'
import type { ClinicKey } from '../seal.ts'
import type { KeptKey } from './messages.ts'

/** A key of the clinic with its place among them. */
export interface NumberedKey extends KeptKey {
  /** Counts the changes of key; the first is 1. */
  readonly sequence: number
  /** When the next one came, ms since 1970; null: it is the present one. */
  readonly replacedAt: number | null
}

/** ms for which a key still opens what was sealed before it was replaced, and how many such keys there are at most. */
const keepMs = 7 * 24 * 3_600_000
const mostFormer = 1

/** A fresh key. */
export function newKey(sequence: number): NumberedKey {
  return {
    id: randomBytes(9).toString('base64url'),
    secret: randomBytes(32).toString('base64url'),
    sequence,
    replacedAt: null,
  }
}

/** The keys after a change, the present one first. `now`: ms since 1970. */
export function changeKeys(keys: readonly NumberedKey[], now: number): readonly NumberedKey[] {
  const former = keys.map((key) => ({ ...key, replacedAt: key.replacedAt ?? now }))
  const [present] = keys
  return [newKey((present?.sequence ?? 0) + 1), ...heldOf(former, now)]
}

/** Those that still open something: the present key, and those before it that were not replaced long ago. */
export function heldOf(keys: readonly NumberedKey[], now: number): readonly NumberedKey[] {
  const present = keys.filter(({ replacedAt }) => replacedAt === null)
  const former = keys.filter(({ replacedAt }) => replacedAt !== null && now - replacedAt < keepMs)
  return [...present, ...former.slice(0, mostFormer)]
}

/** The key as the bus seals with it. */
export function clinicKeyOf({ id, secret }: KeptKey): ClinicKey {
  return { id, secret: Buffer.from(secret, 'base64url') }
}
