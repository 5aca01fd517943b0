import { expect, it } from 'vitest'
import { sealersFor } from './kiosk-vault.ts'
import { passphraseSealer } from './passphrase.ts'
import { plainSealer } from './testing/scratch.ts'

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
