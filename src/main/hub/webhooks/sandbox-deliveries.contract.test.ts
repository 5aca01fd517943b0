import { onTestFinished, expect, it } from 'vitest'
import { createSelfSigned } from '../../../../test/harness/service/self-signed.ts'
import { connectTo } from '../../../../test/harness/service/connect-to.ts'
import { value } from '../../../../test/harness/sandbox/client.ts'
import { newClinicKey, startIn } from '../../../../test/harness/bus/test-station.ts'
import { openReceiver } from '../../../../test/harness/hub/webhooks.ts'
import { waitFor } from '../../../../test/harness/wait-for.ts'
import { startSandbox } from '../../../../sandbox/sandbox.ts'
import { onePacket } from '../../../../sandbox/seeds/cases.ts'
import { createInProcessHub } from '../../bus/in-process.ts'
import type { WebhookEndpoint } from './endpoints.ts'

const secretToken = 'a-token-that-the-clinic-chose'

/** The sandbox, a hub that its deliveries reach over TLS, and a kiosk on the hub's bus. */
async function open() {
  const identity = await createSelfSigned('localhost')
  const sandbox = await startSandbox({ webhooks: { ca: identity.cert } })
  onTestFinished(() => sandbox.close())
  const meeting = createInProcessHub()
  const key = newClinicKey()
  const hub = startIn(meeting, { kind: 'hub', key })
  const kiosk = startIn(meeting, { kind: 'kiosk', key })
  await waitFor(() => expect(kiosk.bus.view().isHeard).toBe(true))
  // Filled once the service has made them: it listens before.
  const endpoints: WebhookEndpoint[] = []
  const receiver = await openReceiver({
    address: { host: '127.0.0.1', port: 0, tls: identity },
    bus: hub.bus,
    endpoints,
  })
  const { client, here } = connectTo(sandbox)
  const subscribe = async (changes: Partial<WebhookEndpoint> = {}) => {
    const made = await value(
      client.partner.accountWebhooks.create({
        params: { accountId: sandbox.accountId },
        body: {
          url: `https://localhost:${receiver.port}/webhooks`,
          eventTypes: ['appointment.created', 'appointment.updated', 'form.completed'],
          secretToken,
        },
      }),
    )
    endpoints.push({ token: secretToken, signingSecret: made.signingSecret, ...changes })
    return made.id
  }
  /** What the kiosk heard of the service, without what differs from run to run. */
  const heard = () =>
    kiosk.heard.flatMap(({ body }) => (body.kind === 'serviceEvent' ? [body] : []))
  const completeForms = async () => {
    const { items } = await value(
      client.partner.formPackets.list({ params: here, query: { patientId: onePacket.id } }),
    )
    const params = { ...here, formPacketId: items[0]?.id ?? 0 }
    await value(client.partner.formPackets.update({ params, body: { status: 'COMPLETED' } }))
    await sandbox.control.settled()
  }
  const ours = () => sandbox.control.deliveries().filter(({ event }) => event.type !== 'test.ping')
  return { sandbox, client, subscribe, receiver, heard, completeForms, ours }
}

it('hands what the sandbox tells over TLS to every kiosk, once, also when it is told again', async () => {
  const { sandbox, client, subscribe, heard, completeForms, ours } = await open()
  const webhookId = await subscribe()
  await completeForms()
  const sent = ours()
  expect(sent.length).toBeGreaterThan(0)
  expect(new Set(sent.map(({ status }) => status))).toEqual(new Set(['DELIVERED']))
  await waitFor(() =>
    expect(
      heard()
        .map(({ eventId }) => eventId)
        .toSorted(),
    ).toEqual(sent.map(({ event }) => event.id).toSorted()),
  )
  expect(heard()[0]).toMatchObject({ type: 'form.completed', accountId: sandbox.accountId })

  for (const { id } of sent) expect(sandbox.control.replayDelivery(id)).toBe(true)
  await sandbox.control.settled()
  for (const { tries } of ours()) expect(tries.at(-1)).toMatchObject({ statusCode: 204 })
  // What comes after them is heard after them.
  const params = { accountId: sandbox.accountId, webhookId }
  const tested = await value(client.partner.accountWebhooks.test({ params }))
  expect(tested).toMatchObject({ delivered: true, statusCode: 204 })
  await waitFor(() => expect(heard().at(-1)).toMatchObject({ type: 'test.ping', subjectId: null }))
  expect(heard()).toHaveLength(sent.length + 1)
  expect(sandbox.control.replayDelivery('unknown')).toBe(false)
})
