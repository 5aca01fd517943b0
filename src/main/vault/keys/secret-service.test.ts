import { expect, it } from 'vitest'
import { secretServiceSealer, type Keyring } from './secret-service.ts'

type Entry = InstanceType<Keyring['AsyncEntry']>

/** A key store that keeps what it is given, but for what `behave` says otherwise. */
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
  const sealer = secretServiceSealer(() => Promise.resolve({ AsyncEntry }))
  return { sealer, kept, opened }
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
