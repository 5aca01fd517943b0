import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { waitFor } from '../../../../../test/harness/wait-for.ts'
import {
  endpoint,
  eventBody,
  headersOf,
  openReceiver,
} from '../../../../../test/harness/hub/webhooks.ts'
import { createSelfSigned } from '../../../../../test/harness/service/self-signed.ts'
import { connectTo } from '../../../../../test/harness/service/connect-to.ts'
import { value } from '../../../../../test/harness/sandbox/client.ts'
import {
  newClinicKey,
  startIn,
  createInProcessHub,
} from '../../../../../test/harness/bus/test-station.ts'
import { startSandbox } from '../../../../../sandbox/sandbox.ts'
import { onePacket } from '../../../../../sandbox/seeds/cases.ts'
import { signatureOf, type WebhookEndpoint } from './endpoints.ts'

const hour = 3_600_000
const ago = (ms: number) => new Date(Date.now() - ms).toISOString()

it('takes what is genuine, keeps it, and puts its ids and nothing else on the bus', async () => {
  const { deliver, bus, vault, taken } = await openReceiver()
  const data = { id: 501, patientId: 9, note: 'canary' }
  const createdAt = ago(1_000)
  expect(await deliver(eventBody({ id: 'one', createdAt, data }))).toBe(204)
  await waitFor(() => expect(bus.events).toHaveLength(1))
  expect(bus.events[0]).toEqual({
    kind: 'serviceEvent',
    eventId: 'one',
    type: 'appointment.created',
    createdAt,
    accountId: 7,
    subjectId: 501,
  })
  expect(taken).toEqual(['appointment.created'])
  expect(vault.webhookEvents.waiting()).toBe(0)
})

it.each([
  ['appointment.updated', { id: 502 }, 502],
  ['form.completed', { formId: 'f-1', formPacketId: 3 }, 'f-1'],
  ['test.ping', { message: 'A test.' }, null],
])('names the record that %s is of', async (type, data, subjectId) => {
  const { deliver, bus } = await openReceiver()
  expect(await deliver(eventBody({ type, data }))).toBe(204)
  await waitFor(() => expect(bus.events).toMatchObject([{ type, subjectId }]))
})

it('takes a type that nobody knows, and puts it on no bus', async () => {
  const { deliver, bus, taken } = await openReceiver()
  expect(await deliver(eventBody({ type: 'invoice.paid' }))).toBe(204)
  expect(await deliver()).toBe(204)
  await waitFor(() => expect(bus.events).toHaveLength(1))
  expect(taken).toEqual(['unknown', 'appointment.created'])
})

it('takes a replay in silence, also at once, and over a restart', async () => {
  const first = await openReceiver()
  const body = eventBody()
  const all = await Promise.all(Array.from({ length: 20 }, () => first.deliver(body)))
  expect(new Set(all)).toEqual(new Set([204]))
  await waitFor(() => expect(first.bus.events).toHaveLength(1))
  await first.close()
  const again = await openReceiver({ rows: first.vault.webhookEvents })
  expect(await again.deliver(body)).toBe(204)
  expect(await again.deliver()).toBe(204)
  await waitFor(() => expect(again.bus.events).toHaveLength(1))
  expect(again.bus.events[0]?.eventId).not.toBe(first.bus.events[0]?.eventId)
  expect(again.taken).toHaveLength(1)
})

it('takes deliveries in any order', async () => {
  const { deliver, bus } = await openReceiver()
  const later = eventBody({ type: 'appointment.updated', createdAt: ago(1_000) })
  const earlier = eventBody({ createdAt: ago(60_000) })
  expect([await deliver(later), await deliver(earlier)]).toEqual([204, 204])
  await waitFor(() => expect(bus.events).toHaveLength(2))
})

