import { randomUUID } from 'node:crypto'
import type { WebhookEvent, WebhookEventType } from '../../src/contract/partner-v2/webhook-event.ts'
import { backoffMs } from '../../src/shared/backoff.ts'
import { iso } from '../clock.ts'
import type { Delivery, State, Try, Webhook } from '../state/types.ts'

const day = 86_400_000
const mostTries = 6
const backoff = { firstMs: 10_000 } as const

/** Checks if the receiver took a delivery. */
export function isSuccess({ statusCode }: Try): boolean {
  return statusCode !== null && statusCode >= 200 && statusCode < 300
}

export const staysHere =
  'this sandbox delivers to this machine alone (127.0.0.1, localhost); start it with --webhooks-anywhere to let it send elsewhere'

interface Happening {
  readonly type: WebhookEventType
  /** Null when it belongs to no account. */
  readonly accountId: number | null
  readonly data: Record<string, unknown>
}

/** Puts an event on its way to one endpoint. `at` in ms of the sandbox clock. */
export function enqueue(
  state: State,
  webhook: Webhook,
  event: WebhookEvent & { readonly type: WebhookEventType },
  at: number,
  maxTries = mostTries,
): Delivery {
  const delivery: Delivery = {
    id: randomUUID(),
    webhookId: webhook.id,
    eventType: event.type,
    body: JSON.stringify(event),
    maxTries,
    tries: [],
    status: 'PENDING',
    nextTryAt: at,
  }
  state.deliveries.set(delivery.id, delivery)
  return delivery
}

/** Builds an event as its receivers get it. `at` in ms of the sandbox clock. */
export function eventOf({ type, accountId, data }: Happening, at: number) {
  return { id: randomUUID(), type, createdAt: iso(at), accountId, data }
}

/** Puts what happened on its way to every enabled endpoint that subscribed to it. */
export function publish(state: State, happening: Happening, at: number): void {
  const event = eventOf(happening, at)
  const granted = state.accounts.get(happening.accountId ?? -1)?.granted ?? false
  for (const webhook of state.webhooks.values()) {
    const inScope = webhook.accountId === null ? granted : webhook.accountId === event.accountId
    if (webhook.isEnabled && inScope && webhook.eventTypes.includes(event.type))
      enqueue(state, webhook, event, at)
  }
}

/** Writes down how a try ended and what follows: done, given up, or another try after twice the wait. */
export function recordTry(delivery: Delivery, made: Try, now: number): void {
  delivery.tries.push(made)
  const { length } = delivery.tries
  if (isSuccess(made)) delivery.status = 'DELIVERED'
  else if (length >= delivery.maxTries || made.reason === staysHere) delivery.status = 'FAILED'
  else delivery.nextTryAt = now + backoffMs(backoff, length)
}

/** Gives up what is still on its way to an endpoint. */
export function cancelPending(state: State, webhook: Webhook): void {
  for (const delivery of state.deliveries.values())
    if (delivery.webhookId === webhook.id && delivery.status === 'PENDING')
      delivery.status = 'CANCELLED'
}

/** Sums up an endpoint's deliveries: every try counts. `now` in ms of the sandbox clock. */
export function deliveryStatus(state: State, webhook: Webhook, now: number) {
  const tries = [...state.deliveries.values()]
    .filter(({ webhookId }) => webhookId === webhook.id)
    .flatMap((delivery) => delivery.tries)
  const good = tries.filter(isSuccess)
  const bad = tries.filter((made) => !isSuccess(made))
  const last = (some: Try[]) =>
    some.length > 0 ? iso(Math.max(...some.map(({ at }) => at))) : null
  const lately = (some: Try[]) => some.filter(({ at }) => at > now - day).length
  return {
    lastSuccessAt: last(good),
    lastFailureAt: last(bad),
    successCount24h: lately(good),
    failureCount24h: lately(bad),
  }
}
