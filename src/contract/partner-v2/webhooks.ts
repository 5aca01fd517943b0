import { z } from 'zod'
import { assumed } from '../mark.ts'
import { defineOperation } from '../operation.ts'
import { accountId, nothing, pathId, statedPageOf } from '../values.ts'
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
function webhookOperations<
  const Name extends string,
  const Base extends string,
  const Scope extends z.ZodRawShape,
>(name: Name, base: Base, scope: Scope) {
  const family = {
    interface: 'partner',
    section: 'Webhooks',
    assumes: ['webhook-scopes'],
  } as const
  const params = z.strictObject(scope)
  const inWebhook = z.strictObject({ ...scope, webhookId: pathId })
  return {
    /** A page of endpoints. Partner API v2, “Webhooks”. */
    list: defineOperation({
      ...family,
      id: `${name}.list`,
      method: 'GET',
      path: base,
      summary: 'List webhook endpoints.',
      params,
      query: webhookQuery,
      headers: apiKey,
      answer: statedPageOf(webhook),
      status: 200,
      assumes: [...family.assumes, 'empty-fields', 'webhook-cursor-order'],
    }),

    /**
     * Creates an endpoint. Its `signingSecret` is told in this answer and never again.
     * Partner API v2, “Webhooks”.
     */
    create: defineOperation({
      ...family,
      id: `${name}.create`,
      method: 'POST',
      path: base,
      summary: 'Create a webhook endpoint; the signing secret is told this once.',
      params,
      body: newWebhook,
      answer: createdWebhook,
      status: 201,
      errors: [400, 401, 403, 422],
      assumes: [...family.assumes, 'empty-fields', 'unprocessable-bodies'],
    }),

    /** The events that can be subscribed to. Partner API v2, “Webhooks”. */
    listEventTypes: defineOperation({
      ...family,
      id: `${name}.listEventTypes`,
      method: 'GET',
      path: `${base}/event-types`,
      summary: 'List the event types that can be subscribed to.',
      params,
      answer: eventTypeList,
      status: 200,
      assumes: [...family.assumes, 'whole-lists'],
    }),

    /** One endpoint and how its deliveries went lately. Partner API v2, “Webhooks”. */
    get: defineOperation({
      ...family,
      id: `${name}.get`,
      method: 'GET',
      path: `${base}/{webhookId}`,
      summary: 'One webhook endpoint with configuration and recent delivery status.',
      params: inWebhook,
      answer: webhook,
      status: 200,
      assumes: [...family.assumes, 'empty-fields', 'webhook-delivery-counts'],
    }),

    /**
     * Changes what the body names and nothing else; also how an endpoint is enabled and disabled.
     * Partner API v2, “Webhooks”.
     */
    update: defineOperation({
      ...family,
      id: `${name}.update`,
      method: 'PUT',
      path: `${base}/{webhookId}`,
      summary: 'Update address, event subscriptions or enabled status of a webhook endpoint.',
      params: inWebhook,
      body: webhookChange,
      answer: assumed(webhook, 'webhook-bodies'),
      status: 200,
      assumes: [...family.assumes, 'empty-fields', 'unprocessable-bodies'],
    }),

    /**
     * Removes an endpoint and cancels what was not delivered to it yet.
     * Partner API v2, “Webhooks”.
     */
    delete: defineOperation({
      ...family,
      id: `${name}.delete`,
      method: 'DELETE',
      path: `${base}/{webhookId}`,
      summary: 'Delete a webhook endpoint; pending deliveries are cancelled.',
      params: inWebhook,
      answer: nothing,
      status: 204,
      assumes: [...family.assumes, 'deleted-status'],
    }),

    /** Sends an event of type `test.ping`. Partner API v2, “Webhooks”. */
    test: defineOperation({
      ...family,
      id: `${name}.test`,
      method: 'POST',
      path: `${base}/{webhookId}/test`,
      summary: 'Send an event of type test.ping with sample data to verify connectivity.',
      params: inWebhook,
      answer: webhookTestResult,
      status: 200,
      assumes: [...family.assumes, 'webhook-deliveries'],
    }),
  }
}

/** Webhook endpoints of one account. */
export const accountWebhooks = webhookOperations(
  'partner.accountWebhooks',
  '/partner/v2/account/{accountId}/webhook',
  { accountId },
)

/** Webhook endpoints of the integrator itself. */
export const webhooks = webhookOperations('partner.webhooks', '/partner/v2/webhook', {})