const body = eventBody()
const signed = (text: string, secret: string = endpoint.signingSecret) => ({
  'x-webhook-signature': signatureOf(Buffer.from(text), secret),
})
const tried = (ms: number) => ({
  'x-webhook-timestamp': String(Math.floor((Date.now() + ms) / 1_000)),
})
it.each<[string, Record<string, string>, string, string]>([
  ['a wrong token', { 'x-webhook-token': `${endpoint.token}x` }, body, 'wrongToken'],
  ['a wrong signature', signed(`${body} `), body, 'wrongSignature'],
  ['a signature by another secret', signed(body, 'another'), body, 'wrongSignature'],
  ['no signature', { 'x-webhook-signature': '' }, body, 'wrongSignature'],
  ['an old try', tried(-hour), body, 'wrongTime'],
  ['a try of later', tried(hour), body, 'wrongTime'],
  ['no time', { 'x-webhook-timestamp': '' }, body, 'wrongTime'],
  ['an event of weeks ago', {}, eventBody({ createdAt: ago(8 * 24 * hour) }), 'wrongTime'],
  ['an event of tomorrow', {}, eventBody({ createdAt: ago(-24 * hour) }), 'wrongTime'],
  ['what is no JSON', {}, '{', 'notUnderstood'],
  ['what is no event', {}, '{"id": 5}', 'notUnderstood'],
  ['an id without end', {}, eventBody({ id: 'x'.repeat(500) }), 'notUnderstood'],
])('refuses %s', async (_, headers, sent, reason) => {
  const { deliver, refused, bus } = await openReceiver()
  const isWho = ['wrongToken', 'wrongSignature'].includes(reason)
  expect(await deliver(sent, { headers })).toBe(isWho ? 401 : 400)
  expect(refused).toEqual([reason])
  expect(await deliver(eventBody({ id: 'genuine' }))).toBe(204)
  await waitFor(() => expect(bus.events).toMatchObject([{ eventId: 'genuine' }]))
})

it('answers other methods and paths without reading what they send', async () => {
  const { deliver, url, refused } = await openReceiver()
  expect(await deliver(eventBody(), { method: 'GET' })).toBe(405)
  expect(await deliver(eventBody(), { to: `${url}/more` })).toBe(404)
  expect(refused).toEqual(['otherMethod', 'otherPath'])
})

it('takes deliveries of two endpoints, each with its own secrets and not with the other’s', async () => {
  const other = { token: 'the-token-of-another', signingSecret: 'whsec_of_another_endpoint' }
  const { deliver } = await openReceiver({ endpoints: [endpoint, other] })
  const sent = eventBody()
  const signature = signatureOf(Buffer.from(sent), other.signingSecret)
  const byOther = { 'x-webhook-signature': signature, 'x-webhook-token': other.token }
  expect(await deliver(sent, { headers: byOther })).toBe(204)
  expect(await deliver()).toBe(204)
  expect(await deliver(sent, { headers: { 'x-webhook-signature': signature } })).toBe(401)
})

it('needs no signature and no time where the service gave no signing secret', async () => {
  const { deliver, url } = await openReceiver({ endpoints: [{ token: endpoint.token }] })
  const sent = eventBody()
  const headers = { 'x-webhook-token': endpoint.token }
  expect((await fetch(url, { method: 'POST', body: sent, headers })).status).toBe(204)
  expect(await deliver(sent, { headers: { 'x-webhook-token': 'a-wrong-one-of-a-test' } })).toBe(401)
})

/** Resolves when a socket is closed, by whichever side and however. */
const closeOf = (socket: Socket) =>
  new Promise<void>((resolve) => socket.once('close', () => resolve()))

