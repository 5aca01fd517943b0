import { createHmac, hkdfSync } from 'node:crypto'

/** A key of its own for each purpose, from the vault's root. */
export function deriveKey(root: Buffer, purpose: 'audit' | 'attempts'): Buffer {
  return Buffer.from(hkdfSync('sha256', root, '', `foyer vault ${purpose}`, 32))
}

/** HMAC-SHA256. */
export function keyedHash(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}
