import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto'
import { z } from 'zod'
import { err, ok } from '../../../shared/result.ts'
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

/** What a key was derived with. */
type Parameters = Pick<z.output<typeof sealedSchema>, 'N' | 'r' | 'p' | 'salt'>
interface Derived {
  readonly parameters: Parameters
  readonly key: Buffer
}

const isSame = (one: Parameters, other: Parameters) =>
  one.salt === other.salt && one.N === other.N && one.r === other.r && one.p === other.p

const { length, different } = passphraseNeeds
const tooWeak = `passphrase too weak. ${length} characters and ${different} different ones`

/**
 * Seals with a key that scrypt derives from a passphrase, beside the main thread. A weak one opens what it sealed, but
 * seals nothing any more (`unavailable`). Once settled it knows the derived key alone, with which it seals anew.
 */
export function passphraseSealer(passphrase: string): KeySealer {
  const isWeak = isWeakPassphrase(passphrase)
  let typed: string | undefined = passphrase
  let known: Derived | undefined
  /** The key for this salt; undefined when it was not known at `settle`. */
  const keyFor = async (parameters: Parameters): Promise<Derived | undefined> => {
    if (known && isSame(known.parameters, parameters)) return known
    if (typed === undefined) return undefined
    const key = await derive(typed, Buffer.from(parameters.salt, 'base64'), parameters)
    return { parameters, key }
  }
  return {
    name: 'passphrase',
    async seal(secret) {
      if (isWeak) return err({ kind: 'unavailable', detail: tooWeak })
      const fresh = { ...cost, salt: randomBytes(32).toString('base64') }
      const isCheap = known !== undefined && known.parameters.N < cost.N
      if (!known || isCheap) known = (await keyFor(fresh)) ?? known
      if (!known) return err({ kind: 'noKeySource', tried: ['passphrase'] })
      const iv = randomBytes(12)
      const box = createCipheriv(cipher, known.key, iv)
      const bytes = Buffer.concat([box.update(secret), box.final(), box.getAuthTag()])
      return ok({
        ...known.parameters,
        iv: iv.toString('base64'),
        box: bytes.toString('base64'),
      })
    },
    async unseal(sealed) {
      const parsed = sealedSchema.safeParse(sealed)
      if (!parsed.success) return err({ kind: 'corrupt', detail: 'vault.key' })
      const { iv, box, ...parameters } = parsed.data
      const bytes = Buffer.from(box, 'base64')
      const derived = await keyFor(parameters)
      if (!derived) return err({ kind: 'noKeySource', tried: ['passphrase'] })
      try {
        const open = createDecipheriv(cipher, derived.key, Buffer.from(iv, 'base64'), {
          authTagLength: tagBytes,
        })
        open.setAuthTag(bytes.subarray(-tagBytes))
        const secret = Buffer.concat([open.update(bytes.subarray(0, -tagBytes)), open.final()])
        known = derived
        return ok(secret)
      } catch {
        return err({ kind: 'wrongKey' })
      }
    },
    settle() {
      typed = undefined
    },
    forget: () => Promise.resolve(),
  }
}
