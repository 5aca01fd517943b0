import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createTlsServer, type ServerOptions } from 'node:https'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import type { WallClock } from '../../../src/main/base/clock.ts'
import { createIntakeClient } from '../../../src/main/intake/client/client.ts'
import type { IntakeClientOptions } from '../../../src/main/intake/client/call-types.ts'
import { clientOptionsOf } from './connect-to.ts'

/** A longer timer than this is a deadline; the test moves it by hand. */
const longestPauseMs = 11_000

type Deadline = { readonly at: number; readonly action: () => void }

/** A clock that stands still. A pause ends at once, moves the time on, and stands in `pauses`; a deadline comes only with `advance`. */
export function createTestClock() {
  let now = 1_000
  const deadlines = new Set<Deadline>()
  const pauses: number[] = []
  return {
    pauses,
    now: () => now,
    wallTime: () => Date.UTC(2030, 0, 1),
    setTimeout(action: () => void, ms: number) {
      if (ms > longestPauseMs) {
        const deadline = { at: now + ms, action }
        deadlines.add(deadline)
        return deadline
      }
      pauses.push(ms)
      return setImmediate(() => {
        now += ms
        action()
      })
    },
    clearTimeout(id: unknown) {
      deadlines.delete(id as Deadline)
      clearImmediate(id as NodeJS.Immediate)
    },
    /** Moves the time on and runs every deadline that has come. */
    advance(ms: number) {
      now += ms
      for (const deadline of deadlines)
        if (deadline.at <= now) {
          deadlines.delete(deadline)
          deadline.action()
        }
    },
  } satisfies WallClock & Record<string, unknown>
}

/** A one-time signal between test and server: `send` it, or wait until it was `sent`. */
export function createSignal(): { readonly sent: Promise<void>; send(): void } {
  let send = () => {}
  const sent = new Promise<void>((resolve) => (send = resolve))
  return { sent, send: () => send() }
}

/** A request as a server of a test saw it. */
export interface SeenRequest {
  readonly method: string
  readonly url: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
  /** The body as it came. */
  readonly octets: Buffer
}

/** Answers the requests of a test; `nth` counts them from 1. */
export type Behaviour = (request: SeenRequest, response: ServerResponse, nth: number) => void

/** Starts a server on a free port of `address`, over TLS or in the clear, which reads each request whole. */
export async function startServer(
  behave: Behaviour,
  { tls, address = '127.0.0.1' }: { readonly tls?: ServerOptions; readonly address?: string } = {},
) {
  const seen: SeenRequest[] = []
  const read = (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { method = '', url = '', headers } = request
      const octets = Buffer.concat(chunks)
      const whole = { method, url, headers, body: octets.toString(), octets }
      behave(whole, response, seen.push(whole))
    })
  }
  const server = tls ? createTlsServer(tls, read) : createServer(read)
  await new Promise<void>((resolve) => server.listen(0, address, resolve))
  return {
    port: (server.address() as AddressInfo).port,
    seen: seen as readonly SeenRequest[],
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** A small HTTP server on a free loopback port that grants tokens `token-1`, `token-2`, ... and else behaves as told. */
export async function startTestService(
  behave: Behaviour,
  grant: (nth: number, response: ServerResponse) => void = grantToken(3_600),
) {
  const calls: SeenRequest[] = []
  const tokenRequests: SeenRequest[] = []
  const { port, close } = await startServer((seen, response) => {
    const isToken = /^\/oauth2?\/token$/.test(seen.url)
    const nth = (isToken ? tokenRequests : calls).push(seen)
    if (isToken) grant(nth, response)
    else behave(seen, response, nth)
  })
  return { url: `http://127.0.0.1:${port}`, calls, tokenRequests, close }
}

/** Grants a token that lives for `seconds`. */
export function grantToken(seconds: number) {
  return (nth: number, response: ServerResponse): void =>
    sendJson(response, { access_token: `token-${nth}`, token_type: 'Bearer', expires_in: seconds })
}

/** Answers with JSON. */
export function sendJson(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

/** Error of a call that failed so. */
export const failed = (error: object) => ({ ok: false, error })

export const answering =
  (body: unknown, status = 200): Behaviour =>
  (_request, response) =>
    sendJson(response, body, status)

/** Credentials with words that must never turn up anywhere else. */
const credentials = {
  partner: { clientId: 'partner-id', clientSecret: 'canary-partner-secret' },
  developer: { clientId: 'developer-id', clientSecret: 'canary-developer-secret' },
}

/** Options of a client whose every interface is at one address. */
export const optionsFor = (url: string) => clientOptionsOf({ apiUrl: url, credentials })

/** A real client on a real test service, under a test clock; both end with the test. */
export async function connect(
  behave: Behaviour,
  options: Partial<IntakeClientOptions> = {},
  grant?: Parameters<typeof startTestService>[1],
) {
  const service = await startTestService(behave, grant)
  const clock = createTestClock()
  const client = createIntakeClient({
    ...optionsFor(service.url),
    clock,
    random: () => 0.5,
    ...options,
  })
  onTestFinished(async () => {
    await client.close()
    await service.close()
  })
  return { service, clock, client }
}
