import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { sandboxSecret } from '../../../../../sandbox/http/wire.ts'
import { startSandbox } from '../../../../../sandbox/sandbox.ts'
import type { ConnectionCheck } from '../../../../shared/staff.ts'
import { serviceAt } from '#harness/settings/settings-folder.ts'
import { openTestVault } from '#harness/vault/test-vault.ts'
import { type WireProfile, wireProfile } from '../../../../contract/wire-profile.ts'
import { createCredentialsService } from './credentials-service.ts'

async function start(profile?: WireProfile) {
  const sandbox = await startSandbox(profile && { profile })
  const vault = await openTestVault()
  onTestFinished(() => sandbox.close())
  const { apiUrl, accountId, locationIds } = sandbox
  const locationId: number | string = locationIds[0]
  const service = { ...serviceAt(apiUrl), accountId, locationId, recheckMs: 60_000 }
  const calls: string[] = []
  const log = { call: ({ operation }: { operation: string }) => void calls.push(operation) }
  const createBy = (wire: Parameters<typeof createCredentialsService>[0]['wire'] = {}) =>
    createCredentialsService({ vault, service: () => service, wire, forms: () => undefined, log })
  const staff = createBy()
  const heard: ConnectionCheck[] = []
  const onCheck = (check: ConnectionCheck) => void heard.push(check)
  const told = () => heard.splice(0).map(({ name, state, reason }) => `${name} ${reason ?? state}`)
  const entries = () =>
    vault.audit
      .recent(['credentialKept', 'credentialNotKept', 'credentialUsed'], { since: 0, limit: 99 })
      .map(({ kind, fields }) => `${kind} ${fields['interface']}`)
  const given = sandbox.credentials
  return { sandbox, vault, service, createBy, staff, calls, heard, onCheck, told, entries, given }
}

it('takes the pairs of a new kiosk one after the other, logs its calls, and lets no secret out', async () => {
  const { vault, staff, calls, heard, onCheck, told, entries, given } = await start()
  expect(await staff.credentials.give('partner', given.partner, onCheck)).toBe(true)
  expect(vault.credentials.read('partner')).toEqual(given.partner)
  expect(entries()).toEqual(['credentialKept partner', 'credentialUsed partner'])
  expect(calls).toContain('partner.categories.list')
  const kinds = ['call', 'credentialUsed', 'credentialKept'] as const
  const audited = vault.audit.recent(kinds, { since: 0, limit: 99 })
  expect(audited.length).toBeGreaterThan(3)
  const text = JSON.stringify([audited, heard, staff.credentials.status()])
  for (const secret of Object.values(given.partner)) expect(text).not.toContain(secret)
  expect(told()).toEqual([
    'partnerToken passed',
    'developerToken noCredentials',
    'grant passed',
    'location passed',
  ])
  expect(await staff.credentials.give('developer', given.developer, onCheck)).toBe(true)
  expect(vault.credentials.read('developer')).toEqual(given.developer)
  told()
  await staff.testConnection(onCheck)
  expect(told()).toEqual([
    'partnerToken passed',
    'developerToken passed',
    'grant passed',
    'location passed',
  ])
})

it('takes a developer pair first, and says what is missing', async () => {
  const { staff, onCheck, told, given } = await start()
  expect(await staff.credentials.give('developer', given.developer, onCheck)).toBe(true)
  expect(told()).toEqual([
    'partnerToken noCredentials',
    'developerToken passed',
    'grant untested',
    'location passed',
  ])
})

it('keeps the pair that serves when the next one is no good', async () => {
  const { sandbox, vault, service, staff, onCheck, told, entries, given } = await start()
  vault.credentials.keep(given)
  const wrong = { ...given.partner, clientSecret: 'wrong' }
  expect(await staff.credentials.give('partner', wrong, onCheck)).toBe(false)
  expect(told()[0]).toBe('partnerToken refused')
  expect(vault.credentials.read('partner')).toEqual(given.partner)
  sandbox.control.addFault({ revokeGrant: true })
  expect(await staff.credentials.give('partner', given.partner, onCheck)).toBe(false)
  expect(told()[2]).toBe('grant noGrant')
  sandbox.control.clearFaults()
  service.locationId = 999_999
  expect(await staff.credentials.give('developer', given.developer, onCheck)).toBe(false)
  expect(told()[3]).toBe('location notFound')
  expect(entries().filter((entry) => !entry.startsWith('credentialUsed'))).toEqual([
    'credentialNotKept developer',
    'credentialNotKept partner',
    'credentialNotKept partner',
  ])
})

it('replaces the pair that serves when the next is good, whatever the other interface is worth', async () => {
  const { vault, staff, onCheck, given } = await start()
  const outdated = { clientId: 'of last year', clientSecret: 'outdated' }
  vault.credentials.keep({ partner: outdated, developer: outdated })
  const typed = { ...given.partner, clientSecret: ` ${given.partner.clientSecret}\n` }
  expect(await staff.credentials.give('partner', typed, onCheck)).toBe(true)
  expect(vault.credentials.read('partner')).toEqual(given.partner)
  expect(vault.credentials.read('developer')).toEqual(outdated)
  staff.credentials.remove('partner')
  expect(vault.credentials.read('partner')).toBeUndefined()
})

it('tries credentials at the service as its wire profile says', async () => {
  const file = join(import.meta.dirname, '../../../../../test/wire-profiles/gateway.json')
  const profile = wireProfile.parse(JSON.parse(readFileSync(file, 'utf8')))
  const { vault, createBy, onCheck, given } = await start(profile)
  const giveBy = (wire: Parameters<typeof createBy>[0]) =>
    createBy(wire).credentials.give('partner', given.partner, onCheck)
  expect(await giveBy(undefined)).toBe(false)
  expect(await giveBy({ profile })).toBe(false)
  expect(await giveBy({ profile, secrets: sandboxSecret })).toBe(true)
  expect(vault.credentials.read('partner')).toEqual(given.partner)
})
