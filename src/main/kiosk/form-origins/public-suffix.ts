import { createRequire } from 'node:module'
import type { parse } from 'tldts'

const load = createRequire(import.meta.url)
// Loaded with the first name that is looked up: the list takes tens of milliseconds, and few starts need it.
const look = (hostname: string) => {
  const list = load('tldts') as { parse: typeof parse }
  return list.parse(hostname, { allowPrivateDomains: true })
}

/** Returns the registered domain by the public suffix list; null for IP addresses, single labels and bare suffixes. */
export function registrableDomain(hostname: string): string | null {
  return look(hostname).domain
}

/** Tells whether a host name is below a suffix of the public list: no IP address, and no name of a local network. */
export function isPublicName(hostname: string): boolean {
  const { domain, isIcann, isPrivate } = look(hostname)
  return domain !== null && (isIcann === true || isPrivate === true)
}
