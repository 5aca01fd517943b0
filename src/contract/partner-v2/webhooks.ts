import { z } from 'zod'
import { assumed, lenient, readAs, model, record } from '../mark.ts'
import { del, get, operations, post, put } from '../operation.ts'
import { integerId, nothing, statedPageOf, statedPageQuery, timestamp } from '../values.ts'

const httpsUrl = z
  .url({ protocol: /^https$/ })
  .regex(/^[Hh][Tt][Tt][Pp][Ss]:\/\//)
  .meta({ format: 'uri' })

/** Endpoint for events: the one record whose fields the partner document states in full. */
const webhook = record('Webhook', {
  id: integerId,
  name: lenient(z.string()),
  url: readAs(z.string(), httpsUrl),
  eventTypes: lenient(z.array(z.string())),
  isEnabled: lenient(z.boolean()),
  createdAt: lenient(timestamp),
  updatedAt: lenient(timestamp),
  lastSuccessAt: lenient(timestamp.nullable()),
  lastFailureAt: lenient(timestamp.nullable()),
  successCount24h: lenient(z.int()),
  failureCount24h: lenient(z.int()),
})

/** Webhook as created: the only time that the service gives its signing secret. */
const createdWebhook = webhook.extend({ signingSecret: z.string() }).meta({ id: 'CreatedWebhook' })

const eventTypes = z.array(z.string())

/** A new endpoint. `secretToken` comes back on deliveries in the header `X-Webhook-Token`, and nowhere else. */
const newWebhook = z
  .strictObject({
    url: httpsUrl,
    eventTypes,
    name: z.string().optional(),
    secretToken: z.string().optional(),
  })
  .meta({
    id: 'NewWebhook',
    examples: [
      {
        url: 'https://hooks.clinic.invalid/intake',
        eventTypes: ['form.completed'],
        name: 'Front desk',
      },
    ],
  })

const webhookChange = assumed(
  z.strictObject({
    url: httpsUrl.optional(),
    eventTypes: eventTypes.optional(),
    isEnabled: z.boolean().optional(),
  }),
  'webhook-bodies',
).meta({ id: 'WebhookChange', examples: [{ isEnabled: false }] })

function inAnyCase(words: readonly [string, ...string[]], byDefault: string) {
  const letters = (word: string) =>
    word.replaceAll(/[A-Z]/g, (letter) => `[${letter}${letter.toLowerCase()}]`)
  return z
    .string()
    .regex(new RegExp(`^(?:${words.map(letters).join('|')})$`))
    .optional()
    .meta({ examples: [...words], default: byDefault })
}

/** Query for endpoints; by default the newest come first, active or not. */
const webhookQuery = z.strictObject({
  active: z.boolean().optional(),
  sortBy: inAnyCase(['CREATED_DATE', 'URL', 'NAME'], 'CREATED_DATE').describe(
    'CREATED_DATE (the default), URL or NAME, in any case.',
  ),
  sortDir: inAnyCase(['ASC', 'DESC'], 'DESC').describe('ASC or DESC (the default), in any case.'),
  ...statedPageQuery,
})

const eventTypeList = model('EventTypeList', 'webhook-event-types', {
  items: z.array(z.looseObject({ name: z.string(), description: z.string().nullish() })),
})

const webhookTestResult = model('WebhookTestResult', 'webhook-test-result', {
  eventType: z.string().nullish(),
  delivered: z.boolean().nullish(),
  statusCode: z.int().nullish(),
  reason: z.string().nullish(),
})

const apiKey = z.strictObject({
  'x-api-key': assumed(z.string().min(1).optional(), 'webhook-api-key'),
})

function webhookOperations<const Base extends string>(group: string, base: Base) {
  return operations(group, 'Webhooks', {
    list: get(base, 'List webhook endpoints.', {
      query: webhookQuery,
      headers: apiKey,
      answer: statedPageOf(webhook),
      assumes: ['webhook-scopes', 'empty-fields', 'webhook-cursor-order'],
    }),

    create: post(base, 'Create a webhook endpoint; the signing secret is told this once.', {
      body: newWebhook,
      answer: createdWebhook,
      status: 201,
      errors: [400, 401, 403, 422],
      assumes: ['webhook-scopes', 'empty-fields', 'unprocessable-bodies'],
    }),

    listEventTypes: get(`${base}/event-types`, 'List the event types that can be subscribed to.', {
      answer: eventTypeList,
      assumes: ['webhook-scopes', 'whole-lists'],
    }),

    get: get(
      `${base}/{webhookId}`,
      'One webhook endpoint with configuration and recent delivery status.',
      { answer: webhook, assumes: ['webhook-scopes', 'empty-fields', 'webhook-delivery-counts'] },
    ),

    update: put(
      `${base}/{webhookId}`,
      'Update address, event subscriptions or enabled status of a webhook endpoint.',
      {
        body: webhookChange,
        answer: assumed(webhook, 'webhook-bodies'),
        assumes: ['webhook-scopes', 'empty-fields', 'unprocessable-bodies'],
      },
    ),

    delete: del(
      `${base}/{webhookId}`,
      'Delete a webhook endpoint; pending deliveries are cancelled.',
      { answer: nothing, status: 204, assumes: ['webhook-scopes', 'deleted-status'] },
    ),

    test: post(
      `${base}/{webhookId}/test`,
      'Send an event of type test.ping with sample data to verify connectivity.',
      { answer: webhookTestResult, assumes: ['webhook-scopes', 'webhook-deliveries'] },
    ),
  })
}

export const accountWebhooks = webhookOperations(
  'partner.accountWebhooks',
  '/partner/v2/account/{accountId}/webhook',
)

export const webhooks = webhookOperations('partner.webhooks', '/partner/v2/webhook')
