import { randomUUID } from 'node:crypto'
import { onTestFinished } from 'vitest'
import { Agent, request } from 'undici'
import { systemClock } from '../../../src/main/base/clock.ts'
import {
  openWebhookReceiver,
  type WebhookReceiverParts,
  type WebhookRefusal,
} from '../../../src/main/stations/hub/webhooks/webhook-receiver.ts'
import { signatureOf } from '../../../src/main/stations/hub/webhooks/endpoints.ts'
import { testFolder } from '../test-folder.ts'
import { openTestVault } from '../vault/test-vault.ts'
import { hubBus } from '../bus/fake-bus.ts'

/** Proofs that the deliveries of tests carry. */
export const endpoint = {
  token: 'a-token-of-a-test-endpoint',
  signingSecret: 'whsec_of_a_test_endpoint',
} as const

/** An event as the service sends it, of now unless a test says otherwise. */
export function eventBody(changes: Readonly<Record<string, unknown>> = {}): string {
  return JSON.stringify({
    id: randomUUID(),
    type: 'appointment.created',
    createdAt: new Date().toISOString(),
    accountId: 7,
    data: { id: 501, patientId: 9 },
    ...changes,
  })
}

/** The headers of a genuine delivery of a body, sent now. */
export function headersOf(body: string | Buffer): Record<string, string> {
  return {
    'content-type': 'application/json',
    'x-webhook-id': randomUUID(),
    'x-webhook-timestamp': String(Math.floor(Date.now() / 1_000)),
    'x-webhook-signature': signatureOf(Buffer.from(body), endpoint.signingSecret),
    'x-webhook-token': endpoint.token,
  }
}

/** A receiver on a free port with a vault of its own, a bus that records, and a sender; all end with the test. */
export async function openReceiver(changes: Partial<WebhookReceiverParts> = {}) {
  const folder = testFolder()
  const vault = await openTestVault(folder)
  const bus = hubBus()
  const refused: WebhookRefusal[] = []
  const taken: string[] = []
  const opened = await openWebhookReceiver({
    address: { host: '127.0.0.1', port: 0 },
    path: '/webhooks',
    endpoints: [endpoint],
    rows: vault.webhookEvents,
    bus,
    clock: systemClock,
    onRefused: (reason) => refused.push(reason),
    onTaken: (type) => taken.push(type),
    ...changes,
  })
  if (!opened.ok) throw new Error(opened.error.detail)
  onTestFinished(() => opened.value.close())
  const { port } = opened.value
  const agent = new Agent()
  onTestFinished(() => agent.destroy())
  const url = `http://127.0.0.1:${port}/webhooks`
  return {
    port,
    close: () => opened.value.close(),
    url,
    folder,
    vault,
    bus,
    refused,
    taken,
    /** Sends a delivery, genuine but for `headers`, and gives the status of the answer. */
    deliver: async (
      body: string | Buffer = eventBody(),
      { headers = {}, method = 'POST', to = url } = {},
    ): Promise<number> => {
      const answer = await request(to, {
        method,
        dispatcher: agent,
        headers: { ...headersOf(body), ...headers },
        ...(method === 'POST' && { body }),
      })
      await answer.body.dump()
      return answer.statusCode
    },
  }
}
