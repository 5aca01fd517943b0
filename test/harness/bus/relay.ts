import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export { freePort } from '../../../scripts/free-port.ts'

/** A network between stations and a broker. */
export type Relay = Awaited<ReturnType<typeof openRelay>>

/** Opens a relay to a port of loopback: it can be cut and mended, and remembers every byte. */
export async function openRelay(to: number) {
  const chunks: Buffer[] = []
  const sockets = new Set<Socket>()
  let state: 'open' | 'cut' | 'held' = 'open'
  const join = (from: Socket, other: Socket) => {
    sockets.add(from)
    from.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      if (!other.destroyed) other.write(chunk)
    })
    from.on('error', () => undefined)
    from.on('close', () => {
      sockets.delete(from)
      other.destroy()
    })
    if (state === 'held') from.pause()
  }
  const server = createServer((client) => {
    if (state === 'cut') {
      client.destroy()
      return
    }
    const broker = connect(to, '127.0.0.1')
    join(client, broker)
    join(broker, client)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const end = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: (server.address() as AddressInfo).port,
    captured: () => Buffer.concat(chunks),
    cut() {
      state = 'cut'
      end()
    },
    /** Lets nothing through without ending anything, as a cable that was pulled. */
    hold() {
      state = 'held'
      for (const socket of sockets) socket.pause()
    },
    mend() {
      state = 'open'
      for (const socket of sockets) socket.resume()
    },
    async close() {
      end()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
