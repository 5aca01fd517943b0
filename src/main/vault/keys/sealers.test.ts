import { describe, expect, it } from 'vitest'
import { plainSealer } from '#harness/vault/scratch.ts'
import {
  type Keyring,
  passphraseSealer,
  safeStorageSealer,
  sealersFor,
  secretServiceSealer,
} from './sealers.ts'

it('seals with the passphrase alone where one is given, else with the key stores of the machine', () => {
  const names = (passphrase?: string) =>
    sealersFor(passphrase, [plainSealer()]).map(({ name }) => name)
  expect(names('a passphrase')).toEqual(['passphrase'])
  expect(names('')).toEqual(['passphrase'])
  expect(names()).toEqual(['secret-service', 'electron'])
})

it('costs 64 MiB of scrypt to try a passphrase, with a salt of its own each time', async () => {
  const seal = async () => {
    const sealed = await passphraseSealer('a passphrase').seal(Buffer.from('a key'))
    if (!sealed.ok) throw new Error(sealed.error.kind)
    return sealed.value
  }
  const [one, another] = [await seal(), await seal()]
  expect(128 * Number(one['N']) * Number(one['r'])).toBe(64 * 1024 * 1024)
  for (const part of ['salt', 'iv', 'box']) expect(one[part]).not.toBe(another[part])
})

const weakOnes = ['', 'short', '12345678901', 'aaaaaaaaaaaaaaaaaaaa', 'abcabcabcabcabc']
it.each(weakOnes)('seals nothing with a passphrase that could be guessed: %j', async (weak) => {
  const error = {
    kind: 'unavailable',
    detail: 'passphrase too weak. 12 characters and 6 different ones',
  }
  expect(await passphraseSealer(weak).seal(Buffer.from('a key'))).toEqual({ ok: false, error })
})

it('opens what a weak passphrase sealed when that was still possible', async () => {
  const sealed = {
    N: 16384,
    r: 8,
    p: 1,
    salt: 'MHe1J0TqOvyL1X9pVGGDhzCsVRyrxOQnQN8Y3zpGvZs=',
    iv: 'SwB0GKh19ofkNdYP',
    box: 'NFGSywc35I4X6woqnl+wJN7GQ7L3',
  }
  const opened = await passphraseSealer('short').unseal(sealed)
  expect(opened.ok && opened.value.toString()).toBe('a key')
})

it('seals and opens its own vault without the passphrase once it is settled, and no other', async () => {
  const sealer = passphraseSealer('correct horse battery')
  const seal = async (by = sealer) => {
    const sealed = await by.seal(Buffer.from('a key'))
    if (!sealed.ok) throw new Error(sealed.error.kind)
    return sealed.value
  }
  const first = await seal()
  sealer.settle?.()
  const again = await seal()
  expect(again['iv']).not.toBe(first['iv'])
  for (const sealed of [first, again])
    for (const by of [sealer, passphraseSealer('correct horse battery')]) {
      const opened = await by.unseal(sealed)
      expect(opened.ok && opened.value.toString()).toBe('a key')
    }
  const foreign = await seal(passphraseSealer('correct horse battery'))
  expect(await sealer.unseal(foreign)).toMatchObject({ error: { kind: 'noKeySource' } })
  expect(await passphraseSealer('another horse battery').unseal(first)).toMatchObject({
    error: { kind: 'wrongKey' },
  })
}, 60_000)

describe('the key store of Electron', () => {
  type Storage = Parameters<typeof safeStorageSealer>[0]
  type Backend = ReturnType<Storage['getSelectedStorageBackend']>

  /** A storage whose key is `mask`; it throws at text that it did not encrypt. */
  function storage(
    mask: number,
    backend: Backend = 'gnome_libsecret',
    isAvailable = true,
  ): Storage {
    const turn = (bytes: Buffer) => Buffer.from(bytes.map((byte) => byte ^ mask))
    return {
      isEncryptionAvailable: () => isAvailable,
      getSelectedStorageBackend: () => backend,
      encryptString: (text) => turn(Buffer.from(`v11${text}`)),
      decryptString: (bytes) => {
        const text = turn(bytes).toString()
        if (!text.startsWith('v11')) throw new Error('Error while decrypting the ciphertext')
        return text.slice(3)
      },
    }
  }

  const secret = Buffer.from([0, 255, 128, 10, 13, 195, 40])
  const noStore = { ok: false, error: { kind: 'noKeySource', tried: ['electron'] } }

  async function sealed(platform?: NodeJS.Platform) {
    const result = await safeStorageSealer(storage(7), platform).seal(secret)
    if (!result.ok) throw new Error(result.error.kind)
    return result.value
  }

  it.each([
    ['gives back, byte for byte, what it sealed', 7, { ok: true, value: secret }],
    ['takes another key for a wrong one', 8, { ok: false, error: { kind: 'wrongKey' } }],
  ])('%s', async (_, key, expected) => {
    expect(await safeStorageSealer(storage(key)).unseal(await sealed())).toEqual(expected)
  })

  const opensNothing = async (backend: Backend, isAvailable: boolean, on: NodeJS.Platform) => {
    const sealer = safeStorageSealer(storage(7, backend, isAvailable), on)
    expect(await sealer.seal(secret)).toEqual(noStore)
    expect(await sealer.unseal(await sealed('linux'))).toEqual(noStore)
  }
  const backends = ['basic_text', 'unknown'] as const
  it.each(backends)('neither seals nor opens with %s on Linux', (backend) =>
    opensNothing(backend, true, 'linux'),
  )
  const platforms = ['linux', 'win32', 'darwin'] as const
  it.each(platforms)('neither seals nor opens where encryption is not available on %s', (on) =>
    opensNothing('gnome_libsecret', false, on),
  )

  it('does not ask for the backend where there is only the system’s own', async () => {
    const asked = () => {
      throw new Error('only there on Linux')
    }
    const sealer = safeStorageSealer({ ...storage(7), getSelectedStorageBackend: asked }, 'win32')
    expect(await sealer.seal(secret)).toMatchObject({ ok: true })
  })
})

