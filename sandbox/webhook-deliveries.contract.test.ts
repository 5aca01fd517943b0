import { describe, expect, it } from 'vitest'
import { webhookEvent } from '../src/contract/partner-v2/webhook-event.ts'
import { send, value } from '#harness/sandbox/client.ts'
import { answering, openWebhooks, startReceiver } from '#harness/sandbox/webhooks.ts'
import type { Behaviour } from '#harness/service/test-service.ts'
import { waitFor } from '#harness/wait-for.ts'
import { staysHere } from './webhooks/deliveries.ts'

const minute = 60_000
const day = 24 * 60 * minute
/** A receiver that never answers would be waited for longer than a test may take. */
const patient = { timeoutMs: minute }

/** Books while a receiver behaves so, of which the account hears; `webhook` is its endpoint. */
async function bookAt(behaviour: Behaviour, options?: Parameters<typeof openWebhooks>[0]) {
  const opened = await openWebhooks(options)
  const webhook = await opened.subscribe()
  opened.receiver.behave(behaviour)
  await opened.book()
  return { ...opened, webhook }
}

describe('a try', () => {
  it('that fails is repeated with growing waits of the sandbox clock, six tries in all', async () => {
    const { receiver, control } = await bookAt(answering(500))
    for (const [index, seconds] of [10, 20, 40, 80, 160].entries()) {
      await control.passes(seconds * 1000 - 1)
      expect(receiver.received).toHaveLength(index + 1)
      await control.passes(1)
      expect(receiver.received).toHaveLength(index + 2)
    }
    expect(control.deliveries()).toMatchObject([{ status: 'FAILED', nextTryAt: null }])
    await control.passes(day)
    expect(receiver.received).toHaveLength(6)
    const all = receiver.received.map(({ headers, body }) => [headers['x-webhook-id'], body])
    expect(new Set(all.map(String)).size).toBe(1)
    const times = receiver.received.map(({ headers }) => Number(headers['x-webhook-timestamp']))
    expect(times.map((time) => time - (times[0] ?? 0))).toEqual([0, 10, 30, 70, 150, 310])
  })

  it('that is taken at last ends the delivery', async () => {
    const { receiver, control } = await bookAt(
      (_, response, nth) => void response.writeHead(nth === 1 ? 302 : 200).end(),
    )
    await control.passes(10_000)
    expect(control.deliveries()).toMatchObject([
      { status: 'DELIVERED', tries: [{ statusCode: 302 }, { statusCode: 200, reason: null }] },
    ])
    await control.passes(day)
    expect(receiver.received).toHaveLength(2)
  })

  it.each([
    ['takes too long', () => undefined, { timeoutMs: 40 }, { reason: 'timed out' }],
    [
      'cuts the line',
      (_, response) => void response.socket?.destroy(),
      {},
      { reason: 'UND_ERR_SOCKET' },
    ],
    [
      'answers without end',
      (_, response) => void response.writeHead(200).write('and so on '),
      {},
      { statusCode: 200 },
    ],
  ] satisfies [string, Behaviour, object, object][])(
    'at a receiver that %s ends',
    async (_, behaviour, options, made) => {
      const { control } = await bookAt(behaviour, options)
      expect(control.deliveries()).toMatchObject([{ tries: [made] }])
    },
  )

  it('goes to nobody whose certificate is not vouched for', async () => {
    const stranger = await startReceiver()
    const { subscribe, book, control } = await openWebhooks()
    await subscribe({ url: stranger.url })
    await book()
    expect(control.deliveries()[0]?.tries).toMatchObject([
      { statusCode: null, reason: 'DEPTH_ZERO_SELF_SIGNED_CERT' },
    ])
    expect(stranger.received).toEqual([])
  })

  it.each([
    [false, 'FAILED'],
    [true, 'PENDING'],
  ])('leaves this machine only when the sandbox was told so: %j', async (isTold, status) => {
    const { subscribe, book, control } = await openWebhooks({ beyondLoopback: isTold })
    await subscribe({ url: 'https://hooks.clinic.invalid/' })
    await book()
    const [delivery] = control.deliveries()
    expect(delivery).toMatchObject({ status, tries: [{ statusCode: null }] })
    expect(delivery?.tries[0]?.reason === staysHere).toBe(!isTold)
  })
})

