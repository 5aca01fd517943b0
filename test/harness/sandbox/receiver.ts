import { createServer } from 'node:https'
import type { IncomingHttpHeaders } from 'node:http'
import type { ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createSelfSigned } from '../service/self-signed.ts'

/** A delivery as the receiver saw it. */
interface Received {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** What the receiver does with its `nth` delivery, counted from 1. */
export type DeliveryHandler = (response: ServerResponse, nth: number) => void

/** Answers with a status and nothing else. */
export const answering =
  (status: number): DeliveryHandler =>
  (response) =>
    void response.writeHead(status).end()

/** A receiver of webhook deliveries over TLS, on a free port of this machine. */
export interface Receiver {
  readonly url: string
  /** Its certificate: what a sandbox must be told to trust. */
  readonly ca: string
  readonly received: readonly Received[]
  /** Resolves when `count` deliveries have come in. */
  arrived(count: number): Promise<void>
  /** Does something else from now on. */
  behave(handler: DeliveryHandler): void
  close(): Promise<void>
}

/** Starts a receiver that takes every delivery. */
export async function startReceiver(): Promise<Receiver> {
  const identity = await createSelfSigned('localhost')
  const received: Received[] = []
  const waiting: { readonly count: number; readonly done: () => void }[] = []
  let handler = answering(204)
  const server = createServer(identity, (request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { method = '', url: path = '', headers } = request
      received.push({ method, path, headers, body: Buffer.concat(chunks).toString() })
      handler(response, received.length)
      for (const { count, done } of waiting) if (received.length >= count) done()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `https://localhost:${(server.address() as AddressInfo).port}/hook`,
    ca: identity.cert,
    received,
    arrived: (count) =>
      new Promise((done) => {
        if (received.length >= count) done()
        else waiting.push({ count, done })
      }),
    behave: (next) => {
      handler = next
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
