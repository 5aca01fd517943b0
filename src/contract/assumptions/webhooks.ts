import type { Assumption } from './assumption.ts'

/** Assumptions about webhooks and their deliveries, which the documents leave open. */
export const webhooks = {
  'webhook-bodies': {
    assumes:
      'A webhook endpoint is changed with `url`, `eventTypes` and `isEnabled`, each optional; the answer is the endpoint.',
    why: 'The purpose names url, event subscriptions and enabled status; the names are those of the record.',
  },
  'webhook-event-types': {
    assumes:
      'Event types come as `items` with `name` and `description`: `appointment.created`, `appointment.updated`, `form.completed` and `test.ping`. Subscribing to another is refused with 422. `form.completed` is sent when a form is submitted; one that was opened again is sent again when its answers are others by then, or when it completes its packet.',
    why: 'These four names are seen; the list and its shape are not shown, nor what comes of a form that is opened again.',
  },
  'webhook-test-result': {
    assumes:
      'The test operation waits for one try of the delivery, also to a disabled endpoint, and answers 200 with `eventType`, `delivered`, the `statusCode` of the receiver (null without an answer) and the `reason` why there was no answer.',
    why: 'It is there to verify connectivity, and its answer is not shown.',
  },
  'webhook-deliveries': {
    assumes:
      'An event is sent by POST as JSON with `id`, `type`, `createdAt`, `accountId` and `data`, which holds ids and states and no name or contact. Its headers are `X-Webhook-Id` (the delivery, the same for every try), `X-Webhook-Timestamp` (seconds since 1970) and `X-Webhook-Signature`: `sha256=` and the hexadecimal HMAC-SHA256 of the body, keyed with the signing secret. A 2xx within 10 seconds is a success; anything else is tried again after 10, 20, 40, 80 and 160 seconds, and then given up. A disabled endpoint hears of no new event, and what was pending waits until it is enabled.',
    why: 'Payload, signature header and algorithm, retry policy and time-out are not shown.',
  },
  'webhook-delivery-counts': {
    assumes:
      'Every try of a delivery counts, tests too: a 2xx as a success, anything else as a failure.',
    why: 'The fields are named deliveries in the last 24 hours and last successful or failed delivery, without a word on retries.',
  },
  'webhook-scopes': {
    assumes:
      'An endpoint of an account hears the events of that account; one without an account belongs to the integrator and hears those of every account that granted access. Each scope sees its own endpoints alone. The scope without an account is refused with 403 only when no account has granted access.',
    why: 'Each operation exists twice, without a word on how the two differ.',
  },
  'webhook-cursor-order': {
    assumes:
      'A cursor of a webhook list goes with the order (`sortBy`, `sortDir`) in which it was given; with another one it is refused with 400.',
    why: 'A cursor is said to be taken from a previous response, not what comes of it in another order, where it would skip records.',
  },
  'webhook-api-key': {
    assumes:
      'Only the webhook lists take the header `x-api-key`, together with the bearer token. They answer without it too.',
    why: 'The list names the scheme PartnerApiKey together with PartnerOAuth; which operations accept it and how it is issued is not shown, so a client that was given none has to go without.',
  },
} as const satisfies Record<string, Assumption>