describe('an endpoint', () => {
  it('that is disabled gets what was pending once it is enabled again', async () => {
    const { subscribe, book, receiver, control, accountWebhooks, account } = await openWebhooks()
    const webhook = await subscribe()
    const enable = async (isEnabled: boolean) => {
      const params = { ...account, webhookId: webhook.id }
      await value(accountWebhooks.update({ params, body: { isEnabled } }))
      await control.settled()
    }
    receiver.behave(answering(500))
    await book()
    receiver.behave(answering(200))
    await enable(false)
    await control.passes(minute)
    expect(receiver.received).toHaveLength(1)
    await enable(true)
    expect(control.deliveries()).toMatchObject([{ status: 'DELIVERED' }])
  })

  it('counts what went well and what did not in the last 24 hours, and says when it last did', async () => {
    const { control, accountWebhooks, account, webhook } = await bookAt(
      (_, response, nth) => void response.writeHead(nth === 1 ? 500 : 200).end(),
    )
    const now = () => accountWebhooks.get({ params: { ...account, webhookId: webhook.id } })
    await control.passes(10_000)
    expect(await value(now())).toMatchObject({
      lastFailureAt: '2026-03-10T17:00:00.000Z',
      lastSuccessAt: '2026-03-10T17:00:10.000Z',
      successCount24h: 1,
      failureCount24h: 1,
    })
    control.advanceClock(day - 10_000)
    expect(await value(now())).toMatchObject({ successCount24h: 1, failureCount24h: 0 })
    control.advanceClock(10_000)
    expect(await value(now())).toMatchObject({
      lastSuccessAt: '2026-03-10T17:00:10.000Z',
      successCount24h: 0,
    })
  })

  it('is tested with an event of type test.ping, subscribed to or not, enabled or not', async () => {
    const { subscribe, receiver, accountWebhooks, account, control } = await openWebhooks()
    const webhook = await subscribe({ eventTypes: [] })
    const params = { ...account, webhookId: webhook.id }
    expect(await value(accountWebhooks.test({ params }))).toEqual({
      eventType: 'test.ping',
      delivered: true,
      statusCode: 204,
      reason: null,
    })
    const { type, accountId } = webhookEvent.parse(JSON.parse(receiver.received[0]?.body ?? ''))
    expect({ type, accountId }).toEqual({ type: 'test.ping', accountId: 101 })
    expect(await value(accountWebhooks.get({ params }))).toMatchObject({ successCount24h: 1 })

    await value(accountWebhooks.update({ params, body: { isEnabled: false } }))
    receiver.behave(answering(401))
    expect(await value(accountWebhooks.test({ params }))).toMatchObject({
      delivered: false,
      statusCode: 401,
    })
    await control.passes(day)
    expect(receiver.received).toHaveLength(2)
  })

  it('of no account is tested too, and one beyond this machine is told why nothing was sent', async () => {
    const { webhooks } = await openWebhooks()
    const body = { url: 'https://hooks.clinic.invalid/', eventTypes: [] }
    const { id: webhookId } = await value(webhooks.create({ body }))
    expect(await value(webhooks.test({ params: { webhookId } }))).toEqual({
      eventType: 'test.ping',
      delivered: false,
      statusCode: null,
      reason: staysHere,
    })
    expect(await webhooks.test({ params: { webhookId: 1 } })).toMatchObject({
      ok: false,
      error: { kind: 'notFound' },
    })
  })
})

describe('the sandbox', () => {
  it('shows every delivery, newest first, and neither secret', async () => {
    const { subscribe, book, sandbox } = await openWebhooks()
    const webhook = await subscribe({ secretToken: 'our-own-word' })
    await book(0)
    await book(3)
    const { body } = await send('GET', `${sandbox.apiUrl}/sandbox/deliveries`)
    expect(body).toEqual(sandbox.control.deliveries())
    expect(body).toMatchObject([
      { webhookId: webhook.id, status: 'DELIVERED', tries: [{ statusCode: 204 }] },
      { event: { type: 'appointment.created', accountId: 101 } },
      // History of the seeded endpoints.
      { status: 'DELIVERED', event: { type: 'test.ping' }, tries: [{ statusCode: 503 }, {}] },
      { status: 'DELIVERED', event: { type: 'test.ping' }, tries: [{ statusCode: 503 }, {}] },
    ])
    expect(JSON.stringify(body)).not.toContain('our-own-word')
    expect(JSON.stringify(body)).not.toContain(webhook.signingSecret)
  })

  it.each(['is reset', 'ends', 'lost the endpoint'] as const)(
    'that %s breaks off tries under way and waiting, and sends nothing afterwards',
    async (what) => {
      const { subscribe, book, receiver, sandbox, accountWebhooks, account } =
        await openWebhooks(patient)
      const { id: webhookId } = await subscribe()
      receiver.behave(answering(500))
      await book(0)
      receiver.behave(() => undefined)
      const booking = book(3)
      await waitFor(() => expect(receiver.received).toHaveLength(2))
      if (what === 'is reset') sandbox.control.reset()
      else if (what === 'ends') await sandbox.close()
      else await value(accountWebhooks.delete({ params: { ...account, webhookId } }))
      await booking
      sandbox.control.advanceClock(day)
      await sandbox.control.settled()
      expect(receiver.received).toHaveLength(2)
    },
  )
})
