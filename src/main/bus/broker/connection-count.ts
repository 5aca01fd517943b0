import { isIPv6 } from 'node:net'
import type { BrokerLimits } from './limits.ts'

/** What counts as one address: an IPv4 address, or the /64 of an IPv6 one, which one machine has whole. */
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