/** Sends a request of ten million bytes as fast as it is taken, and gives what was answered, and how much was sent. */
async function sendHuge(port: number, framing: string) {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  let answered = ''
  const state = { isOpen: true }
  socket.on('data', (data: Buffer) => (answered += data.toString()))
  socket.on('error', () => undefined)
  const closed = closeOf(socket).then(() => (state.isOpen = false))
  const { 'x-webhook-token': token } = headersOf('')
  socket.write(
    `POST /webhooks HTTP/1.1\r\nhost: x\r\nx-webhook-token: ${token}\r\n${framing}\r\n\r\n`,
  )
  const size = 100_000
  const chunk = `${size.toString(16)}\r\n${'x'.repeat(size)}\r\n`
  for (let sent = 0; sent < 100 && state.isOpen; sent += 1)
    await new Promise<void>((resolve) => socket.write(chunk, () => resolve()))
  await closed
  return answered
}

it.each([
  ['that says so', 'content-length: 10000000'],
  ['that does not', 'transfer-encoding: chunked'],
])('cuts off a body of 10 MB %s', async (_, framing) => {
  const { port, refused, deliver } = await openReceiver()
  const answered = await sendHuge(port, framing)
  // A sender that is still sending when the connection is cut may not read the answer.
  expect(answered).toMatch(/^(HTTP\/1\.1 413 |$)/)
  expect(refused).toEqual(['tooLarge'])
  expect(await deliver()).toBe(204)
})

it('takes a body of 64 kB, and no byte more', async () => {
  const { deliver } = await openReceiver()
  const of = (length: number) => {
    const empty = eventBody({ data: { id: 1, note: '' } }).length
    return eventBody({ data: { id: 1, note: 'x'.repeat(length - empty) } })
  }
  expect(await deliver(of(65_536))).toBe(204)
  expect(await deliver(of(65_537))).toBe(413)
})

it.each([
  ['its headers', 'POST /webhooks HTTP/1.1\r\nhost: x\r\n'],
  [
    'its body',
    `POST /webhooks HTTP/1.1\r\nhost: x\r\nx-webhook-token: ${endpoint.token}\r\ncontent-length: 50\r\n\r\n{`,
  ],
  ['anything', ''],
])('lets go of who never ends %s', async (_, sent) => {
  const { port, deliver } = await openReceiver({
    address: { host: '127.0.0.1', port: 0, requestMs: 1_000 },
  })
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined).resume()
  socket.write(sent)
  await closeOf(socket)
  expect(await deliver()).toBe(204)
})

it('takes a delivery, however many connections of others say nothing', async () => {
  const { port, deliver, refused } = await openReceiver()
  let open = 0
  for (const localAddress of ['127.0.0.2', '127.0.0.3']) {
    const sockets = Array.from({ length: 1_250 }, () =>
      connect({ host: '127.0.0.1', port, localAddress }),
    )
    for (const socket of sockets) {
      onTestFinished(() => void socket.destroy())
      socket.on('error', () => undefined).on('close', () => (open -= 1))
    }
    await Promise.all(sockets.map((socket) => once(socket, 'connect')))
    open += sockets.length
  }
  await waitFor(() => expect(open).toBe(2_000))
  expect(await deliver()).toBe(204)
  expect(refused).toEqual(['full'])
})

it('turns away connections for which there is no room, until one has left', async () => {
  const { port, deliver, refused } = await openReceiver({
    address: { host: '127.0.0.1', port: 0, connections: 1 },
  })
  const first = connect(port, '127.0.0.1')
  await once(first, 'connect')
  await closeOf(connect(port, '127.0.0.1').on('error', () => undefined))
  expect(refused).toEqual(['full'])
  first.destroy()
  await waitFor(async () => expect(await deliver()).toBe(204))
})

it('takes a thousand at once, each once', { tags: 'full' }, async () => {
  const { deliver, bus } = await openReceiver()
  const bodies = Array.from({ length: 1_000 }, () => eventBody())
  const all = await Promise.all(bodies.map((each) => deliver(each)))
  expect(new Set(all)).toEqual(new Set([204]))
  await waitFor(() => expect(bus.events).toHaveLength(1_000), 60_000)
  expect(new Set(bus.events.map(({ eventId }) => eventId)).size).toBe(1_000)
})

