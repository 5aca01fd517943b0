import { randomBytes } from 'node:crypto'
import { contract } from '../../src/contract/index.ts'
import { webhookEventTypes } from '../../src/contract/partner-v2/webhook-event.ts'
import { ok, type Result } from '../../src/shared/result.ts'
import { iso } from '../clock.ts'
import { unprocessable, type Refusal } from '../http/refusal.ts'
import { getRoute, paginate, recordRoute, sortable, type Resource } from '../http/resource.ts'
import { route, type Route } from '../http/route.ts'
import { takeId } from '../state/lookup.ts'
import type { State, Webhook } from '../state/types.ts'
import {
  cancelPending,
  deliveryStatus,
  enqueue,
  eventOf,
  isSuccess,
} from '../webhooks/deliveries.ts'

/** Presents an endpoint without either of its secrets. */
function present(state: State, webhook: Webhook, now: number) {
  const { signingSecret: _, ...shown } = webhook
  return {
    ...shown,
    ...deliveryStatus(state, webhook, now),
    name: webhook.name ?? '',
    eventTypes: [...shown.eventTypes],
  }
}

/** Cuts an address or a name to the part that a cursor holds. */
const head = (text: string) => text.slice(0, 400)

const sortKeys: Record<string, (webhook: Webhook) => string> = {
  CREATED_DATE: ({ createdAt }) => createdAt,
  URL: ({ url }) => head(url),
  NAME: ({ name }) => head(name ?? ''),
}

function checkEventTypes(eventTypes: readonly string[]): Result<readonly string[], Refusal> {
  return eventTypes.every((type) => Object.hasOwn(webhookEventTypes, type))
    ? ok([...new Set(eventTypes)])
    : unprocessable('unknown_event_type', 'One of the event types is not in the list of them.')
}

function webhookRoutes(
  operations: typeof contract.partner.accountWebhooks | typeof contract.partner.webhooks,
  isOfIntegrator: boolean,
): Route[] {
  // Both families are one shape; the paths differ only in the account.
  const webhooks = operations as typeof contract.partner.webhooks

  const scopeOf = ({ id }: { readonly id: number }) => (isOfIntegrator ? null : id)
  const endpoint: Resource<Webhook> = {
    name: 'webhook endpoint',
    table: (state) => state.webhooks,
    view: (webhook, { state, clock }) => present(state, webhook, clock.now()),
    isOfIntegrator,
  }

  return [
    route(webhooks.list, ({ state, account, query, now }) => {
      const own = [...state.webhooks.values()].filter(
        ({ accountId, isEnabled }) =>
          accountId === scopeOf(account) && (query.active ?? isEnabled) === isEnabled,
      )
      const sortBy = query.sortBy?.toUpperCase() ?? 'CREATED_DATE'
      const direction = query.sortDir?.toUpperCase() === 'ASC' ? 'ascending' : 'descending'
      const page = paginate(
        own,
        query,
        (webhook) => `${sortKeys[sortBy]?.(webhook)} ${sortable(webhook.id)}`,
        direction,
        `${sortBy} ${direction}`,
      )
      if (!page.ok) return page
      return ok({ ...page.value, items: page.value.items.map((each) => present(state, each, now)) })
    }),

    route(webhooks.create, ({ state, account, body, now }) => {
      const eventTypes = checkEventTypes(body.eventTypes)
      if (!eventTypes.ok) return eventTypes
      const secretToken = body.secretToken ?? null
      if (secretToken !== null && !/^[\x21-\x7e]+$/.test(secretToken))
        return unprocessable(
          'invalid_secret_token',
          'The secret token is sent in a header, so it must be printable ASCII without spaces.',
        )
      const webhook: Webhook = {
        id: takeId(state, 'webhook'),
        accountId: scopeOf(account),
        name: body.name ?? null,
        url: body.url,
        eventTypes: eventTypes.value,
        isEnabled: true,
        signingSecret: `whsec_${randomBytes(32).toString('base64url')}`,
        secretToken,
        createdAt: iso(now),
        updatedAt: iso(now),
      }
      state.webhooks.set(webhook.id, webhook)
      return ok({ ...present(state, webhook, now), signingSecret: webhook.signingSecret })
    }),

    route(webhooks.listEventTypes, () => {
      const items = Object.entries(webhookEventTypes)
      return ok({ items: items.map(([name, description]) => ({ name, description })) })
    }),

    getRoute(webhooks.get, endpoint),

    recordRoute(webhooks.update, endpoint, (webhook, { state, body, now }) => {
      const eventTypes = checkEventTypes(body.eventTypes ?? webhook.eventTypes)
      if (!eventTypes.ok) return eventTypes
      Object.assign(webhook, body, { eventTypes: eventTypes.value, updatedAt: iso(now) })
      return ok(present(state, webhook, now))
    }),

    recordRoute(webhooks.delete, endpoint, (webhook, { state }) => {
      cancelPending(state, webhook)
      state.webhooks.delete(webhook.id)
      return ok(null)
    }),

    recordRoute(webhooks.test, endpoint, async (webhook, { state, account, sandbox, now }) => {
      const data = { message: 'This is a test. Nothing happened.' }
      const ping = eventOf({ type: 'test.ping', accountId: scopeOf(account), data }, now)
      const delivery = enqueue(state, webhook, ping, now, 1)
      await sandbox.sender.tryNow(delivery)
      const made = delivery.tries[0]
      return ok({
        eventType: delivery.eventType,
        delivered: made !== undefined && isSuccess(made),
        statusCode: made?.statusCode ?? null,
        reason: made?.reason ?? null,
      })
    }),
  ]
}

export const allWebhookRoutes = [
  ...webhookRoutes(contract.partner.accountWebhooks, false),
  ...webhookRoutes(contract.partner.webhooks, true),
]
