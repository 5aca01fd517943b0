import { expect, it } from 'vitest'
import { sealersFor } from './sealers.ts'
import { passphraseSealer } from './passphrase.ts'
import { plainSealer } from '../../../../test/harness/vault/scratch.ts'

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

it.each(['', 'short', '12345678901', 'aaaaaaaaaaaaaaaaaaaa', 'abcabcabcabcabc'])(
  'seals nothing with a passphrase that could be guessed: %j',
  async (weak) => {
    const error = {
      kind: 'unavailable',
      detail: 'passphrase too weak. 12 characters and 6 different ones',
    }
    expect(await passphraseSealer(weak).seal(Buffer.from('a key'))).toEqual({ ok: false, error })
  },
)

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
