import { createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { scryptOf } from '../../base/secret-hash.ts'
import type { FinishRequest } from './messages.ts'

/** Values that both sides of a pairing saw; if theirs differ, neither proof fits. */
interface Exchange extends Pick<FinishRequest, 'kioskNonce' | 'hubNonce' | 'name' | 'kind'> {
  /** The invitation's, base64url. */
  readonly salt: string
  /** SHA-256 of the certificate on this side's end of the connection, in upper hexadecimal. */
  readonly fingerprint: string
}

/** Only a side that knows the code can derive them. */
export type ExchangeKeys = ReturnType<typeof keysOf>

/** Stretches a code into a root key, once for each invitation. */
export function rootOf(code: string, salt: string): Promise<Buffer> {
  // 32 MB and about a tenth of a second for each guess: 60 bits of code are out of reach.
  return scryptOf(code, Buffer.from(salt), { N: 2 ** 15, r: 8, p: 1 })
}

/** Derives the keys of one exchange. The side is in each, so that no proof can be sent back to its maker. */
export function keysOf(root: Buffer, exchange: Exchange) {
  const { salt, kioskNonce, hubNonce, fingerprint, name, kind } = exchange
  const seen = [salt, kioskNonce, hubNonce, fingerprint, name, kind]
  const transcript = JSON.stringify(['foyer pairing 1', ...seen])
  const digest = createHash('sha256').update(transcript).digest()
  const key = (purpose: string) =>
    Buffer.from(hkdfSync('sha256', root, digest, `foyer pairing ${purpose}`, 32))
  const proof = (side: string) =>
    createHmac('sha256', key(side)).update(transcript).digest('base64url')
  return { kioskProof: proof('kiosk'), hubProof: proof('hub'), handover: key('handover') }
}

/** Compares two texts in constant time. */
export function isSame(one: string, other: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(one), hash(other))
}
