import { webhookAddressFault, webhookScopes, webhookToken } from './limits.ts'
import * as z from 'zod/mini'
import { defineOperations, see, change } from './operation.ts'
import { count, flag, instant, moment, needed, said, texts } from './record-fields.ts'
import { reference } from './references.ts'

const webhookScope = z.enum(webhookScopes)
export type WebhookScope = z.infer<typeof webhookScope>

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

const webhookList = z.strictObject({
  rows: z.array(webhookRow),
  eventTypes: z.nullable(z.array(eventType)),
  readAt: instant,
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

const webhookTested = z.strictObject({
  delivered: z.nullable(z.boolean()),
  statusCode: z.nullable(z.number()),
})

const one = z.strictObject({ webhook: reference })

export const integrationOperations = defineOperations({
  queries: {
    webhooks: see('integrations', { scope: webhookScope }, webhookList),
    webhook: see('integrations', one, webhookRow),
  },
  commands: {
    /** Creates an endpoint; its signing secret is shown only this once. */
    createWebhook: change('integrations', webhookDraft, webhookCreated),
    changeWebhook: change('integrations', { webhook: reference, patch: webhookPatch }),
    testWebhook: change('integrations', one, webhookTested),
    deleteWebhook: change('integrations', one),
  },
})
