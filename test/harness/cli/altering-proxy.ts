import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request as it came to the proxy. */
interface ProxiedRequest {
  readonly method: string
  readonly path: string
}

/** Changes the JSON of an answer; tokens pass as they are. */
export type Alter = (answer: unknown, request: ProxiedRequest) => unknown

/**
 * Stands before a sandbox as a real service does, without a sandbox's control address, and alters its answers to
 * everything but the token requests.
 */
export async function startAlteringProxy(upstream: string, alter: Alter) {
  const requests: ProxiedRequest[] = []
  const server = createServer((request, response) => {
    const { method = '', url: path = '' } = request
    if (path.startsWith('/sandbox/')) return void response.writeHead(404).end()
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const seen = { method, path }
      requests.push(seen)
      const headers = Object.fromEntries(
        ['authorization', 'content-type', 'x-identity-proof-token'].flatMap((name) => {
          const value = request.headers[name]
          return typeof value === 'string' ? [[name, value]] : []
        }),
      )
      const body = method === 'GET' ? null : Buffer.concat(chunks)
      fetch(upstream + path, { method, headers, body }).then(
        async (answer) => {
          const json: unknown = await answer.json()
          const altered = /^\/oauth2?\/token/.test(path) || !answer.ok ? json : alter(json, seen)
          response.writeHead(answer.status, { 'content-type': 'application/json' })
          response.end(JSON.stringify(altered))
        },
        () => response.destroy(),
      )
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
