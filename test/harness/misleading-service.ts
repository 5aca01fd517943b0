import { createServer as createPlain, request as ask, type IncomingMessage } from 'node:http'
import { createServer as createSecure } from 'node:https'
import type { AddressInfo } from 'node:net'

/** What stands between a kiosk and a sandbox: it passes all on, and gives other addresses for forms. */
export interface MisleadingService {
  readonly url: string
  /** Where completion URLs and public links lead from now on; undefined: where they really do. */
  lead(address: string | undefined): void
  close(): Promise<void>
}

/** The fields in which the service gives the address of a form. */
const fields = ['url', 'staticLink']

/** A JSON answer whose addresses of forms lead elsewhere. */
function misled(body: string, address: string): string {
  const answer: unknown = JSON.parse(body)
  if (typeof answer !== 'object' || answer === null) return body
  const named = fields.filter((name) => name in answer).map((name) => [name, address])
  return JSON.stringify({ ...answer, ...Object.fromEntries(named) })
}

const textOf = async (stream: IncomingMessage) => {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

/**
 * Starts such a service before the one at `apiUrl`, on a free port: in the clear on 127.0.0.1, or with `tls` on the
 * address that its certificate is for.
 */
export async function startMisleadingService(
  apiUrl: string,
  tls?: { readonly cert: string; readonly key: string; readonly address: string },
): Promise<MisleadingService> {
  let lead: string | undefined
  const handle: Parameters<typeof createPlain>[1] = (request, response) => {
    const { method, url = '/', headers } = request
    const passed = ask(new URL(url, apiUrl), { method, headers }, (answer) => {
      void textOf(answer).then((body) => {
        const status = answer.statusCode ?? 500
        const text = lead !== undefined && status === 200 ? misled(body, lead) : body
        const type = answer.headers['content-type'] ?? 'application/json'
        response.writeHead(status, { 'content-type': type }).end(text)
      })
    })
    request.pipe(passed)
  }
  const server = tls ? createSecure(tls, handle) : createPlain(handle)
  const address = tls?.address ?? '127.0.0.1'
  await new Promise<void>((resolve) => server.listen(0, address, resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `${tls ? 'https' : 'http'}://${address}:${port}`,
    lead: (next) => (lead = next),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
