import { z } from 'zod'
import { assumed } from '../mark.ts'
import { del, get, operations, post, put } from '../operation.ts'
import { nothing, statedPageOf } from '../values.ts'
import {
  createdWebhook,
  eventTypeList,
  newWebhook,
  webhook,
  webhookChange,
  webhookQuery,
  webhookTestResult,
} from './webhook.ts'

const apiKey = z.strictObject({
  'x-api-key': assumed(z.string().min(1).optional(), 'webhook-api-key'),
})

/** The seven webhook operations, which exist once for an account and once without. */
function webhookOperations<const Base extends string>(group: string, base: Base) {
  return operations(group, 'Webhooks', {
    list: get(base, 'List webhook endpoints.', {
      query: webhookQuery,
      headers: apiKey,
      answer: statedPageOf(webhook),
      assumes: ['webhook-scopes', 'empty-fields', 'webhook-cursor-order'],
    }),

    /** Creates an endpoint. Only this answer contains its `signingSecret`. */
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
      {
        answer: webhook,
        assumes: ['webhook-scopes', 'empty-fields', 'webhook-delivery-counts'],
      },
    ),

    /** Changes what the body names and nothing else; also how an endpoint is enabled and disabled. */
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
      {
        answer: nothing,
        status: 204,
        assumes: ['webhook-scopes', 'deleted-status'],
      },
    ),

    test: post(
      `${base}/{webhookId}/test`,
      'Send an event of type test.ping with sample data to verify connectivity.',
      {
        answer: webhookTestResult,
        assumes: ['webhook-scopes', 'webhook-deliveries'],
      },
    ),
  })
}

/** Webhook endpoints of one account. */
export const accountWebhooks = webhookOperations(
  'partner.accountWebhooks',
  '/partner/v2/account/{accountId}/webhook',
)

/** Webhook endpoints of the integrator itself. */
export const webhooks = webhookOperations('partner.webhooks', '/partner/v2/webhook')
