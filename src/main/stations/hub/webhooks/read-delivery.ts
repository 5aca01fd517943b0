import type { IncomingHttpHeaders } from 'node:http'
import {
  webhookEvent,
  webhookEventTypes,
  webhookHeaders,
  type WebhookEvent,
} from '../../../../contract/partner-v2/webhook-event.ts'
import { serviceEvent, type ServiceEvent } from '../../../../shared/bus/messages.ts'
import { err, ok, type Result } from '../../../../shared/result.ts'
import { parseJson } from '../../../base/parse-json.ts'
import { endpointOfSignature, type WebhookEndpoint } from './endpoints.ts'
import { webhookLimits } from './limits.ts'

/** Reason for a refused delivery. */
export type DeliveryRefusal =
  /** Neither the token nor the signature of an endpoint. */
  | 'wrongToken'
  | 'wrongSignature'
  /** The try, or the event itself, is from another time than now: it may have been taken before. */
  | 'wrongTime'
  /** The body does not fit the contract of a delivery. */
  | 'notUnderstood'

/** A delivery that is genuine. */
export interface Delivery {
  /** ms since 1970 at which the event was made, by the service's clock. */
  readonly at: number
  readonly event: ServiceEvent
  /** True if the contract knows the type of the event; the bus carries no other. */
  readonly isKnown: boolean
}

/** Field of an event's data that holds the id of its record. */
const subjectField: Readonly<Record<string, string>> = {
  'appointment.created': 'id',
  'appointment.updated': 'id',
  'form.completed': 'formId',
}

// Events from `oldest` or before are refused, because it is not remembered if they came before.
/**
 * Reads a delivery and checks that it is genuine and recent. `endpoints`: those whose token it has. `now`, `oldest`: ms
 * since 1970.
 */
export function readDelivery(
  delivery: { readonly headers: IncomingHttpHeaders; readonly body: Buffer },
  endpoints: readonly WebhookEndpoint[],
  { now, oldest }: { readonly now: number; readonly oldest: number },
): Result<Delivery, DeliveryRefusal> {
  const { headers, body } = delivery
  const endpoint = endpointOfSignature(endpoints, body, textOf(headers[webhookHeaders.signature]))
  if (!endpoint) return err('wrongSignature')
  const sentAt = headers[webhookHeaders.timestamp]
  // A service that does not sign need not date its deliveries either: then only the event has a time.
  const isDated = endpoint.signingSecret !== undefined || sentAt !== undefined
  if (isDated && !isNear(Number(textOf(sentAt)) * 1_000, now)) return err('wrongTime')
  const parsed = webhookEvent.safeParse(parseJson(body.toString('utf8')))
  if (!parsed.success) return err('notUnderstood')
  const made = Date.parse(parsed.data.createdAt)
  const event = serviceEventOf(parsed.data, made)
  if (!event) return err('notUnderstood')
  const earliest = Math.max(oldest, now - webhookLimits.rememberMs)
  if (made <= earliest || made > now + webhookLimits.clockMs) return err('wrongTime')
  return ok({
    at: made,
    event,
    isKnown: Object.hasOwn(webhookEventTypes, event.type),
  })
}

const textOf = (value: string | string[] | undefined) =>
  typeof value === 'string' ? value : undefined

/** False for what is no time at all. */
const isNear = (time: number, now: number) => Math.abs(time - now) <= webhookLimits.clockMs

/** Converts an event for the bus, with ids only. Undefined if an id does not have the bus's form. */
function serviceEventOf(
  { id, type, accountId = null, data }: WebhookEvent,
  made: number,
): ServiceEvent | undefined {
  if (Number.isNaN(made)) return undefined
  const read = serviceEvent.safeParse({
    kind: 'serviceEvent',
    eventId: id,
    type,
    createdAt: new Date(made).toISOString(),
    accountId,
    subjectId: data[subjectField[type] ?? ''] ?? null,
  })
  return read.success ? read.data : undefined
}
