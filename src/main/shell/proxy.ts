import { RequestError, Server } from 'proxy-chain'
import { describe, isAllowed, isAllowedTunnel, type OriginPolicy } from './policy.ts'

/** A proxy on loopback that only lets through what a policy allows. */
export interface FilteringProxy {
  /** For Chromium's `proxy` option. */
  readonly address: string
  close(): Promise<void>
}

/** A tunnel's end as an address: what goes through it is TLS, as far as anyone can tell. */
const tunnelAddress = (host: string, port: number) =>
  `https://${host.includes(':') && !host.startsWith('[') ? `[${host}]` : host}:${port}/`

/**
 * Starts the one way out of a browser: it sees every request, redirect, frame and socket, and answers
 * 403 to those that `policy` does not allow; `onRefused` hears their origin.
 */
export async function startFilteringProxy(
  policy: OriginPolicy,
  onRefused: (target: string) => void,
): Promise<FilteringProxy> {
  const server = new Server({
    host: '127.0.0.1',
    port: 0,
    prepareRequestFunction: ({ request, hostname, port, isHttp }) => {
      const allowed = isHttp
        ? isAllowed(request.url ?? '', policy)
        : isAllowedTunnel(hostname, port, policy)
      if (allowed) return {}
      onRefused(describe(isHttp ? (request.url ?? '') : tunnelAddress(hostname, port)))
      throw new RequestError('Foyer does not open this address.', 403)
    },
  })
  await server.listen()
  return {
    address: `http://127.0.0.1:${server.port}`,
    close: () => server.close(true),
  }
}
