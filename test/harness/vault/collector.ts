import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer, type TLSSocket, type TlsOptions } from 'node:tls'
import { onTestFinished } from 'vitest'
import { createSelfSigned, type TlsIdentity } from '../service/self-signed.ts'
import { waitFor } from '../wait-for.ts'

/** A syslog message as the collector took it apart. */
type Received = { readonly header: string; readonly data: string; readonly text: string }

/** Act of a collector with a connection; the octets that it reads, it hands to `take`. */
type Manner = (socket: TLSSocket, take: (octets: Buffer) => void) => void

/** Reads everything, and answers the end of the connection with its own. */
export const reading: Manner = (socket, take) => void socket.on('data', take)

/** A syslog collector over TLS: RFC 5425's frames of RFC 5424's messages. */
export type Collector = Awaited<ReturnType<typeof openCollector>>

/** Takes whole frames off the front of what was read; a frame that does not begin with its length throws. */
function createFrames(onMessage: (message: string) => void) {
  let rest = Buffer.alloc(0)
  return (octets: Buffer) => {
    rest = Buffer.concat([rest, octets])
    for (;;) {
      const space = rest.indexOf(' ')
      if (space < 0) return
      const size = rest.toString('latin1', 0, space)
      if (!/^[1-9]\d*$/.test(size)) throw new Error(`no length: ${size.slice(0, 20)}`)
      const end = space + 1 + Number(size)
      if (rest.length < end) return
      onMessage(rest.toString('utf8', space + 1, end))
      rest = rest.subarray(end)
    }
  }
}

/** Takes a message apart by RFC 5424's own grammar; one that does not follow it throws. */
function takeApart(message: string): Received {
  const value = String.raw`"(?:[^"\\\]]|\\["\\\]])*"`
  const name = '[!-<>-\\\\^-~]{1,32}'
  const element = `\\[${name}(?: ${name}=${value})*\\]`
  const header = String.raw`<\d{1,3}>1 \d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z [!-~]{1,255} [!-~]{1,48} [!-~]{1,128} [!-~]{1,32}`
  const match = new RegExp(`^(${header}) ((?:${element})+) ([\\x20-\\x7e]*)$`).exec(message)
  if (!match) throw new Error(`not of RFC 5424: ${message}`)
  const [, head = '', data = '', text = ''] = match
  return { header: head, data, text }
}

/** Opens a collector on loopback that ends with its test. `port` 0: any. */
export async function openCollector({
  port = 0,
  identity,
  options = {},
}: {
  readonly port?: number
  readonly identity?: TlsIdentity
  readonly options?: TlsOptions
} = {}) {
  const own = identity ?? (await createSelfSigned('localhost'))
  const received: Received[] = []
  const sockets = new Set<TLSSocket>()
  const server = createServer({ ...own, ...options }, (socket) => {
    sockets.add(socket.on('error', () => undefined))
    collector.manner(
      socket,
      createFrames((message) => received.push(takeApart(message))),
    )
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const collector = {
    port: (server.address() as AddressInfo).port,
    /** PEM of the certificate that vouches for it. */
    cert: own.cert,
    received,
    manner: reading,
    /** Lists the numbers of the entries that came, in the order in which they did. */
    seqs: (): number[] =>
      received
        .filter(({ header }) => header.endsWith(' ENTRY'))
        .map(({ text }) => (JSON.parse(text) as { seq: number }).seq),
    sees: (seq: number) =>
      waitFor(() => {
        if (!collector.seqs().includes(seq)) throw new Error(`entry ${seq} did not come`)
      }),
    async close() {
      for (const socket of sockets) socket.destroy()
      if (server.listening) await new Promise((resolve) => server.close(resolve))
    },
  }
  onTestFinished(() => collector.close())
  return collector
}
