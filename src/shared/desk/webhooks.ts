import * as z from 'zod/mini'
import { isThisMachine } from '../loopback.ts'
import { defineOperations, see, change } from './operation.ts'
import { count, flag, moment, needed, said, texts } from './record-fields.ts'
import { reference } from './references.ts'

/** Accounts whose events an endpoint receives: the clinic's, or every account that the connection may use. */
export const webhookScope = z.enum(['account', 'integrator'])
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
export type WebhookList = z.infer<typeof webhookList>

/** Most characters of an address. */
const webhookAddressMost = 2_000

/** Reason that events may not be sent to an address. */
export type WebhookAddressFault =
  | 'notAnAddress'
  | 'notHttps'
  | 'hasCredentials'
  | 'hasFragment'
  | 'thisMachine'

/** Finds the fault of an event address; null if none. */
export function webhookAddressFault(text: string): WebhookAddressFault | null {
  // It must be https, without name or password (lists and logs would show them), and not lead back to the sending
  // machine.
  if (text.length > webhookAddressMost || /\s/.test(text) || !URL.canParse(text))
    return 'notAnAddress'
  const { protocol, username, password, hostname, hash } = new URL(text)
  if (protocol !== 'https:' || !text.startsWith('https://')) return 'notHttps'
  if (username !== '' || password !== '') return 'hasCredentials'
  if (hash !== '') return 'hasFragment'
  return isThisMachine(hostname) ? 'thisMachine' : null
}

const url = z.string().check(z.refine((text) => webhookAddressFault(text) === null))
const eventTypes = z
  .array(z.string().check(z.minLength(1), z.maxLength(200)))
  .check(z.minLength(1), z.maxLength(200))

/** Sent in a header of each delivery: printable ASCII without a space. */
export const webhookToken = /^[\x21-\x7e]{1,200}$/

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
