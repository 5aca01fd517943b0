import { webhookAddressFault, webhookScopes, webhookToken } from './limits.ts'
import * as z from 'zod/mini'
import { defineOperations, see, change } from './operation.ts'
import { count, flag, moment, needed, said, texts } from './record-fields.ts'
import { reference } from './references.ts'

const webhookScope = z.enum(webhookScopes)
export type WebhookScope = z.infer<typeof webhookScope>

/** Fields that a page shows of an endpoint of events, by the contract's names, and how its deliveries went. */
export const webhookFields = {
  name: said,
  url: needed,
  eventTypes: texts,
  isEnabled: flag,
  createdAt: moment,
  lastSuccessAt: moment,
  lastFailureAt: moment,
  successCount24h: count,
  failureCount24h: count,
}

const webhookRow = z.strictObject({ webhook: reference, ...webhookFields })
export type WebhookRow = z.infer<typeof webhookRow>

const eventType = z.strictObject({ name: z.string(), description: z.nullable(z.string()) })
export type WebhookEventType = z.infer<typeof eventType>

/**
 * The endpoints of one scope, and the events they can receive; `eventTypes` is null if the service does not list them.
 */
const webhookList = z.strictObject({
  rows: z.array(webhookRow),
  eventTypes: z.nullable(z.array(eventType)),
  /** ms since 1970 at which they were read. */
  readAt: z.number(),
})

const url = z.string().check(z.refine((text) => webhookAddressFault(text) === null))
const eventTypes = z
  .array(z.string().check(z.minLength(1), z.maxLength(200)))
  .check(z.minLength(1), z.maxLength(200))

const webhookDraft = z.strictObject({
  scope: webhookScope,
  url,
  eventTypes,
  name: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(100))),
  secretToken: z.optional(z.string().check(z.regex(webhookToken))),
})
export type WebhookDraft = z.infer<typeof webhookDraft>

/** Changes to an endpoint; omitted fields stay as they are. */
const webhookPatch = z.strictObject({
  url: z.optional(url),
  eventTypes: z.optional(eventTypes),
  isEnabled: z.optional(z.boolean()),
})
export type WebhookPatch = z.infer<typeof webhookPatch>

/** Outcome of a new endpoint. The service gives its signing secret only this once. */
const webhookCreated = z.discriminatedUnion('kind', [
  /** `signingSecret` is null where the answer had none. */
  z.strictObject({ kind: z.literal('created'), signingSecret: z.nullable(z.string()) }),
  /** The answer was lost. `isThere`: it was made, and its secret cannot be had any more; null where nobody could look. */
  z.strictObject({ kind: z.literal('answerLost'), isThere: z.nullable(z.boolean()) }),
])
export type WebhookCreated = z.infer<typeof webhookCreated>

/** Result of a test, as far as the service gives it. */
const webhookTested = z.strictObject({
  delivered: z.nullable(z.boolean()),
  /** The HTTP status with which the address answered. */
  statusCode: z.nullable(z.number()),
})
export type WebhookTested = z.infer<typeof webhookTested>

const one = z.strictObject({ webhook: reference })

/** Operations for the service's event endpoints. They hold no patient data. */
export const integrationOperations = defineOperations({
  queries: {
    /** The endpoints of a scope, the newest first. */
    webhooks: see('integrations', { scope: webhookScope }, webhookList),
    /** One endpoint, and how its deliveries went lately. */
    webhook: see('integrations', one, webhookRow),
  },
  commands: {
    /** Creates an endpoint; its signing secret is shown only this once. */
    createWebhook: change('integrations', webhookDraft, webhookCreated),
    changeWebhook: change('integrations', { webhook: reference, patch: webhookPatch }),
    /** Has the service send a test to an endpoint, and waits for how it went. */
    testWebhook: change('integrations', one, webhookTested),
    /** Removes an endpoint; its undelivered events are dropped. */
    deleteWebhook: change('integrations', one),
  },
})
