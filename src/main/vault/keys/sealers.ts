import { createCipheriv, createDecipheriv, randomBytes, randomUUID } from 'node:crypto'
import type { AsyncEntry, EntryOptions } from '@napi-rs/keyring'
import { z } from 'zod'
import { type Result, err, ok } from '../../../shared/result.ts'
import { presentCost as cost, scryptOf } from '../../base/secret-hash.ts'
import type { SealerName, VaultError } from '../errors.ts'

/** A sealed secret as it stands in the key file: texts and numbers that are no use without the sealer. */
export type Sealed = Readonly<Record<string, string | number>>

export interface KeySealer {
  readonly name: SealerName
  /** Fails with `noKeySource` where its store cannot be used; never keeps the secret in the clear. */
  seal(secret: Buffer): Promise<Result<Sealed, VaultError>>
  /** `wrongKey`: this is not what sealed it. */
  unseal(sealed: Sealed): Promise<Result<Buffer, VaultError>>
  /** Forgets the secret that the owner typed, once the vault is open; the sealer can still seal that vault anew. */
  settle?(): void
  /** Removes what `seal` left outside the key file. */
  forget(sealed: Sealed): Promise<void>
}

/** Least length of a passphrase, and least number of different characters. */
const least = { length: 12, different: 6 } as const

/** Tells whether a disk thief could try all passphrases as weak as this, at any cost per try. */
export function isWeakPassphrase(passphrase: string): boolean {
  // It judges dictionary words no better than a person; `openssl rand -base64 24` makes a good one.
  const characters = Array.from(passphrase.normalize('NFKC'))
  return characters.length < least.length || new Set(characters).size < least.different
}

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

type Parameters = Pick<z.output<typeof sealedSchema>, 'N' | 'r' | 'p' | 'salt'>
type Derived = Readonly<{ parameters: Parameters; key: Buffer }>

const isSame = (one: Parameters, other: Parameters) =>
  one.salt === other.salt && one.N === other.N && one.r === other.r && one.p === other.p

const tooWeak = `passphrase too weak. ${least.length} characters and ${least.different} different ones`

/** Seals with a scrypt key from a passphrase, off the main thread; a weak one opens but no longer seals. */
export function passphraseSealer(passphrase: string): KeySealer {
  // Once settled it keeps only the derived key, and seals anew with that.
  const isWeak = isWeakPassphrase(passphrase)
  let typed: string | undefined = passphrase
  let known: Derived | undefined
  /** The key for this salt; undefined when it was not known at `settle`. */
  const keyFor = async (parameters: Parameters): Promise<Derived | undefined> => {
    if (known && isSame(known.parameters, parameters)) return known
    if (typed === undefined) return undefined
    const salt = Buffer.from(parameters.salt, 'base64')
    const key = await scryptOf(typed.normalize('NFKC'), salt, parameters)
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

const noSafeStorage: VaultError = { kind: 'noKeySource', tried: ['electron'] }

/** Seals with Electron's `safeStorage`; refuses `basic_text`, which hides the key behind one that everyone knows. */
export function safeStorageSealer(
  storage: {
    isEncryptionAvailable(): boolean
    getSelectedStorageBackend(): string
    encryptString(text: string): Buffer
    decryptString(box: Buffer): string
  },
  platform: NodeJS.Platform = process.platform,
): KeySealer {
  const isUsable = () =>
    storage.isEncryptionAvailable() &&
    (platform !== 'linux' ||
      !['basic_text', 'unknown'].includes(storage.getSelectedStorageBackend()))
  return {
    name: 'electron',
    seal(secret) {
      if (!isUsable()) return Promise.resolve(err(noSafeStorage))
      const box = storage.encryptString(secret.toString('base64')).toString('base64')
      return Promise.resolve(ok({ box }))
    },
    unseal({ box }) {
      if (!isUsable()) return Promise.resolve(err(noSafeStorage))
      try {
        const secret = storage.decryptString(Buffer.from(String(box), 'base64'))
        return Promise.resolve(ok(Buffer.from(secret, 'base64')))
      } catch {
        return Promise.resolve(err({ kind: 'wrongKey' }))
      }
    },
    forget: () => Promise.resolve(),
  }
}

const service = 'foyer-vault'
const patienceMs = 10_000
const noSecretService: VaultError = { kind: 'noKeySource', tried: ['secret-service'] }

export interface Keyring {
  readonly AsyncEntry: new (
    service: string,
    account: string,
    options: EntryOptions,
  ) => Pick<AsyncEntry, 'setSecret' | 'getSecret' | 'deleteCredential'>
}

/** Keeps the secret in the Secret Service (Windows, macOS: the system's store); `noKeySource` where none answers. */
export function secretServiceSealer(
  load: () => Promise<Keyring> = () => import('@napi-rs/keyring'),
): KeySealer {
  const patience = () => AbortSignal.timeout(patienceMs)
  const entryOf = async (account: string) => {
    const { AsyncEntry } = await load()
    // Without a Secret Service the package would take the kernel's keyring, which forgets at the next start.
    return new AsyncEntry(service, account, { linux: { store: 'secret-service' } })
  }
  return {
    name: 'secret-service',
    async seal(secret) {
      const account = randomUUID()
      try {
        const entry = await entryOf(account)
        await entry.setSecret(secret, patience())
        const kept = await entry.getSecret(patience())
        return kept && Buffer.from(kept).equals(secret) ? ok({ account }) : err(noSecretService)
      } catch {
        return err(noSecretService)
      }
    },
    async unseal({ account }) {
      try {
        const secret = await (await entryOf(String(account))).getSecret(patience())
        return secret ? ok(Buffer.from(secret)) : err({ kind: 'wrongKey' })
      } catch {
        return err(noSecretService)
      }
    },
    async forget({ account }) {
      await (await entryOf(String(account))).deleteCredential(patience())
    },
  }
}

/** Lists the sealers of a key, the preferred one first; a passphrase that is given is the only one. */
export function sealersFor(
  passphrase: string | undefined,
  ofShell: readonly KeySealer[] = [],
): readonly KeySealer[] {
  return passphrase === undefined
    ? [secretServiceSealer(), ...ofShell]
    : [passphraseSealer(passphrase)]
}
