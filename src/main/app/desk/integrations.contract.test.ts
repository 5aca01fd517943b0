import { beforeEach, expect, it } from 'vitest'
import type { FaultInput } from '../../../../sandbox/control/faults.ts'
import { openDesk } from '#harness/desk/open-desk.ts'
import type { WebhookRow, WebhookScope } from '../../../shared/desk/webhooks.ts'
import type { Vault } from '../../vault/vault.ts'

const url = 'https://hooks.clinic.example/intake'
const eventTypes = ['form.completed']

let desk: Awaited<ReturnType<typeof openDesk>>
/** A fault that is on from the moment at which the endpoints were listed. */
let afterList: FaultInput | undefined
beforeEach(async () => {
  afterList = undefined
  desk = await openDesk([], { change: watched })
})

const watched = (vault: Vault): Vault => ({
  ...vault,
  audit: {
    ...vault.audit,
    append(kind, fields) {
      vault.audit.append(kind, fields)
      const isList = String(fields?.['operation']).endsWith('ebhooks.list')
      if (!isList || fields?.['outcome'] !== 'ok' || !afterList) return
      desk.sandbox.control.addFault(afterList)
      afterList = undefined
    },
  },
})

const ok = (value: unknown) => ({ ok: true, value })
const refused = (kind: string) => ({ ok: false, error: { kind } })
const command = (name: string, input: object) => desk.at.say({ type: 'command', name, input })
const create = (scope: WebhookScope, more: object = {}) =>
  command('createWebhook', { scope, url, eventTypes, ...more })

const list = (scope: WebhookScope) => desk.read('webhooks', { scope })
async function theOne(scope: WebhookScope, address = url): Promise<WebhookRow> {
  const found = (await list(scope)).rows.filter((row) => row.url === address)
  if (found.length !== 1 || !found[0]) throw new Error(`${found.length} endpoints`)
  return found[0]
}

const scopes = ['account', 'integrator'] as const
it.each(scopes)('makes, changes, tests and deletes an endpoint of scope %s', async (scope) => {
  const { rows, eventTypes: offered } = await list(scope)
  expect(rows).toHaveLength(1)
  expect(offered?.map(({ name }) => name)).toContain('form.completed')

  expect(await create(scope, { name: ' Results ', secretToken: 'a-token' })).toEqual(
    ok({ kind: 'created', signingSecret: expect.stringMatching(/^whsec_/) as string }),
  )
  const { webhook, ...shown } = await theOne(scope)
  expect(shown).toMatchObject({ name: 'Results', url, eventTypes, isEnabled: true })
  expect(JSON.stringify(await list(scope))).not.toMatch(/whsec_|a-token/)

  const patch = { isEnabled: false, eventTypes: ['appointment.created'] }
  expect(await command('changeWebhook', { webhook, patch })).toEqual(ok(null))
  expect(await desk.query('webhook', { webhook })).toMatchObject(ok({ webhook, ...patch, url }))

  const [seeded] = rows
  const tested = await command('testWebhook', { webhook: seeded?.webhook })
  expect(tested).toEqual(ok({ delivered: false, statusCode: null }))
  const health = await desk.query('webhook', { webhook: seeded?.webhook })
  expect(health).toMatchObject(ok({ successCount24h: 1, failureCount24h: 2 }))

  expect(await command('deleteWebhook', { webhook })).toEqual(ok(null))
  expect((await list(scope)).rows).toHaveLength(1)
  // Deleting a webhook that is gone already is no error.
  expect(await command('deleteWebhook', { webhook })).toEqual(ok(null))
  expect(await desk.query('webhook', { webhook })).toEqual(refused('refusedByService'))
})

it.each([
  ['was made', { cutAfterwards: true }, true],
  ['was not made', { cut: true }, false],
])('looks afterwards where the answer is lost, and says that it %s', async (_, fault, isThere) => {
  afterList = { ...fault, times: 1, pathIncludes: '/webhook' }
  expect(await create('account')).toEqual(ok({ kind: 'answerLost', isThere }))
  const made = (await list('account')).rows.filter((row) => row.url === url)
  expect(made).toHaveLength(isThere ? 1 : 0)
  expect(desk.audited('deskChangeFailed')).toEqual([])
})

it('says that nobody could look where the service is gone', async () => {
  afterList = { cut: true, pathIncludes: '/webhook' }
  expect(await create('account')).toEqual(ok({ kind: 'answerLost', isThere: null }))
  expect(await desk.query('webhooks', { scope: 'account' })).toEqual(refused('offline'))
})

it('takes a change for done whose answer alone was lost', async () => {
  await create('account')
  const { webhook } = await theOne('account')
  desk.sandbox.control.addFault({ cutAfterwards: true, times: 1, pathIncludes: '/webhook/' })
  expect(await command('changeWebhook', { webhook, patch: { isEnabled: false } })).toEqual(ok(null))
  expect((await theOne('account')).isEnabled).toBe(false)
})

it('sends no address that main does not allow', async () => {
  expect(await create('account', { url: 'https://localhost/' })).toEqual(refused('malformed'))
  expect(await command('deleteWebhook', { webhook: 'accountWebhook-99' })).toEqual(
    refused('unknownReference'),
  )
  expect((await list('account')).rows).toHaveLength(1)
})
