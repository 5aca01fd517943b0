import { beforeEach, describe, expect, it } from 'vitest'
import { webhookEventTypes, webhookEvent } from '../src/contract/partner-v2/webhook-event.ts'
import { getTokens, send, useClient, value, type Opened } from '#harness/sandbox/client.ts'
import { webhooks as seeded } from './seeds/seed.ts'
import { createHmac } from 'node:crypto'
import type { CompletionPacket } from '../src/patient-page/store.ts'
import { onePacket } from './seeds/cases.ts'
import { openWebhooks } from '#harness/sandbox/webhooks.ts'

const example = { url: 'https://hooks.clinic.invalid/intake', eventTypes: ['form.completed'] }

type Body = Parameters<Opened['partner']['webhooks']['create']>[0]['body']
type Change = Parameters<Opened['partner']['webhooks']['update']>[0]['body']

const { sandbox, partner, control, account } = useClient()
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

  it('are listed by whether they are enabled, with all that was given', async () => {
    const { signingSecret: _, ...created } = await value(family.create(example))
    expect((await value(family.list({ active: true }))).items).toEqual([created])
    await value(family.update(created.id, { isEnabled: false }))
    expect((await value(family.list({ active: true }))).items).toEqual([])
    expect((await value(family.list({ active: false }))).items).toHaveLength(1)
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

  it('take the listed event types and no other, and no secret token that no header can carry', async () => {
    const { items } = await value(family.types())
    expect(items.map(({ name }) => name)).toEqual(Object.keys(webhookEventTypes))
    const all = items.map(({ name }) => name)
    expect(await family.create({ ...example, eventTypes: all })).toMatchObject({ ok: true })
    const unknown = {
      ok: false,
      error: { kind: 'rejected', status: 422, code: 'unknown_event_type' },
    }
    expect(await family.create({ ...example, eventTypes: ['form.deleted'] })).toMatchObject(unknown)
    const created = await value(family.create(example))
    expect(await family.update(created.id, { eventTypes: ['toString'] })).toMatchObject(unknown)
    const odd = await family.create({ ...example, secretToken: 'a\r\nx-admin: 1' })
    expect(odd).toMatchObject({ error: { status: 422, code: 'invalid_secret_token' } })
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

it('webhook endpoints are sorted as asked, and a cursor of another order is refused', async () => {
  for (const [name, host] of [
    ['b', 'z'],
    ['c', 'y'],
    ['a', 'x'],
  ] as const) {
    await value(webhooks.create({ body: { ...example, name, url: `https://${host}.invalid/` } }))
    control.advanceClock(1000)
  }
  const names = async (query: object) =>
    (await value(families.unscoped.list(query))).items.map(({ name }) => name).join('')
  expect(await names({})).toBe('acb')
  expect(await names({ sortBy: 'Name', sortDir: 'Asc' })).toBe('abc')
  expect(await names({ sortBy: 'url', sortDir: 'ASC' })).toBe('acb')
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

describe('an event', () => {
  it('reaches a subscribed endpoint over TLS, signed, with the secret token and an id', async () => {
    const { subscribe, book, receiver, control } = await openWebhooks()
    const webhook = await subscribe({ secretToken: 'our-own-word' })
    const booked = await book()
    expect(receiver.received).toHaveLength(1)
    const [{ method, url, headers, body } = { headers: {}, body: '' }] = receiver.received
    expect({ method, url }).toEqual({ method: 'POST', url: '/hook' })
    const hmac = createHmac('sha256', webhook.signingSecret).update(body).digest('hex')
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'x-webhook-token': 'our-own-word',
      'x-webhook-signature': `sha256=${hmac}`,
      'x-webhook-timestamp': '1773162000',
      'x-webhook-id': control.deliveries()[0]?.id,
    })
    expect(webhookEvent.parse(JSON.parse(body))).toMatchObject({
      type: 'appointment.created',
      createdAt: '2026-03-10T17:00:00.000Z',
      accountId: 101,
      data: { id: booked.id, status: 'SCHEDULED', patientId: booked.patientId },
    })
    expect(body).not.toContain('Rosa')
  })

  it('is an appointment that is booked, or changed, but not one that stays as it is', async () => {
    const { subscribe, book, receiver, client, here, control } = await openWebhooks()
    await subscribe({ eventTypes: ['appointment.created', 'appointment.updated'] })
    const { id: appointmentId } = await book()
    const update = async (status: 'CHECKED_IN' | 'SCHEDULED') => {
      const params = { ...here, appointmentId }
      await value(client.partner.appointments.update({ params, body: { status } }))
      await control.settled()
    }
    await update('SCHEDULED')
    expect(receiver.received).toHaveLength(1)
    expect(receiver.received[0]?.headers).not.toHaveProperty('x-webhook-token')
    await update('CHECKED_IN')
    expect(JSON.parse(receiver.received[1]?.body ?? '')).toMatchObject({
      type: 'appointment.updated',
      data: { id: appointmentId, status: 'CHECKED_IN' },
    })
  })

  it('is each form that is completed, by the interface', async () => {
    const { subscribe, complete, receiver } = await openWebhooks()
    await subscribe({ eventTypes: ['form.completed'] })
    const packet = await complete()
    const events = receiver.received.map(({ body }) => webhookEvent.parse(JSON.parse(body)))
    expect(events.map(({ data }) => data['formId']).sort()).toEqual(
      packet.forms?.map(({ id }) => id).sort(),
    )
    for (const { type, data } of events)
      expect({ type, ...data }).toMatchObject({
        type: 'form.completed',
        formPacketId: packet.id,
        patientId: packet.patientId,
      })
  })

  it('is a form that a patient submits on its page, and again only with other answers', async () => {
    const { subscribe, receiver, client, here, control } = await openWebhooks()
    await subscribe({ eventTypes: ['form.completed'] })
    const query = { patientId: onePacket.id }
    const { items } = await value(client.partner.formPackets.list({ params: here, query }))
    const params = { ...here, formPacketId: items[0]?.id ?? 0 }
    const { url } = await value(client.partner.formPackets.getUrl({ params }))
    const { forms } = (await send('GET', `${url}/packet`)).body as CompletionPacket
    const form = `${url}/forms/${forms[0]?.formId}`
    const answers = { 601003: 'Rosie', 601007: 'Phone call' }
    await send('PUT', `${form}/answers`, { body: { answers } })
    expect(receiver.received).toEqual([])
    expect((await send('POST', `${form}/submission`)).status).toBe(200)
    await control.settled()
    expect(receiver.received.map(({ body }) => JSON.parse(body) as unknown)).toMatchObject([
      {
        type: 'form.completed',
        data: { formId: forms[0]?.formId, formPacketStatus: 'IN_PROGRESS' },
      },
    ])
    expect(receiver.received[0]?.body).not.toContain('Rosie')

    const sendAgain = async (name: string) => {
      await send('PUT', `${form}/answers`, { body: { answers: { 601003: name } } })
      expect((await send('POST', `${form}/submission`)).status).toBe(200)
      await control.settled()
      return receiver.received.length
    }
    expect(await sendAgain('Rosie')).toBe(1)
    expect(await sendAgain('Rose')).toBe(2)
  })
})
