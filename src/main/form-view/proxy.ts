import { RequestError, Server } from 'proxy-chain'
import { describe, isAllowed, isAllowedTunnel, type OriginPolicy } from './policy.ts'

/** Builds the address of a tunnel's end: its content is TLS, as far as anyone can tell. */
const tunnelAddress = (host: string, port: number) =>
  `https://${host.includes(':') && !host.startsWith('[') ? `[${host}]` : host}:${port}/`

/** Starts a browser's only way out, also for sockets: it answers 403 to what `policy` forbids, and tells its origin. */
export async function startFilteringProxy(
  policy: OriginPolicy,
  onRefused: (target: string) => void,
) {
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
  let closing: Promise<void> | undefined
  return {
    address: `http://127.0.0.1:${server.port}`,
    close: () => (closing ??= server.close(true)),
  }
}
