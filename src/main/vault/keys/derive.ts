import { createHmac, hkdfSync } from 'node:crypto'

/** Derives a key of its own for each purpose from the vault's root. */
export function deriveKey(
  root: Buffer,
  purpose: 'audit' | 'seal' | 'attempts' | 'refusals' | 'appointments',
): Buffer {
  return Buffer.from(hkdfSync('sha256', root, '', `foyer vault ${purpose}`, 32))
}

/** Computes an HMAC-SHA256. */
export function keyedHash(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}

/** Makes 16 letters, the same for the same text, that tell nothing of it without the key: 64 bits of the keyed hash. */
export function markOf(key: Buffer, text: string): string {
  const letter = (digit: string) => String.fromCharCode(97 + Number.parseInt(digit, 16))
  return keyedHash(key, text).toString('hex', 0, 8).replace(/./g, letter)
}
