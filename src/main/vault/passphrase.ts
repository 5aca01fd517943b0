import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto'
import { z } from 'zod'
import { err, ok } from '../../shared/result.ts'
import type { KeySealer } from './key-sealer.ts'
import { isWeakPassphrase, passphraseNeeds } from './passphrase-strength.ts'

/** What scrypt costs: 128 × N × r bytes of memory, here 64 MiB. */
const cost = { N: 2 ** 16, r: 8, p: 1 } as const
const cipher = 'aes-256-gcm'
const tagBytes = 16

const sealedSchema = z.object({
  N: z
    .int()
    .min(2 ** 14)
    .max(2 ** 20),
  r: z.int().min(8).max(32),
  p: z.int().min(1).max(16),
  salt: z.base64(),
  iv: z.base64(),
  box: z.base64(),
})

function derive(
  passphrase: string,
  salt: Buffer,
  { N, r, p }: { N: number; r: number; p: number },
) {
  const options = { N, r, p, maxmem: 256 * N * r }
  return new Promise<Buffer>((resolve, reject) =>
    scrypt(passphrase.normalize('NFKC'), salt, 32, options, (error, key) =>
      error ? reject(error) : resolve(key),
    ),
  )
}

const { length, different } = passphraseNeeds
const tooWeak = `passphrase too weak. ${length} characters and ${different} different ones`

/**
 * Seals with a key that scrypt derives from a passphrase, beside the main thread. A weak one opens what it sealed, but
 * seals nothing any more (`unavailable`).
 */
export function passphraseSealer(passphrase: string): KeySealer {
  return {
    name: 'passphrase',
    async seal(secret) {
      if (isWeakPassphrase(passphrase)) return err({ kind: 'unavailable', detail: tooWeak })
      const salt = randomBytes(32)
      const iv = randomBytes(12)
      const box = createCipheriv(cipher, await derive(passphrase, salt, cost), iv)
      const bytes = Buffer.concat([box.update(secret), box.final(), box.getAuthTag()])
      const text = (buffer: Buffer) => buffer.toString('base64')
      return ok({ ...cost, salt: text(salt), iv: text(iv), box: text(bytes) })
    },
    async unseal(sealed) {
      const parsed = sealedSchema.safeParse(sealed)
      if (!parsed.success) return err({ kind: 'corrupt', detail: 'vault.key' })
      const { salt, iv, box, ...parameters } = parsed.data
      const bytes = Buffer.from(box, 'base64')
      const key = await derive(passphrase, Buffer.from(salt, 'base64'), parameters)
      try {
        const open = createDecipheriv(cipher, key, Buffer.from(iv, 'base64'), {
          authTagLength: tagBytes,
        })
        open.setAuthTag(bytes.subarray(-tagBytes))
        return ok(Buffer.concat([open.update(bytes.subarray(0, -tagBytes)), open.final()]))
      } catch {
        return err({ kind: 'wrongKey' })
      }
    },
    forget: () => Promise.resolve(),
  }
}
