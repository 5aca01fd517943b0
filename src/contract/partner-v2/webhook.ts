import { z } from 'zod'
import { assumed, lenient, readAs } from '../mark.ts'
import { integerId, statedPageQuery, timestamp } from '../values.ts'

const httpsUrl = z
  .url({ protocol: /^https$/ })
  .regex(/^https:\/\//)
  .meta({ format: 'uri' })

/** Endpoint for events: the one record whose fields the partner document states in full. */
export const webhook = z
  .looseObject({
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
  .meta({ id: 'Webhook' })

/** Webhook as created: the only time that the service gives its signing secret. */
export const createdWebhook = webhook
  .extend({ signingSecret: z.string() })
  .meta({ id: 'CreatedWebhook' })

const eventTypes = z.array(z.string())

/** A new endpoint. `secretToken` comes back on deliveries in the header `X-Webhook-Token`, and nowhere else. */
export const newWebhook = z
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

/** Fields of an endpoint that may change. */
export const webhookChange = assumed(
  z.strictObject({
    url: httpsUrl.optional(),
    eventTypes: eventTypes.optional(),
    isEnabled: z.boolean().optional(),
  }),
  'webhook-bodies',
).meta({ id: 'WebhookChange', examples: [{ isEnabled: false }] })

/** Builds a schema of fixed words in any letter case. */
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
export const webhookQuery = z.strictObject({
  active: z.boolean().optional(),
  sortBy: inAnyCase(['CREATED_DATE', 'URL', 'NAME'], 'CREATED_DATE').describe(
    'CREATED_DATE (the default), URL or NAME, in any case.',
  ),
  sortDir: inAnyCase(['ASC', 'DESC'], 'DESC').describe('ASC or DESC (the default), in any case.'),
  ...statedPageQuery,
})

/** The events that can be subscribed to. */
export const eventTypeList = assumed(
  z.looseObject({
    items: z.array(z.looseObject({ name: z.string(), description: z.string().nullish() })),
  }),
  'webhook-event-types',
).meta({ id: 'EventTypeList' })

/** Result of a test delivery. */
export const webhookTestResult = assumed(
  z.looseObject({
    eventType: z.string().nullish(),
    delivered: z.boolean().nullish(),
    statusCode: z.int().nullish(),
    reason: z.string().nullish(),
  }),
  'webhook-test-result',
).meta({ id: 'WebhookTestResult' })