describe('the Secret Service', () => {
  type Entry = InstanceType<Keyring['AsyncEntry']>

  function keyring(behave: Partial<Entry> = {}) {
    const kept = new Map<string, number[]>()
    const opened: unknown[][] = []
    class AsyncEntry implements Entry {
      readonly setSecret: Entry['setSecret']
      readonly getSecret: Entry['getSecret']
      readonly deleteCredential: Entry['deleteCredential']
      constructor(...values: readonly [string, string, object]) {
        opened.push([...values])
        const [, account] = values
        this.setSecret = behave.setSecret ?? keep(account)
        this.getSecret = behave.getSecret ?? (() => Promise.resolve(kept.get(account) ?? null))
        this.deleteCredential =
          behave.deleteCredential ?? (() => Promise.resolve(kept.delete(account)))
      }
    }
    const keep =
      (account: string): Entry['setSecret'] =>
      (secret, signal) => {
        expect(signal).toBeInstanceOf(AbortSignal)
        kept.set(account, [...secret])
        return Promise.resolve()
      }
    return { sealer: secretServiceSealer(() => Promise.resolve({ AsyncEntry })), kept, opened }
  }

  const secret = Buffer.from('canary secret')
  const noStore = { ok: false, error: { kind: 'noKeySource', tried: ['secret-service'] } }
  const fails = () => Promise.reject(new Error('no such interface'))

  it('keeps the secret in the Secret Service alone, and hands out only its place there', async () => {
    const { sealer, kept, opened } = keyring()
    const sealed = await sealer.seal(secret)
    if (!sealed.ok) throw new Error(sealed.error.kind)
    expect(JSON.stringify(sealed.value)).not.toContain('canary')
    expect(await sealer.unseal(sealed.value)).toEqual({ ok: true, value: secret })
    for (const [, , options] of opened)
      expect(options).toEqual({ linux: { store: 'secret-service' } })
    expect(kept.size).toBe(1)
    await sealer.forget(sealed.value)
    expect(kept.size).toBe(0)
    expect(await sealer.unseal(sealed.value)).toEqual({ ok: false, error: { kind: 'wrongKey' } })
    await sealer.forget(sealed.value)
  })

  it('gives each secret a place of its own', async () => {
    const { sealer, kept } = keyring()
    for (const text of ['one', 'two']) await sealer.seal(Buffer.from(text))
    expect(kept.size).toBe(2)
  })

  it.each<readonly [string, Partial<Entry>]>([
    ['does not take it', { setSecret: fails }],
    ['cannot be read afterwards', { getSecret: fails }],
    ['has forgotten it at once', { getSecret: () => Promise.resolve(null) }],
    ['gives back something else', { getSecret: () => Promise.resolve([1, 2, 3]) }],
  ])('seals nothing where the store %s', async (_, behave) => {
    expect(await keyring(behave).sealer.seal(secret)).toEqual(noStore)
  })

  it('says so where no store answers, or the package cannot be loaded', async () => {
    expect(await keyring({ getSecret: fails }).sealer.unseal({ account: 'a' })).toEqual(noStore)
    await expect(
      keyring({ deleteCredential: fails }).sealer.forget({ account: 'a' }),
    ).rejects.toThrow()
    const without = secretServiceSealer(() => Promise.reject(new Error('not for this system')))
    expect(await without.seal(secret)).toEqual(noStore)
    expect(await without.unseal({ account: 'a' })).toEqual(noStore)
  })
})
