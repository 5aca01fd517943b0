import { eventOf, recordTry } from '../webhooks/deliveries.ts'
import type { Delivery, Webhook } from '../webhooks/types.ts'
import { account, since } from './clinics.ts'

const hour = 3_600_000

/** One endpoint of the account and one of the integrator itself. Both are switched off, so nothing is sent to them. */
export const webhooks: readonly Webhook[] = [
  endpoint(50_001, account.id, 'Front desk', ['appointment.created', 'appointment.updated']),
  endpoint(50_002, null, 'Records', ['form.completed']),
]

function endpoint(
  id: number,
  accountId: number | null,
  name: string,
  eventTypes: readonly string[],
): Webhook {
  return {
    id,
    accountId,
    name,
    url: `https://localhost:9443/${name.toLowerCase().replace(' ', '-')}`,
    eventTypes,
    isEnabled: false,
    signingSecret: `whsec_of_the_seeded_endpoint_${id}`,
    secretToken: null,
    createdAt: since,
    updatedAt: since,
  }
}

/** Makes a test of each endpoint an hour before `start` (ms), which arrived at its second try. */
export function testDeliveries(start: number): ReadonlyMap<string, Delivery> {
  return new Map(
    webhooks.map(({ id: webhookId, accountId }) => {
      const id = `3f0a5c1e-7b24-4d8e-9c61-0000000${webhookId}`
      const at = start - hour
      const data = { message: 'This is a test. Nothing happened.' }
      const event = { ...eventOf({ type: 'test.ping', accountId, data }, at), id }
      const delivery: Delivery = {
        id,
        webhookId,
        eventType: 'test.ping',
        body: JSON.stringify(event),
        maxTries: 2,
        tries: [],
        status: 'PENDING',
        nextTryAt: at,
      }
      recordTry(delivery, { at, statusCode: 503, reason: null }, at)
      const again = delivery.nextTryAt
      recordTry(delivery, { at: again, statusCode: 204, reason: null }, again)
      return [id, delivery]
    }),
  )
}
