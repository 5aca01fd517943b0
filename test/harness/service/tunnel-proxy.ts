import { createServer, type IncomingMessage } from 'node:http'
import { createServer as createTlsServer, type ServerOptions } from 'node:https'
import { connect, type AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { TLSSocket } from 'node:tls'
import { onTestFinished } from 'vitest'

/** Takes every tunnel to the port, or with these `credentials` alone; notes its target, credentials, and any certificate. Ends with the test. */
export async function startProxy(port: number, credentials?: string, tls?: ServerOptions) {
  const tunnels: { to: string | undefined; credentials: string | undefined; showed: boolean }[] = []
  const open = ({ url, headers, socket: own }: IncomingMessage, socket: Duplex) => {
    const [, basic] = /^Basic (.+)$/.exec(headers['proxy-authorization'] ?? '') ?? []
    const given = basic && Buffer.from(basic, 'base64').toString()
    const showed = own instanceof TLSSocket && own.getPeerX509Certificate() !== undefined
    tunnels.push({ to: url, credentials: given, showed })
    if (credentials !== undefined && given !== credentials) {
      socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n')
      return
    }
    const through = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
      through.pipe(socket).pipe(through)
    })
    for (const end of [socket, through])
      end.on('error', () => void [socket, through].map((one) => one.destroy()))
  }
  const proxy = (tls ? createTlsServer(tls) : createServer()).on('connect', open)
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void proxy.close())
  const { port: proxyPort } = proxy.address() as AddressInfo
  return { tunnels, address: `127.0.0.1:${proxyPort}` }
}
