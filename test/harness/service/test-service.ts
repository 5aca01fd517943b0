import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request as the test service saw it. */
export interface SeenRequest {
  readonly method: string
  readonly url: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

/** What the test service says to anything but a token request; `nth` counts those from 1. */
export type Behaviour = (request: SeenRequest, response: ServerResponse, nth: number) => void

/** A small HTTP server on a free loopback port that grants tokens `token-1`, `token-2`, ... and else behaves as told. */
export async function startTestService(
  behave: Behaviour,
  grant: (nth: number, response: ServerResponse) => void = grantToken(3_600),
) {
  const calls: SeenRequest[] = []
  const tokenRequests: SeenRequest[] = []
  const server = createServer(
    reading((seen, response) => {
      const isToken = /^\/oauth2?\/token$/.test(seen.url)
      const list = isToken ? tokenRequests : calls
      list.push(seen)
      if (isToken) grant(list.length, response)
      else behave(seen, response, list.length)
    }),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    tokenRequests,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export type TestService = Awaited<ReturnType<typeof startTestService>>

/** Grants a token that lives for `seconds`. */
export function grantToken(seconds: number) {
  return (nth: number, response: ServerResponse): void =>
    sendJson(response, { access_token: `token-${nth}`, token_type: 'Bearer', expires_in: seconds })
}

/** Answers with JSON. */
export function sendJson(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

/** What a call comes back with that failed so. */
export const failed = (error: object) => ({ ok: false, error })

/** Answers everything alike. */
export const answering =
  (body: unknown, status = 200): Behaviour =>
  (_request, response) =>
    sendJson(response, body, status)

function reading(handle: (seen: SeenRequest, response: ServerResponse) => void): RequestListener {
  return (request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { method = '', url = '', headers } = request
      handle({ method, url, headers, body: Buffer.concat(chunks).toString() }, response)
    })
  }
}
