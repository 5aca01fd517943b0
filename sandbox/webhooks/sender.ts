import { createHmac } from 'node:crypto'
import { getCACertificates } from 'node:tls'
import { Agent, request } from 'undici'
import { webhookHeaders } from '../../src/contract/partner-v2/webhook-event.ts'
import { isLoopback } from '../../src/shared/loopback.ts'
import type { SandboxClock } from '../clock.ts'
import type { Delivery, State, Try, Webhook } from '../state/types.ts'
import { recordTry, staysHere } from './deliveries.ts'

export interface WebhookOptions {
  /** A certificate (PEM) that receivers are trusted by, beside the machine's own list. */
  readonly ca?: string
  /** Lets deliveries leave this machine. Without it they go to loopback alone. */
  readonly beyondLoopback?: boolean
  /** Real milliseconds that one try may take; 10 seconds when it is left out. */
  readonly timeoutMs?: number
}

/** The receiver checks a signature: `sha256=` and the hexadecimal HMAC-SHA256 of the body. */
function headersOf(webhook: Webhook, { id, body }: Delivery, at: number): Record<string, string> {
  const hmac = createHmac('sha256', webhook.signingSecret).update(body).digest('hex')
  return {
    'content-type': 'application/json',
    'user-agent': 'foyer-sandbox',
    [webhookHeaders.id]: id,
    [webhookHeaders.timestamp]: String(Math.floor(at / 1000)),
    [webhookHeaders.signature]: `sha256=${hmac}`,
    ...(webhook.secretToken !== null && { [webhookHeaders.token]: webhook.secretToken }),
  }
}

/** Sends deliveries over TLS, certificates always checked, redirects never followed. */
function createPost(options: WebhookOptions) {
  const { ca, beyondLoopback = false, timeoutMs = 10_000 } = options
  const trusted = ca === undefined ? {} : { ca: [...getCACertificates('default'), ca] }
  const agent = new Agent({
    allowH2: false,
    connections: 8,
    connect: { ...trusted, rejectUnauthorized: true },
  })
  return {
    /** Tries once, at `at` ms of the sandbox clock. Never rejects. */
    async send(
      webhook: Webhook,
      delivery: Delivery,
      at: number,
      signal: AbortSignal,
    ): Promise<Try> {
      const url = new URL(webhook.url)
      if (!beyondLoopback && !isLoopback(url.hostname))
        return { at, statusCode: null, reason: staysHere }
      try {
        const { statusCode, body } = await request(url, {
          dispatcher: agent,
          method: 'POST',
          headers: headersOf(webhook, delivery, at),
          body: delivery.body,
          signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
        })
        // Only the status matters: what else the receiver says, however long, is broken off.
        body.on('error', () => undefined).destroy()
        return { at, statusCode, reason: null }
      } catch (error) {
        const { name, code, message } = error as NodeJS.ErrnoException
        const reason = name === 'TimeoutError' ? 'timed out' : (code ?? message)
        return { at, statusCode: null, reason }
      }
    },
    close: () => agent.destroy(),
  }
}

/** Creates a sender of the pending deliveries in the current state. */
export function createSender(stateNow: () => State, clock: SandboxClock, options: WebhookOptions) {
  const post = createPost(options)
  const underWay = new Map<Delivery, { controller: AbortController; done: Promise<void> }>()
  let timer: NodeJS.Timeout | undefined
  let closed = false

  const isWanted = (delivery: Delivery) =>
    delivery.status === 'PENDING' && stateNow().deliveries.get(delivery.id) === delivery

  /** Makes a try of a pending delivery at once, due or not. Never rejects. */
  const tryNow = (delivery: Delivery): Promise<void> => {
    const webhook = stateNow().webhooks.get(delivery.webhookId)
    if (!webhook || closed) return Promise.resolve()
    const controller = new AbortController()
    const run = async () => {
      const made = await post.send(webhook, delivery, clock.now(), controller.signal)
      underWay.delete(delivery)
      if (isWanted(delivery)) recordTry(delivery, made, clock.now())
      wake()
    }
    const done = run()
    underWay.set(delivery, { controller, done })
    return done
  }

  const waiting = () => {
    const { deliveries, webhooks } = stateNow()
    return [...deliveries.values()].filter(
      (delivery) =>
        delivery.status === 'PENDING' &&
        !underWay.has(delivery) &&
        webhooks.get(delivery.webhookId)?.isEnabled,
    )
  }

  /** Brings the wire in line with state and clock: sends what is due, breaks off what is no longer wanted. */
  const wake = (): void => {
    clearTimeout(timer)
    for (const [delivery, { controller }] of underWay) if (!isWanted(delivery)) controller.abort()
    if (closed) return
    const now = clock.now()
    for (const delivery of waiting()) if (delivery.nextTryAt <= now) void tryNow(delivery)
    const next = waiting().reduce((least, { nextTryAt }) => Math.min(least, nextTryAt), Infinity)
    if (Number.isFinite(next)) timer = setTimeout(wake, next - now).unref()
  }

  /** Resolves when no try is under way; what waits for its next try does not count. */
  const settled = async (): Promise<void> => {
    while (underWay.size > 0) await Promise.all([...underWay.values()].map(({ done }) => done))
  }

  return {
    wake,
    tryNow,
    settled,
    close: async (): Promise<void> => {
      closed = true
      clearTimeout(timer)
      for (const { controller } of underWay.values()) controller.abort()
      await settled()
      await post.close()
    },
  }
}
