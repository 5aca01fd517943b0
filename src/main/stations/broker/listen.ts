import { isIPv6, type AddressInfo, type Server, type Socket } from 'node:net'
import { err, ok, type Result } from '../../../shared/result.ts'
import type { BrokerLimits } from './limits.ts'

/** Reason for a failed listen. */
export interface ListenFault {
  /** Another program has the port, this machine has no such address, or something else. */
  readonly kind: 'portTaken' | 'noSuchAddress' | 'cannotListen'
  /** The system's code, such as `EADDRINUSE`. */
  readonly detail: string
}

const kinds: Readonly<Record<string, ListenFault['kind']>> = {
  EADDRINUSE: 'portTaken',
  EADDRNOTAVAIL: 'noSuchAddress',
  ENOTFOUND: 'noSuchAddress',
}

export interface ListenAddress {
  readonly host: string
  readonly port: number
}

/** Begins to listen; port 0 is any that is free. `backlog`: connections that may wait to be let in. */
export function listen(
  server: Server,
  { host, port, backlog }: ListenAddress & { readonly backlog?: number },
): Promise<Result<ListenAddress, ListenFault>> {
  return new Promise((resolve) => {
    const fail = ({ code: detail = 'unknown' }: NodeJS.ErrnoException) =>
      resolve(err({ kind: kinds[detail] ?? 'cannotListen', detail }))
    server.once('error', fail)
    server.listen({ host, port, ...(backlog !== undefined && { backlog }) }, () => {
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

/** Counts connections, and lets in no more than there may be. The function that comes back says that one ended. */
export function countConnections(
  limits: Pick<BrokerLimits, 'connections' | 'connectionsPerAddress'>,
): (address: string) => (() => void) | undefined {
  const perAddress = new Map<string, number>()
  let all = 0
  return (address) => {
    const group = addressGroup(address)
    const count = perAddress.get(group) ?? 0
    if (all >= limits.connections || count >= limits.connectionsPerAddress) return undefined
    all += 1
    perAddress.set(group, count + 1)
    return () => {
      all -= 1
      const left = (perAddress.get(group) ?? 1) - 1
      if (left > 0) perAddress.set(group, left)
      else perAddress.delete(group)
    }
  }
}

/**
 * Lets in no more connections than there may be, before anything is computed for one. The value ends all that stand.
 */
export function boundConnections(
  server: Server,
  limits: Parameters<typeof countConnections>[0],
): () => void {
  const enter = countConnections(limits)
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    const left = enter(socket.remoteAddress ?? '')
    if (!left) {
      socket.destroy()
      return
    }
    sockets.add(socket)
    socket.once('close', () => {
      sockets.delete(socket)
      left()
    })
  })
  return () => {
    for (const socket of sockets) socket.destroy()
  }
}
