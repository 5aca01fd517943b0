import type {
  IncomingMessage,
  RequestListener,
  ServerResponse,
  IncomingHttpHeaders,
} from 'node:http'
import {
  webhookHeaders,
  webhookEvent,
  webhookEventTypes,
  type WebhookEvent,
} from '../../../../contract/partner-v2/webhook-event.ts'
import { mapOk, type Result, err, ok } from '../../../../shared/result.ts'
import type { Timers, WallClock } from '../../../base/clock.ts'
import { after } from '../../../base/timers.ts'
import type { ListenFault } from '../../broker/listen.ts'
import type { Bus } from '../../port.ts'
import type { WebhookEventRows } from '../../../vault/store/webhook-events.ts'
import { endpointsOfToken, type WebhookEndpoint, endpointOfSignature } from './endpoints.ts'
import { boundEventMemory, createEventKeeper, forwardEvents } from './events.ts'
import { webhookLimits } from './limits.ts'
import {
  openWebhookServer,
  receiveBody,
  type WebhookAddress,
  type WebhookServer,
} from './webhook-server.ts'
import { serviceEvent, type ServiceEvent } from '../../../../shared/bus/messages.ts'
import { parseJson } from '../../../base/parse-json.ts'

/** Reason for a refused request. */
export type WebhookRefusal =
  | DeliveryRefusal
  | 'otherPath'
  | 'otherMethod'
  | 'tooLarge'
  /** Too much waits for the bus, or too many connections stand. */
  | 'full'
  | 'notKept'

/** Parts of the receiver. */
export interface WebhookReceiverParts {
  readonly address: WebhookAddress
  /** Path that the service sends to, such as `/webhooks`. */
  readonly path: string
  readonly endpoints: readonly WebhookEndpoint[]
  readonly rows: WebhookEventRows
  readonly bus: Pick<Bus, 'broadcast'>
  readonly clock: WallClock
  /** Receives the count and reason of refused deliveries: the first at once, others once a minute. */
  readonly onRefused: (reason: WebhookRefusal, count: number) => void
  /**
   * Receives the counts of accepted events in the same way; `type` is the service's, `unknown` if the contract has no
   * such type.
   */
  readonly onTaken: (type: string, count: number) => void
}

const statusOf: Readonly<Record<WebhookRefusal, number>> = {
  wrongToken: 401,
  wrongSignature: 401,
  wrongTime: 400,
  notUnderstood: 400,
  otherPath: 404,
  otherMethod: 405,
  tooLarge: 413,
  full: 503,
  notKept: 503,
}
const takenStatus = 204

// A repeated delivery is answered as if it were new, so that the service stops repeating it.
/**
 * Receives the service's webhook deliveries: keeps each genuine one in the vault, answers it, then puts it on the bus.
 */
