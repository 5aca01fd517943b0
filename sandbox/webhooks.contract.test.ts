import { beforeEach, describe, expect, it } from 'vitest'
import { contract } from '../src/contract/index.ts'
import { webhookEventTypes } from '../src/contract/partner-v2/webhook-event.ts'
import {
  getTokens,
  send,
  inPages,
  useClient,
  value,
  type Opened,
} from '../test/harness/sandbox/client.ts'
import { webhooks as seeded } from './seeds/seed.ts'

const eventTypes = ['form.completed']
const example = { url: 'https://hooks.clinic.invalid/intake', eventTypes }

type Body = Parameters<Opened['partner']['webhooks']['create']>[0]['body']
type Change = Parameters<Opened['partner']['webhooks']['update']>[0]['body']

const { sandbox, partner, control, account, call } = useClient()
const { accountWebhooks, webhooks } = partner
/** The two families, each as a set of calls that need no scope. */
const families = {
  scoped: familyOf(accountWebhooks, account),
  unscoped: familyOf(webhooks, {} as typeof account),
}
function familyOf(calls: typeof accountWebhooks, params: typeof account) {
  const at = (webhookId: unknown) => ({ params: { ...params, webhookId: webhookId as number } })
  const scope = Object.keys(params).length > 0 ? { params } : ({} as { params: typeof account })
  return {
    create: (body: Body) => calls.create({ ...scope, body }),
    list: (query: object = {}) => calls.list({ ...scope, query }),
    get: (id: unknown) => calls.get(at(id)),
    update: (id: unknown, body: Change) => calls.update({ ...at(id), body }),
    remove: (id: unknown) => calls.delete(at(id)),
    types: () => calls.listEventTypes(scope),
  }
}

// Those that the seeds bring are in the way of a test that counts.
beforeEach(async () => {
  for (const { id, accountId } of seeded)
    await value(families[accountId === null ? 'unscoped' : 'scoped'].remove(id))
})

describe.each(['scoped', 'unscoped'] as const)('webhook endpoints (%s)', (scope) => {
  const family = families[scope]

  it('what one call creates, the others find, change and delete', async () => {
    const { signingSecret: _, ...created } = await value(
      family.create({ ...example, name: 'Front desk' }),
    )
    expect(created).toMatchObject({
      ...example,
      name: 'Front desk',
      isEnabled: true,
      lastSuccessAt: null,
      lastFailureAt: null,
      successCount24h: 0,
      failureCount24h: 0,
    })
    expect(await value(family.get(created.id))).toEqual(created)
    expect((await value(family.list())).items).toEqual([created])

    const change = { url: 'https://other.clinic.invalid/', eventTypes: ['appointment.created'] }
    const changed = await value(family.update(created.id, change))
    expect(changed).toMatchObject({ ...change, isEnabled: true, name: 'Front desk' })
    expect(await value(family.get(created.id))).toEqual(changed)

    expect(await family.remove(created.id)).toMatchObject({ ok: true })
    expect(await family.get(created.id)).toMatchObject({ ok: false, error: { kind: 'notFound' } })
    expect((await value(family.list())).items).toEqual([])
  })

  it('tell the signing secret at creation and never again, the secret token never', async () => {
    const created = await value(family.create({ ...example, secretToken: 'our-own-word' }))
    expect(created.signingSecret).toMatch(/^whsec_\S{40,}$/)
    const other = await value(family.create(example))
    expect(other.signingSecret).not.toBe(created.signingSecret)
    expect(other.name).toBe('')
    const later = [
      await family.get(created.id),
      await family.list(),
      await family.update(created.id, { isEnabled: false }),
    ]
    expect(later.map(({ ok }) => ok)).toEqual([true, true, true])
    expect(JSON.stringify(later)).not.toContain(created.signingSecret)
    expect(JSON.stringify(later)).not.toContain('signingSecret')
    expect(JSON.stringify([created, later])).not.toContain('our-own-word')
  })

  it('are enabled and disabled by update, and listed by that', async () => {
    const one = await value(family.create({ ...example, name: 'one' }))
    await value(family.create({ ...example, name: 'two' }))
    const names = async (query: object) =>
      (await value(family.list(query))).items.map(({ name }) => name)
    expect(await value(family.update(one.id, { isEnabled: false }))).toMatchObject({
      isEnabled: false,
    })
    expect(await names({ active: true })).toEqual(['two'])
    expect(await names({ active: false })).toEqual(['one'])
    expect(await names({})).toHaveLength(2)
    await value(family.update(one.id, { isEnabled: true }))
    expect(await names({ active: true })).toHaveLength(2)
  })

  it('are sorted by creation, address or name, in any case, the newest first by default', async () => {
    for (const [name, host] of [
      ['b', 'z'],
      ['c', 'y'],
      ['a', 'x'],
    ]) {
      await value(family.create({ ...example, name: name ?? '', url: `https://${host}.invalid/` }))
      control.advanceClock(1000)
    }
    const names = async (query: object) =>
      (await value(family.list(query))).items.map(({ name }) => name).join('')
    expect(await names({})).toBe('acb')
    expect(await names({ sortBy: 'CREATED_DATE' })).toBe('acb')
    expect(await names({ sortDir: 'asc' })).toBe('bca')
    expect(await names({ sortBy: 'Name', sortDir: 'Asc' })).toBe('abc')
    expect(await names({ sortBy: 'NAME' })).toBe('cba')
    expect(await names({ sortBy: 'url', sortDir: 'ASC' })).toBe('acb')
  })

  it('come in pages of 20 unless the caller says otherwise, each once, however long their addresses', async () => {
    const long = `https://clinic.invalid/${'x'.repeat(3000)}`
    for (let n = 0; n < 23; n++) await value(family.create({ ...example, url: `${long}${n}` }))
    const first = await value(family.list())
    expect(first.items).toHaveLength(20)
    const all = await inPages(9, ({ query }) => family.list({ sortBy: 'URL', ...query }))
    expect(all).toHaveLength(23)
    expect(new Set(all.map(({ id }) => id)).size).toBe(23)
    expect((await value(family.list({ limit: 1000 }))).nextCursor).toBeNull()
  })

  it('subscribe to the listed event types and to no other', async () => {
    const { items } = await value(family.types())
    expect(items.map(({ name }) => name)).toEqual(Object.keys(webhookEventTypes))
    const all = items.map(({ name }) => name)
    expect(await family.create({ ...example, eventTypes: all })).toMatchObject({ ok: true })
    const unknown = {
      ok: false,
      error: { kind: 'rejected', status: 422, code: 'unknown_event_type' },
    }
    const refused = await family.create({ ...example, eventTypes: ['form.deleted'] })
    expect(refused).toMatchObject(unknown)
    const created = await value(family.create(example))
    expect(await family.update(created.id, { eventTypes: ['toString'] })).toMatchObject(unknown)
  })

  it('refuse a secret token that no header can carry', async () => {
    expect(await family.create({ ...example, secretToken: 'a\r\nx-admin: 1' })).toMatchObject({
      ok: false,
      error: { kind: 'rejected', status: 422, code: 'invalid_secret_token' },
    })
  })
})

