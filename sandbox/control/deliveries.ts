import type { WebhookEvent } from '../../src/contract/partner-v2/webhook-event.ts'
import { iso } from '../clock.ts'
import type { State } from '../state/types.ts'
import type { Delivery } from '../webhooks/types.ts'

/** A webhook delivery as the control endpoint shows it; times are ISO timestamps of the sandbox clock. */
export interface DeliveryView {
  readonly id: string
  readonly webhookId: number
  readonly eventType: string
  readonly status: Delivery['status']
  readonly event: WebhookEvent
  /** `statusCode` is what the receiver answered; without an answer it is null and `reason` says why. */
  readonly tries: readonly {
    readonly at: string
    readonly statusCode: number | null
    readonly reason: string | null
  }[]
  /** When the next try is due; null when there will be none. */
  readonly nextTryAt: string | null
}

/** Every delivery, oldest first. */
export function viewDeliveries({ deliveries }: State): DeliveryView[] {
  return [...deliveries.values()].map((delivery) => ({
    id: delivery.id,
    webhookId: delivery.webhookId,
    eventType: delivery.eventType,
    status: delivery.status,
    event: JSON.parse(delivery.body) as WebhookEvent,
    tries: delivery.tries.map((made) => ({ ...made, at: iso(made.at) })),
    nextTryAt: delivery.status === 'PENDING' ? iso(delivery.nextTryAt) : null,
  }))
}