export async function openWebhookReceiver(
  parts: WebhookReceiverParts,
): Promise<Result<Omit<WebhookServer, 'admit'>, ListenFault>> {
  const { rows, clock } = parts
  const refusals = createTally(clock, (reason, count) =>
    parts.onRefused(reason as WebhookRefusal, count),
  )
  const taken = createTally(clock, parts.onTaken)
  const forwarder = forwardEvents(rows, parts.bus, clock)
  const keeper = createEventKeeper(rows, clock, () => forwarder.wake())
  const memory = boundEventMemory(rows, clock)

  async function take(request: IncomingMessage): Promise<WebhookRefusal | 'taken' | 'gone'> {
    const { headers } = request
    if (request.url !== parts.path) return 'otherPath'
    if (request.method !== 'POST') return 'otherMethod'
    const token = headers[webhookHeaders.token]
    const ofToken = endpointsOfToken(parts.endpoints, typeof token === 'string' ? token : undefined)
    if (ofToken.length === 0) return 'wrongToken'
    const body = await receiveBody(request)
    if (typeof body === 'string') return body
    const times = { now: clock.wallTime(), oldest: memory.oldest() }
    const read = readDelivery({ headers, body }, ofToken, times)
    if (!read.ok) return read.error
    server?.admit(request)
    const { at, event, isKnown } = read.value
    if (memory.isFull()) return 'full'
    const kept = await keeper.keep({
      eventId: event.eventId,
      at,
      event: isKnown ? JSON.stringify(event) : null,
    })
    if (kept === 'notKept') return kept
    if (kept === 'new') taken.count(isKnown ? event.type : 'unknown')
    return 'taken'
  }

  const listener: RequestListener = (request, response) => {
    // A request may fail in any way that its sender likes; an exception here is a bug, and ends the process.
    void take(request).then((outcome) => {
      if (outcome === 'gone') return
      if (outcome !== 'taken') refusals.count(outcome)
      answer(request, response, outcome)
    })
  }
  let server: WebhookServer | undefined
  const opened = await openWebhookServer(parts.address, listener, {
    timers: clock,
    onFull: () => refusals.count('full'),
  })
  if (opened.ok) {
    server = opened.value
    forwarder.wake()
  }
  const stop = () => {
    memory.stop()
    forwarder.stop()
    refusals.stop()
    taken.stop()
  }
  if (!opened.ok) stop()
  return mapOk(opened, (listening) => ({
    port: listening.port,
    close: () => listening.close().then(stop),
  }))
}

function answer(
  request: IncomingMessage,
  response: ServerResponse,
  outcome: WebhookRefusal | 'taken',
): void {
  if (outcome === 'taken') return void response.writeHead(takenStatus).end()
  const headers: Record<string, string> = {}
  if (outcome === 'otherMethod') headers['allow'] = 'POST'
  if (statusOf[outcome] === 503) headers['retry-after'] = '60'
  if (mayDrain(request)) {
    request.resume()
    return void response.writeHead(statusOf[outcome], headers).end()
  }
  // The rest of the request's body is not waited for.
  response.once('finish', () => request.socket.destroySoon())
  response.writeHead(statusOf[outcome], { ...headers, connection: 'close' }).end()
}

/** A sender whose body is short reads the answer for certain when the body is taken off the line before. */
function mayDrain({ complete, headers }: IncomingMessage): boolean {
  const length = headers['content-length']
  return complete || (length !== undefined && Number(length) <= webhookLimits.bodyBytes)
}

const quietMs = 60_000

/**
 * Counts events: a sender could fill the log and the audit. Reports the first at once, and the count of later ones once a
 * minute.
 */
export function createTally(timers: Timers, tell: (what: string, count: number) => void) {
  const counts = new Map<string, number>()
  let cancel: (() => void) | undefined
  function flush() {
    cancel = undefined
    const told = [...counts].filter(([, count]) => count > 0)
    counts.clear()
    for (const [what, count] of told) tell(what, count)
    if (told.length === 0) return
    // Silent until then for what was told just now.
    for (const [what] of told) counts.set(what, 0)
    cancel = after(timers, quietMs, flush)
  }
  return {
    count(what: string) {
      const before = counts.get(what)
      counts.set(what, (before ?? 0) + 1)
      if (before !== undefined) return
      counts.set(what, 0)
      tell(what, 1)
      cancel ??= after(timers, quietMs, flush)
    },
    /** Reports the remaining counts. */
    stop() {
      cancel?.()
      flush()
      cancel?.()
    },
  }
}

/** Reason for a refused delivery. */
type DeliveryRefusal =
  /** Neither the token nor the signature of an endpoint. */
  | 'wrongToken'
  | 'wrongSignature'
  /** The try, or the event itself, is from another time than now: it may have been taken before. */
  | 'wrongTime'
  /** The body does not fit the contract of a delivery. */
  | 'notUnderstood'

/** A delivery that is genuine. */
interface Delivery {
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
function readDelivery(
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
