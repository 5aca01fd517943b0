import { beforeEach, expect, it } from 'vitest'
import { openTestVault } from '../../../../test/harness/vault/test-vault.ts'
import type { Vault } from '../vault.ts'

let vault: Vault
let now = 0
beforeEach(async () => void (vault = await openTestVault(undefined, { now: () => now })))

const first = { clientId: 'an id', clientSecret: 'canary-first' }
const second = { clientId: 'an id', clientSecret: 'canary-second' }
const of = (name: string) => vault.credentials.status().find((status) => status.name === name)

it('keeps the pair before beside the present one, until it is told to drop it', () => {
  expect(vault.credentials.status()).toEqual([
    { name: 'partner', since: null, hasPrevious: false },
    { name: 'developer', since: null, hasPrevious: false },
  ])
  now = 1000
  vault.credentials.keep({ partner: first })
  now = 2000
  expect(vault.credentials.keep({ partner: first })).toEqual([])
  expect(of('partner')).toEqual({ name: 'partner', since: 1000, hasPrevious: false })
  expect(vault.credentials.keep({ partner: second })).toEqual(['partner'])
  expect(vault.credentials.read('partner')).toEqual(second)
  expect(of('partner')).toEqual({ name: 'partner', since: 2000, hasPrevious: true })
  expect(of('developer')).toEqual({ name: 'developer', since: null, hasPrevious: false })
  expect(vault.credentials.removePrevious('partner')).toBe(true)
  expect(vault.credentials.removePrevious('partner')).toBe(false)
  expect(vault.credentials.read('partner')).toEqual(second)
  expect(of('partner')).toEqual({ name: 'partner', since: 2000, hasPrevious: false })
})

it('removes both pairs of an interface, and none of the other', () => {
  for (const pair of [first, second]) vault.credentials.keep({ partner: pair, developer: pair })
  expect(vault.credentials.remove('partner')).toBe(true)
  expect(vault.credentials.remove('partner')).toBe(false)
  expect(vault.credentials.read('partner')).toBeUndefined()
  expect(of('partner')).toMatchObject({ since: null, hasPrevious: false })
  expect(vault.credentials.read('developer')).toEqual(second)
  expect(of('developer')).toMatchObject({ hasPrevious: true })
})

it('tells nothing of a pair in its status', () => {
  for (const pair of [first, second]) vault.credentials.keep({ partner: pair })
  expect(JSON.stringify(vault.credentials.status())).not.toMatch(/canary|an id/)
})
