import { z } from 'zod'
import { model } from '../mark.ts'
import { id, timestamp } from '../values.ts'

export const webhookEventTypes = {
  'appointment.created': 'An appointment was booked.',
  'appointment.updated': 'An appointment was moved or changed.',
  'form.completed': 'A form was submitted.',
  'test.ping': 'Somebody wants to know whether deliveries arrive.',
} as const
export type WebhookEventType = keyof typeof webhookEventTypes

/** Headers of a delivery. Only the first is stated; the others are the assumption `webhook-deliveries`. */
export const webhookHeaders = {
  /** The `secretToken` of the endpoint, where it has one. */
  token: 'x-webhook-token',
  /** The delivery: the same for every try of it, so that a receiver can tell a repetition. */
  id: 'x-webhook-id',
  /** Time of this attempt, in seconds since 1970. */
  timestamp: 'x-webhook-timestamp',
  /** `sha256=` and the hexadecimal HMAC-SHA256 of the body as it was sent, keyed with the signing secret. */
  signature: 'x-webhook-signature',
} as const

/** The body of a delivery. `accountId` is null for a test of an endpoint without an account. */
export const webhookEvent = model('WebhookEvent', 'webhook-deliveries', {
  id: z.string(),
  type: z.string(),
  createdAt: timestamp,
  accountId: id.nullish(),
  data: z.looseObject({}),
})
export type WebhookEvent = z.infer<typeof webhookEvent>