it('the two scopes of webhook endpoints see their own endpoints alone', async () => {
  const { scoped, unscoped } = families
  const own = await value(scoped.create(example))
  const general = await value(unscoped.create(example))
  const notFound = { ok: false, error: { kind: 'notFound' } }
  expect(await unscoped.get(own.id)).toMatchObject(notFound)
  expect(await unscoped.update(own.id, { isEnabled: false })).toMatchObject(notFound)
  expect(await scoped.get(general.id)).toMatchObject(notFound)
  expect(await scoped.remove(general.id)).toMatchObject(notFound)
  expect((await value(scoped.list())).items.map(({ id }) => id)).toEqual([own.id])
  expect((await value(unscoped.list())).items.map(({ id }) => id)).toEqual([general.id])
})

describe('requests to the webhook operations', () => {
  it('create with 201, delete with 204, and take https alone', async () => {
    const params = account
    const { create, update, delete: remove } = contract.partner.accountWebhooks
    const created = await call(create, { params, body: example })
    expect(created.status).toBe(201)
    const body = { ...example, url: 'http://localhost/hook' }
    const refusal = { status: 400, body: { error: 'invalid_request' } }
    expect(await call(create, { params, body })).toMatchObject(refusal)
    const inWebhook = { ...params, webhookId: (created.body as { id: number }).id }
    expect(await call(update, { params: inWebhook, body: { url: body.url } })).toMatchObject(
      refusal,
    )
    for (const missing of [{ url: example.url }, { eventTypes }, {}])
      expect(await call(create, { params, body: missing as typeof body })).toMatchObject(refusal)
    expect((await call(remove, { params: inWebhook })).status).toBe(204)
  })

  it('refuse a cursor in another order than the one it was given in', async () => {
    for (const name of ['a', 'b', 'c']) await value(webhooks.create({ body: { ...example, name } }))
    const { partner } = await getTokens(sandbox)
    const ask = (query: string) =>
      send('GET', `${sandbox.apiUrl}/partner/v2/webhook?limit=1${query}`, {
        headers: { authorization: `Bearer ${partner}` },
      })
    const given = await ask('')
    const cursor = `&cursor=${(given.body as { nextCursor: string }).nextCursor}`
    for (const same of ['', '&sortDir=desc', '&sortBy=created_date&sortDir=DESC'])
      expect((await ask(cursor + same)).status, same).toBe(200)
    for (const other of ['&sortDir=ASC', '&sortBy=NAME', '&sortBy=URL&sortDir=ASC'])
      expect(await ask(cursor + other), other).toMatchObject({
        status: 400,
        body: { error: 'invalid_cursor' },
      })
  })

  it('keep a page to 1 to 1000 endpoints and a cursor to 2048 characters', async () => {
    const { partner } = await getTokens(sandbox)
    const ask = async (query: string) => {
      const url = `${sandbox.apiUrl}/partner/v2/webhook?${query}`
      return (await send('GET', url, { headers: { authorization: `Bearer ${partner}` } })).status
    }
    expect(await ask('limit=1')).toBe(200)
    expect(await ask('limit=1000')).toBe(200)
    expect(await ask('cursor=')).toBe(200)
    for (const wrong of [
      'limit=0',
      'limit=1001',
      'limit=1.5',
      `cursor=${'a'.repeat(2049)}`,
      'sortBy=COLOUR',
      'sortDir=UP',
      'active=maybe',
    ])
      expect(await ask(wrong), wrong).toBe(400)
  })

  it('take an API key beside the bearer token on the lists, and never instead of it', async () => {
    const headers = { 'x-api-key': 'partner-key' }
    expect(await webhooks.list({ headers })).toMatchObject({ ok: true })
    expect(await accountWebhooks.list({ params: account, headers })).toMatchObject({ ok: true })
    const alone = await send('GET', `${sandbox.apiUrl}/partner/v2/webhook`, { headers })
    expect(alone.status).toBe(401)
  })
})
