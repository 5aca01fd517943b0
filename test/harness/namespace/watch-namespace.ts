import { createSocket } from 'node:dgram'
import { lookup } from 'node:dns/promises'
import { nameServer, readTraffic, type Traffic } from './network-namespace.ts'

/** A host of the documentation's network (RFC 5737): whoever connects to it is seen on the way out. */
const answer = Buffer.from([192, 0, 2, 99])
const headerLength = 12
const typeA = 1

/** The first question of a query (RFC 1035, 4.1.2): its name, its type, and where it ends. */
function question(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = []
  let at = headerLength
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 }
}

/** An answer to a query: the address for an A question, none for any other. */
function reply(query: Buffer, { type, end }: { type: number; end: number }): Buffer {
  const header = Buffer.alloc(headerLength)
  query.copy(header, 0, 0, 2)
  header.writeUInt16BE(0x8180, 2)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(type === typeA ? 1 : 0, 6)
  const asked = query.subarray(headerLength, end)
  if (type !== typeA) return Buffer.concat([header, asked])
  // A pointer to the name, type A, class IN, a life of one second, four bytes.
  const record = Buffer.from([0xc0, headerLength, 0, 1, 0, 1, 0, 0, 0, 1, 0, 4])
  return Buffer.concat([header, asked, record, answer])
}

/** Starts the name server of this network namespace: it remembers what it was asked, and leads every name to where no one answers. */
async function startNameServer() {
  const asked: string[] = []
  const socket = createSocket('udp4')
  socket.on('message', (query, from) => {
    const about = question(query)
    asked.push(about.name)
    socket.send(reply(query, about), from.port, from.address)
  })
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject)
    socket.bind(53, nameServer, resolve)
  })
  return { asked, close: () => new Promise<void>((resolve) => socket.close(() => resolve())) }
}

function sendDatagram(family: 'udp4' | 'udp6', host: string): Promise<void> {
  const socket = createSocket(family)
  return new Promise((resolve) =>
    socket.send('x', 5353, host, () => {
      socket.close()
      resolve()
    }),
  )
}

/** Network traffic of the programs in a namespace since it was made. */
export interface NamespaceTraffic extends Traffic {
  /** Names that the name server was asked for, each as often as it was. */
  readonly asked: readonly string[]
}

/** Watches this process's network namespace from now on; to be called before anything else is started there. */
export async function watchNamespace(): Promise<{ readonly end: () => Promise<NamespaceTraffic> }> {
  const names = await startNameServer()
  return {
    async end() {
      const seen = { asked: [...names.asked], ...(await readTraffic()) }
      await lookup('control.example')
      await sendDatagram('udp4', '192.0.2.7')
      await sendDatagram('udp6', '2001:db8::7')
      const { outside } = await readTraffic()
      // A watch that does not see these two and that name has seen nothing of what was before them, either.
      if (outside !== seen.outside + 2 || !names.asked.includes('control.example'))
        throw new Error('what is sent in this namespace is not seen')
      await names.close()
      return seen
    },
  }
}
