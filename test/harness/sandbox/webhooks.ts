import { onTestFinished } from 'vitest'
import { connectTo } from '../service/connect-to.ts'
import { createSelfSigned } from '../service/self-signed.ts'
import { startServer, type Behaviour } from '../service/test-service.ts'
import { onePacket } from '../../../sandbox/seeds/cases.ts'
import { webhooks as seededWebhooks } from '../../../sandbox/seeds/seed.ts'
import type { WebhookOptions } from '../../../sandbox/webhooks/sender.ts'
import { testStart, openSandbox, value } from './client.ts'

/** Answers with a status and nothing else. */
export const answering =
  (status: number): Behaviour =>
  (_, response) =>
    void response.writeHead(status).end()

/** Starts a receiver of deliveries over TLS that takes every one; it ends with the test. */
export async function startReceiver() {
  const tls = await createSelfSigned('localhost')
  let handle = answering(204)
  const { port, seen, close } = await startServer((...delivery) => handle(...delivery), { tls })
  onTestFinished(close)
  return {
    url: `https://localhost:${port}/hook`,
    /** Its certificate: what a sandbox must be told to trust. */
    ca: tls.cert,
    received: seen,
    /** Does something else from now on. */
    behave: (next: Behaviour) => void (handle = next),
  }
}

/** A sandbox whose clock stands still, without the seeded endpoints, a client of it, and a receiver that it trusts; all end with the test. */
export async function openWebhooks(options: Partial<WebhookOptions> = {}) {
  const receiver = await startReceiver()
  const sandbox = openSandbox({ clock: () => testStart, webhooks: { ca: receiver.ca, ...options } })
  const { client, here } = connectTo(sandbox)
  const { accountWebhooks, appointments, formPackets, webhooks } = client.partner
  const account = { accountId: sandbox.accountId }
  const seeded = seededWebhooks.map(({ id }) => id)
  for (const { id: webhookId, accountId } of seededWebhooks)
    await value(
      accountId === null
        ? webhooks.delete({ params: { webhookId } })
        : accountWebhooks.delete({ params: { accountId, webhookId } }),
    )

  return {
    sandbox,
    client,
    receiver,
    here,
    account,
    accountWebhooks,
    webhooks,
    control: {
      ...sandbox.control,
      /** The deliveries of this test, the newest first. */
      deliveries: () =>
        sandbox.control.deliveries().filter(({ webhookId }) => !seeded.includes(webhookId)),
      passes: (ms: number) => {
        sandbox.control.advanceClock(ms)
        return sandbox.control.settled()
      },
    },

    /** An endpoint of the account, at the receiver unless the body says otherwise. */
    subscribe: (body: Partial<Parameters<typeof webhooks.create>[0]['body']> = {}) =>
      value(
        accountWebhooks.create({
          params: account,
          body: { url: receiver.url, eventTypes: ['appointment.created'], ...body },
        }),
      ),

    /** Books an appointment, `hour` hours after noon of a day in the far future, and waits for what it sends. */
    book: async (hour = 0) => {
      const { items } = await value(appointments.list({ params: here, query: { limit: 1 } }))
      const [{ practitionerId, appointmentTypeId } = {}] = items
      const body = {
        patientId: onePacket.id,
        practitionerId: practitionerId ?? 0,
        appointmentTypeId: appointmentTypeId ?? 0,
        startAt: new Date(Date.UTC(2027, 0, 4, 18 + hour)).toISOString(),
      }
      const booked = await value(appointments.create({ params: here, body }))
      await sandbox.control.settled()
      return booked
    },

    /** Completes every form of the patient's packet, and waits for what it sends. */
    complete: async () => {
      const query = { patientId: onePacket.id }
      const { items } = await value(formPackets.list({ params: here, query }))
      const params = { ...here, formPacketId: items[0]?.id ?? 0 }
      const completed = await value(formPackets.update({ params, body: { status: 'COMPLETED' } }))
      await sandbox.control.settled()
      return completed
    },
  }
}
