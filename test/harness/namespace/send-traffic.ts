import { createSocket } from 'node:dgram'
import { lookup } from 'node:dns/promises'
import { connect } from 'node:net'
import { watchNamespace } from './watch-namespace.ts'

// Runs in a network namespace of its own, sends one kind of traffic, and reports what was observed of it.

const kinds: Readonly<Record<string, () => Promise<unknown>>> = {
  nothing: () => Promise.resolve(),
  name: () => lookup('asked-for.example'),
  'udp to another': () => datagram('udp4', '192.0.2.7'),
  'udp to another by IPv6': () => datagram('udp6', '2001:db8::7'),
  'udp to itself': () => datagram('udp4', '127.0.0.1'),
  tcp: () => attempt('192.0.2.7'),
  'tcp to itself': () => attempt('127.0.0.1'),
}

function datagram(family: 'udp4' | 'udp6', host: string): Promise<void> {
  const socket = createSocket(family)
  return new Promise((resolve) =>
    socket.send('x', 5353, host, () => {
      socket.close()
      resolve()
    }),
  )
}

/** Nobody answers: it has sent its first packet as soon as it waits. */
function attempt(host: string): Promise<void> {
  const socket = connect(9, host)
  return new Promise((resolve) => {
    socket.once('error', () => resolve())
    socket.once('connectionAttempt', () => {
      setImmediate(() => {
        socket.destroy()
        resolve()
      })
    })
  })
}

const watch = await watchNamespace()
await kinds[process.argv[2] ?? 'nothing']?.()
process.send?.(await watch.end())
process.disconnect()
