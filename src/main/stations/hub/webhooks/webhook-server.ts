import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { Timers } from '../../../base/clock.ts'
import { after } from '../../../base/timers.ts'
import { err, ok, type Result } from '../../../../shared/result.ts'
import { boundConnections, listen, type ListenFault } from '../../broker/listen.ts'
import { webhookLimits } from './limits.ts'

/** Address on which the receiver listens. */
export interface WebhookAddress {
  readonly host: string
  /** 0: a free one. */
  readonly port: number
  /** PEM texts; without them it is plain, for a reverse proxy on this machine. */
  readonly tls?: { readonly cert: string; readonly key: string }
  /** ms in which a request must be here as a whole, and connections at once; tests make them small. */
  readonly requestMs?: number
  readonly connections?: number
}

/** A server that listens. */
export interface WebhookServer {
  readonly port: number
  /** A request was genuine. */
  admit(request: IncomingMessage): void
  /** Ends it; requests that are under way have a moment to end. */
  close(): Promise<void>
}

const endMs = 2_000

/**
 * Opens the server of deliveries, with its bounds on connections, headers and slow senders. `onFull`: one was turned
 * away.
 */
export async function openWebhookServer(
  address: WebhookAddress,
  listener: RequestListener,
  { timers, onFull }: { readonly timers: Timers; readonly onFull: () => void },
): Promise<Result<WebhookServer, ListenFault>> {
  const { headerBytes, idleMs } = webhookLimits
  const { host, port, tls, requestMs = webhookLimits.requestMs } = address
  const { connections: most = webhookLimits.connections } = address
  const bounds = {
    maxHeaderSize: headerBytes,
    requestTimeout: requestMs,
    headersTimeout: requestMs,
    keepAliveTimeout: idleMs,
    connectionsCheckingInterval: Math.min(1_000, requestMs),
  }
  const made = tryMake(() =>
    tls
      ? createTlsServer(
          { ...bounds, ...tls, minVersion: 'TLSv1.2', handshakeTimeout: requestMs },
          listener,
        )
      : createServer(bounds, listener),
  )
  if (!made.ok) return made
  const server = made.value
  server.maxConnections = most
  server.on('drop', onFull)
  const connections = boundConnections(server, webhookLimits, { timers, onRefused: onFull })
  const listening = await listen(server, { host, port, backlog: most })
  if (!listening.ok) return listening
  return ok({
    port: listening.value.port,
    admit: ({ socket }) => connections.admit(socket),
    close: () =>
      new Promise<void>((resolve) => {
        const cancel = after(timers, endMs, () => server.closeAllConnections())
        server.close(() => {
          cancel()
          resolve()
        })
        server.closeIdleConnections()
      }),
  })
}

/** OpenSSL throws where a certificate or its key is none. */
function tryMake(make: () => Server): Result<Server, ListenFault> {
  try {
    return ok(make())
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException
    return err({ kind: 'cannotListen', detail: code })
  }
}

/** Receives a body: `tooLarge` as soon as that is known, or `gone` where its sender left. */
export function receiveBody(request: IncomingMessage): Promise<Buffer | 'tooLarge' | 'gone'> {
  const { bodyBytes } = webhookLimits
  if (Number(request.headers['content-length'] ?? 0) > bodyBytes) return Promise.resolve('tooLarge')
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let size = 0
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= bodyBytes) chunks.push(chunk)
      else {
        request.pause()
        resolve('tooLarge')
      }
    })
    request.once('end', () => resolve(Buffer.concat(chunks, size)))
    // Neither an error nor a close ends what ended already.
    request.once('error', () => resolve('gone'))
    request.once('close', () => resolve('gone'))
  })
}
