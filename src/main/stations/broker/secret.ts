import { pbkdf2Sync, randomBytes, timingSafeEqual } from 'node:crypto'

/** Mosquitto's password file can hold the same. */
export type SecretVerifier = Readonly<ReturnType<typeof verifierOf>>

/** As many as Mosquitto's own. A secret of 256 random bits cannot be guessed, so nothing is gained by more. */
const iterations = 101

const hashOf = (secret: string, salt: Buffer, times: number) =>
  pbkdf2Sync(secret, salt, times, 64, 'sha512')

/** Draws 256 random bits, base64url. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** Derives a verifier that does not hold the secret. */
export function verifierOf(secret: string) {
  const salt = randomBytes(12)
  return {
    /** base64. */
    salt: salt.toString('base64'),
    /** PBKDF2 with HMAC-SHA512, 64 bytes, base64. */
    hash: hashOf(secret, salt, iterations).toString('base64'),
    iterations,
  }
}

/** Compares in constant time. */
export function isSecret(verifier: SecretVerifier, secret: string): boolean {
  const wanted = Buffer.from(verifier.hash, 'base64')
  const shown = hashOf(secret, Buffer.from(verifier.salt, 'base64'), verifier.iterations)
  return wanted.length === shown.length && timingSafeEqual(wanted, shown)
}
