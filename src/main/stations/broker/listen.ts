import { isIPv6, type AddressInfo, type Server, type Socket } from 'node:net'
import { err, ok, type Result } from '../../../shared/result.ts'
import type { Timers } from '../../base/clock.ts'
import { after } from '../../base/timers.ts'
import type { BrokerLimits } from './limits.ts'

export interface ListenFault {
  readonly kind: 'portTaken' | 'noSuchAddress' | 'cannotListen'
  /** The system's code, such as `EADDRINUSE`. */
  readonly detail: string
}

const kinds: Readonly<Record<string, ListenFault['kind']>> = {
  EADDRINUSE: 'portTaken',
  EADDRNOTAVAIL: 'noSuchAddress',
  ENOTFOUND: 'noSuchAddress',
}

export type ListenAddress = { readonly host: string; readonly port: number }

/** Begins to listen; port 0 is any that is free. */
export function listen(
  server: Server,
  { host, port }: ListenAddress,
): Promise<Result<ListenAddress, ListenFault>> {
  return new Promise((resolve) => {
    const fail = ({ code: detail = 'unknown' }: NodeJS.ErrnoException) =>
      resolve(err({ kind: kinds[detail] ?? 'cannotListen', detail }))
    server.once('error', fail)
    server.listen({ host, port }, () => {
      server.off('error', fail)
      const { address, port: taken } = server.address() as AddressInfo
      resolve(ok({ host: address, port: taken }))
    })
  })
}

/** Names what counts as one address: an IPv4 address, or the /64 of an IPv6 one, which one machine has whole. */
export function addressGroup(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined || !isIPv6(address)) return mapped ?? address
  const [head = '', tail] = address.split('%', 1)[0]?.split('::') ?? []
  const first = head === '' ? [] : head.split(':')
  const last = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = Array<string>(Math.max(0, 8 - first.length - last.length)).fill('0')
  return [...first, ...zeros, ...last].slice(0, 4).join(':')
}

/** The socket beneath TLS and the one above have the same. */
const endOf = ({ remoteAddress, remotePort }: Socket) => `${remoteAddress} ${remotePort}`

type Entry = { readonly socket: Socket; forgetStranger(): void }

// One that has shown nothing costs its sender nothing. So those have a budget of their own, in which an address
// has its own, and the one with most of them gives way: none keeps the others out.
/** Bounds a server's connections until they `admit`, or are closed as too slow. `onRefused`: for want of room. */
export function boundConnections(
  server: Server,
  limits: Omit<BrokerLimits, `${string}Rate` | 'packetBytes' | `queued${string}`>,
  { timers, onRefused }: { readonly timers: Timers; readonly onRefused?: () => void },
) {
  const entries = new Map<string, Entry>()
  const strangers = new Map<string, Set<Entry>>()
  let unauthenticated = 0

  function refuseOldest(of: ReadonlySet<Entry> | undefined) {
    const [oldest] = of ?? []
    oldest?.socket.destroy()
    oldest?.forgetStranger()
    onRefused?.()
  }
  server.on('connection', (socket: Socket) => {
    const end = endOf(socket)
    const group = addressGroup(socket.remoteAddress ?? '')
    const alike = strangers.get(group) ?? new Set()
    const cancel = after(timers, limits.unauthenticatedMs, () => socket.destroy())
    const entry: Entry = {
      socket,
      forgetStranger() {
        cancel()
        if (!alike.delete(entry)) return
        unauthenticated -= 1
        if (alike.size === 0) strangers.delete(group)
      },
    }
    entries.set(end, entry)
    strangers.set(group, alike.add(entry))
    unauthenticated += 1
    if (alike.size > limits.unauthenticatedPerAddress) refuseOldest(alike)
    else if (unauthenticated > limits.unauthenticated)
      refuseOldest([...strangers.values()].toSorted((one, other) => other.size - one.size)[0])
    socket.once('close', () => {
      entry.forgetStranger()
      if (entries.get(end) === entry) entries.delete(end)
    })
  })
  return {
    admit: (connection: Socket) => entries.get(endOf(connection))?.forgetStranger(),
    /** Listens no more, and ends every connection. */
    end: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        for (const { socket } of entries.values()) socket.destroy()
      }),
  }
}
