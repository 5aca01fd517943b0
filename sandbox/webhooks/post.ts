import { createHmac } from 'node:crypto'
import { getCACertificates } from 'node:tls'
import { Agent, request } from 'undici'
import { webhookHeaders } from '../../src/contract/partner-v2/webhook-event.ts'
import { isLoopback } from '../../src/shared/loopback.ts'
import type { Delivery, Try, Webhook } from './types.ts'

/** Limits on the targets and the sending of deliveries. */
export interface WebhookOptions {
  /** A certificate (PEM) that receivers are trusted by, beside the machine's own list. */
  readonly ca?: string
  /** Lets deliveries leave this machine. Without it they go to loopback alone. */
  readonly beyondLoopback?: boolean
  /** Real milliseconds that one try may take; 10 seconds when it is left out. */
  readonly timeoutMs?: number
}

/** Reason why a delivery to another machine is not sent. */
export const staysHere =
  'this sandbox delivers to this machine alone (127.0.0.1, localhost); start it with --webhooks-anywhere to let it send elsewhere'

const defaultTimeoutMs = 10_000

/** Signs a body as a receiver checks it: `sha256=` and the hexadecimal HMAC-SHA256. */
function signatureOf(body: string, signingSecret: string): string {
  return `sha256=${createHmac('sha256', signingSecret).update(body).digest('hex')}`
}

function headersOf(webhook: Webhook, { id, body }: Delivery, at: number): Record<string, string> {
  return {
    'content-type': 'application/json',
    'user-agent': 'foyer-sandbox',
    [webhookHeaders.id]: id,
    [webhookHeaders.timestamp]: String(Math.floor(at / 1000)),
    [webhookHeaders.signature]: signatureOf(body, webhook.signingSecret),
    ...(webhook.secretToken !== null && { [webhookHeaders.token]: webhook.secretToken }),
  }
}

/** Sends deliveries over TLS, certificates always checked, redirects never followed. */
export function createPost(options: WebhookOptions) {
  const { ca, beyondLoopback = false, timeoutMs = defaultTimeoutMs } = options
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
        return { at, statusCode: null, reason: reasonOf(error as NodeJS.ErrnoException) }
      }
    },
    close: () => agent.destroy(),
  }
}

function reasonOf({ name, code, message }: NodeJS.ErrnoException): string {
  return name === 'TimeoutError' ? 'timed out' : (code ?? message)
}