it('asks to come again when the vault cannot keep it, and says nothing was taken', async () => {
  const { vault: broken } = await openReceiver()
  const { deliver, refused, bus } = await openReceiver({
    rows: {
      ...broken.webhookEvents,
      keep: () => {
        throw new Error('disk full')
      },
    },
  })
  expect(await deliver()).toBe(503)
  expect(refused).toEqual(['notKept'])
  expect(bus.events).toEqual([])
})

it('asks to come again while too much waits for the bus', async () => {
  const { vault } = await openReceiver()
  const { deliver, refused } = await openReceiver({
    rows: { ...vault.webhookEvents, waiting: () => 50_000 },
  })
  expect(await deliver()).toBe(503)
  expect(refused).toEqual(['full'])
})

it('tells the system’s reason where it cannot listen', async () => {
  const { port } = await openReceiver()
  await expect(openReceiver({ address: { host: '127.0.0.1', port } })).rejects.toThrow('EADDRINUSE')
})

it('hands what the sandbox tells over TLS to every kiosk, once, also when it is told again', async () => {
  const identity = await createSelfSigned('localhost')
  const sandbox = await startSandbox({ webhooks: { ca: identity.cert } })
  onTestFinished(() => sandbox.close())
  const { accountId, control } = sandbox
  const meeting = createInProcessHub()
  const key = newClinicKey()
  const hub = startIn(meeting, { kind: 'hub', key })
  const kiosk = startIn(meeting, { kind: 'kiosk', key })
  await waitFor(() => expect(kiosk.bus.view().isHeard).toBe(true))
  // Filled once the service has made them: it listens before.
  const endpoints: WebhookEndpoint[] = []
  const address = { host: '127.0.0.1', port: 0, tls: identity }
  const receiver = await openReceiver({ address, bus: hub.bus, endpoints })
  const { client, here } = connectTo(sandbox)
  const { accountWebhooks, formPackets } = client.partner
  const eventTypes = ['appointment.created', 'appointment.updated', 'form.completed'] as const
  const secretToken = 'a-token-that-the-clinic-chose'
  const url = `https://localhost:${receiver.port}/webhooks`
  const made = await value(
    accountWebhooks.create({
      params: { accountId },
      body: { url, eventTypes: [...eventTypes], secretToken },
    }),
  )
  endpoints.push({ token: secretToken, signingSecret: made.signingSecret })

  const { items } = await value(
    formPackets.list({ params: here, query: { patientId: onePacket.id } }),
  )
  const packet = { ...here, formPacketId: items[0]?.id ?? 0 }
  await value(formPackets.update({ params: packet, body: { status: 'COMPLETED' } }))
  await control.settled()
  const ours = () => control.deliveries().filter(({ event }) => event.type !== 'test.ping')
  const heard = () =>
    kiosk.heard.flatMap(({ body }) => (body.kind === 'serviceEvent' ? [body] : []))
  const sent = ours()
  expect(sent.length).toBeGreaterThan(0)
  expect(new Set(sent.map(({ status }) => status))).toEqual(new Set(['DELIVERED']))
  await waitFor(() =>
    expect(new Set(heard().map(({ eventId }) => eventId))).toEqual(
      new Set(sent.map(({ event }) => event.id)),
    ),
  )
  expect(heard()[0]).toMatchObject({ type: 'form.completed', accountId })

  for (const { id } of sent) expect(control.replayDelivery(id)).toBe(true)
  await control.settled()
  for (const { tries } of ours()) expect(tries.at(-1)).toMatchObject({ statusCode: 204 })
  // A later event arrives after the earlier ones.
  const tested = await value(accountWebhooks.test({ params: { accountId, webhookId: made.id } }))
  expect(tested).toMatchObject({ delivered: true, statusCode: 204 })
  await waitFor(() => expect(heard().at(-1)).toMatchObject({ type: 'test.ping', subjectId: null }))
  expect(heard()).toHaveLength(sent.length + 1)
  expect(control.replayDelivery('unknown')).toBe(false)
})
