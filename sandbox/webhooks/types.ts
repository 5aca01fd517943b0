import type { WebhookEventType } from '../../src/contract/partner-v2/webhook-event.ts'

export interface Webhook {
  readonly id: number
  /** Null for an endpoint of the integrator itself, which receives the events of every account that granted access. */
  readonly accountId: number | null
  readonly name: string | null
  readonly signingSecret: string
  readonly secretToken: string | null
  readonly createdAt: string
  url: string
  eventTypes: readonly string[]
  isEnabled: boolean
  updatedAt: string
}

export interface Try {
  /** ms of the sandbox clock. */
  readonly at: number
  readonly statusCode: number | null
  readonly reason: string | null
}

export interface Delivery {
  readonly id: string
  readonly webhookId: number
  readonly eventType: WebhookEventType
  /** The event as JSON, the same for every try. */
  readonly body: string
  readonly maxTries: number
  readonly tries: Try[]
  status: 'PENDING' | 'DELIVERED' | 'FAILED' | 'CANCELLED'
  /** Time of the next try, in ms of the sandbox clock, while the delivery is pending. */
  nextTryAt: number
}

/** Checks if the receiver took a delivery. */
export function isSuccess({ statusCode }: Try): boolean {
  return statusCode !== null && statusCode >= 200 && statusCode < 300
}

export const staysHere =
  'this sandbox delivers to this machine alone (127.0.0.1, localhost); start it with --webhooks-anywhere to let it send elsewhere'
