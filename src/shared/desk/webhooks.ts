import * as z from 'zod/mini'
import { reference } from './references.ts'
import { webhookAddressFault } from './webhook-address.ts'

/** Whose events an endpoint hears: the clinic's account's, or those of every account that the connection may use. */
export const webhookScope = z.enum(['account', 'integrator'])
export type WebhookScope = z.infer<typeof webhookScope>

const moment = z.nullable(z.number())
const count = z.nullable(z.number())

/** An endpoint that events are delivered to, and how deliveries went. Null is what the service does not say. Moments are ms since 1970. */
export const webhookRow = z.strictObject({
  webhook: reference,
  name: z.nullable(z.string()),
  url: z.string(),
  eventTypes: z.array(z.string()),
  isEnabled: z.nullable(z.boolean()),
  createdAt: moment,
  lastSuccessAt: moment,
  lastFailureAt: moment,
  successes24h: count,
  failures24h: count,
})
export type WebhookRow = z.infer<typeof webhookRow>

/** An event that can be subscribed to. */
const eventType = z.strictObject({ name: z.string(), description: z.nullable(z.string()) })
export type WebhookEventType = z.infer<typeof eventType>

/** The endpoints of one scope, and what they can hear of; `eventTypes` is null where the service does not tell them. */
export const webhookList = z.strictObject({
  rows: z.array(webhookRow),
  eventTypes: z.nullable(z.array(eventType)),
  /** ms since 1970 at which they were read. */
  readAt: z.number(),
})
export type WebhookList = z.infer<typeof webhookList>

const url = z.string().check(z.refine((text) => webhookAddressFault(text) === null))
const eventTypes = z
  .array(z.string().check(z.minLength(1), z.maxLength(200)))
  .check(z.minLength(1), z.maxLength(200))

/** Sent in a header of each delivery: printable ASCII without a space. */
export const webhookToken = /^[\x21-\x7e]{1,200}$/

/** A new endpoint. */
export const webhookDraft = z.strictObject({
  scope: webhookScope,
  url,
  eventTypes,
  name: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(100))),
  secretToken: z.optional(z.string().check(z.regex(webhookToken))),
})
export type WebhookDraft = z.infer<typeof webhookDraft>

/** What is changed of an endpoint; what is not there stays as it is. */
export const webhookPatch = z.strictObject({
  url: z.optional(url),
  eventTypes: z.optional(eventTypes),
  isEnabled: z.optional(z.boolean()),
})
export type WebhookPatch = z.infer<typeof webhookPatch>

/** What became of a new endpoint. Its signing secret is told by the service this once. */
export const webhookCreated = z.discriminatedUnion('kind', [
  /** `signingSecret` is null where the answer had none. */
  z.strictObject({ kind: z.literal('created'), signingSecret: z.nullable(z.string()) }),
  /** The answer was lost. `isThere`: it was made, and its secret cannot be had any more; null where nobody could look. */
  z.strictObject({ kind: z.literal('answerLost'), isThere: z.nullable(z.boolean()) }),
])
export type WebhookCreated = z.infer<typeof webhookCreated>

/** How a test went, as far as the service says it. */
export const webhookTested = z.strictObject({
  delivered: z.nullable(z.boolean()),
  /** The HTTP status with which the address answered. */
  statusCode: z.nullable(z.number()),
})
export type WebhookTested = z.infer<typeof webhookTested>
