import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { promisify } from 'node:util'
import { Worker } from 'node:worker_threads'
import { z } from 'zod'

/** Typed secret as stored: salted scrypt, with its cost. `salt` and `hash` are base64. */
export const secretHash = z.strictObject({
  N: z.int(),
  r: z.int(),
  p: z.int(),
  salt: z.base64(),
  hash: z.base64(),
})
export type SecretHash = z.infer<typeof secretHash>

/** Cost of one try: 128 × N × r bytes of memory. */
export type HashCost = Pick<SecretHash, 'N' | 'r' | 'p'>

/** 64 MiB. */
export const presentCost: HashCost = { N: 2 ** 16, r: 8, p: 1 }
const hashBytes = 32
const saltBytes = 32

const derive = promisify<string, Buffer, number, object, Buffer>(scrypt)
const derivation = `const { parentPort, workerData } = require('node:worker_threads')
parentPort.postMessage(require('node:crypto').scryptSync(...workerData))`

/** Derives 32 bytes from a secret, off the main thread. */
export async function scryptOf(secret: string, salt: Buffer, { N, r, p }: HashCost) {
  const words = [secret, salt, hashBytes, { N, r, p, maxmem: 256 * N * r }] as const
  if (!process.versions['electron']) return derive(...words)
  // Electron's BoringSSL checks the cost by a whole derivation on the thread that asks: a window would stand still.
  const worker = new Worker(derivation, { eval: true, workerData: words })
  const [hash] = (await once(worker, 'message')) as [Uint8Array]
  return Buffer.from(hash)
}

/** Hashes a secret with a salt of its own. */
export async function hashSecret(secret: string, { N, r, p } = presentCost): Promise<SecretHash> {
  const salt = randomBytes(saltBytes)
  const hash = await scryptOf(secret, salt, { N, r, p })
  return { N, r, p, salt: salt.toString('base64'), hash: hash.toString('base64') }
}

/** Compares a secret with a hash, at the cost that it was hashed with. */
export async function isHashed(secret: string, kept: SecretHash): Promise<boolean> {
  const hash = await scryptOf(secret, Buffer.from(kept.salt, 'base64'), kept)
  return timingSafeEqual(hash, Buffer.from(kept.hash, 'base64'))
}
