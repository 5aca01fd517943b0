import { afterEach, beforeEach, expect, it } from 'vitest'
import { startSandbox, type Sandbox } from '../../../../sandbox/sandbox.ts'
import type { FaultInput } from '../../../../sandbox/control/faults.ts'
import {
  composeSandboxDesk,
  type ComposedDesk,
} from '../../../../test/harness/desk/composed-desk.ts'
import { scratchFolder } from '../../../../test/harness/vault/scratch.ts'
import { deskQueries } from '../../../shared/desk/operations.ts'
import type { WebhookList, WebhookRow, WebhookScope } from '../../../shared/desk/webhooks.ts'
import { integrationsReached } from '../../desk/places/integrations.ts'
import type { Vault } from '../../vault/vault.ts'

const url = 'https://hooks.clinic.example/intake'
const eventTypes = ['form.completed']

let sandbox: Sandbox
let scratch: ReturnType<typeof scratchFolder>
let desk: ComposedDesk
/** A fault that is on from the moment at which the endpoints were listed. */
let afterList: FaultInput | undefined
beforeEach(async () => {
  scratch = scratchFolder()
  sandbox = await startSandbox()
  afterList = undefined
  desk = await composeSandboxDesk(sandbox, scratch.folder, watched)
  const secret = 'six small boats at noon'
  await desk.say({ type: 'session', session: { act: 'setUp', name: 'Ana Ruiz', secret } })
})
afterEach(async () => {
  await desk.station.stop()
  await sandbox.close()
  scratch.remove()
})

const watched = (vault: Vault): Vault => ({
  ...vault,
  audit: {
    ...vault.audit,
    append(kind, fields) {
      vault.audit.append(kind, fields)
      const isList = String(fields?.['operation']).endsWith('ebhooks.list')
      if (!isList || fields?.['outcome'] !== 'ok' || !afterList) return
      sandbox.control.addFault(afterList)
      afterList = undefined
    },
  },
})

const ok = (value: unknown) => ({ ok: true, value })
const refused = (kind: string) => ({ ok: false, error: { kind } })
const query = (name: string, input: object) => desk.say({ type: 'query', name, input })
const command = (name: string, input: object) => desk.say({ type: 'command', name, input })
const create = (scope: WebhookScope, more: object = {}) =>
  command('createWebhook', { scope, url, eventTypes, ...more })

async function list(scope: WebhookScope): Promise<WebhookList> {
  const reply = await query('webhooks', { scope })
  if (!reply.ok) throw new Error(reply.error.kind)
  return deskQueries.webhooks.output.parse(reply.value)
}
async function theOne(scope: WebhookScope, address = url): Promise<WebhookRow> {
  const found = (await list(scope)).rows.filter((row) => row.url === address)
  if (found.length !== 1 || !found[0]) throw new Error(`${found.length} endpoints`)
  return found[0]
}

it.each(['account', 'integrator'] as const)(
  'makes, changes, tests and deletes an endpoint of scope %s',
  async (scope) => {
    const { rows, eventTypes: offered } = await list(scope)
    expect(rows).toHaveLength(1)
    expect(offered?.map(({ name }) => name)).toContain('form.completed')

    const made = await create(scope, { name: ' Results ', secretToken: 'a-token' })
    expect(made).toEqual(
      ok({ kind: 'created', signingSecret: expect.stringMatching(/^whsec_/) as string }),
    )
    const { webhook, ...shown } = await theOne(scope)
    expect(shown).toMatchObject({ name: 'Results', url, eventTypes, isEnabled: true })
    expect(JSON.stringify(await list(scope))).not.toMatch(/whsec_|a-token/)

    const patch = { isEnabled: false, eventTypes: ['appointment.created'] }
    expect(await command('changeWebhook', { webhook, patch })).toEqual(ok(null))
    expect(await query('webhook', { webhook })).toMatchObject(ok({ webhook, ...patch, url }))

    const [seeded] = rows
    const tested = await command('testWebhook', { webhook: seeded?.webhook })
    expect(tested).toEqual(ok({ delivered: false, statusCode: null }))
    const health = await query('webhook', { webhook: seeded?.webhook })
    expect(health).toMatchObject(ok({ successes24h: 1, failures24h: 2 }))

    expect(await command('deleteWebhook', { webhook })).toEqual(ok(null))
    expect((await list(scope)).rows).toHaveLength(1)
    // What is gone already is not an error of who deletes it.
    expect(await command('deleteWebhook', { webhook })).toEqual(ok(null))
    expect(await query('webhook', { webhook })).toEqual(refused('refusedByService'))
  },
)

it('asks the service for what its place says, in both scopes', async () => {
  for (const scope of ['account', 'integrator'] as const) {
    await create(scope)
    const { webhook } = await theOne(scope)
    await query('webhook', { webhook })
    await command('changeWebhook', { webhook, patch: { isEnabled: false } })
    await command('testWebhook', { webhook })
    await command('deleteWebhook', { webhook })
  }
  const calls = desk.vault.audit.recent(['call'], { since: 0, limit: 10_000 })
  const asked = calls.filter(({ fields }) => fields['member'] !== undefined)
  expect(new Set(asked.map(({ fields }) => fields['operation']))).toEqual(
    new Set(
      Object.values(integrationsReached)
        .flat()
        .map(({ id }) => id),
    ),
  )
})

it.each([
  ['was made', { cutAfterwards: true }, true],
  ['was not made', { cut: true }, false],
])('looks afterwards where the answer is lost, and says that it %s', async (_, fault, isThere) => {
  afterList = { ...fault, times: 1, pathIncludes: '/webhook' }
  expect(await create('account')).toEqual(ok({ kind: 'answerLost', isThere }))
  const made = (await list('account')).rows.filter((row) => row.url === url)
  expect(made).toHaveLength(isThere ? 1 : 0)
  expect(desk.vault.audit.recent(['deskChangeFailed'], { since: 0, limit: 9 })).toEqual([])
})

it('says that nobody could look where the service is gone', async () => {
  afterList = { cut: true, pathIncludes: '/webhook' }
  expect(await create('account')).toEqual(ok({ kind: 'answerLost', isThere: null }))
  expect(await query('webhooks', { scope: 'account' })).toEqual(refused('offline'))
})

it('takes a change for done whose answer alone was lost', async () => {
  await create('account')
  const { webhook } = await theOne('account')
  sandbox.control.addFault({ cutAfterwards: true, times: 1, pathIncludes: '/webhook/' })
  const patch = { isEnabled: false }
  expect(await command('changeWebhook', { webhook, patch })).toEqual(ok(null))
  expect((await theOne('account')).isEnabled).toBe(false)
})

it('sends no address that main does not allow', async () => {
  for (const address of [
    'http://hooks.clinic.example/',
    'https://localhost/',
    'https://a:b@c.example/',
  ])
    expect(await create('account', { url: address })).toEqual(refused('malformed'))
  expect(await command('deleteWebhook', { webhook: 'accountWebhook-99' })).toEqual(
    refused('unknownReference'),
  )
  expect((await list('account')).rows).toHaveLength(1)
})
