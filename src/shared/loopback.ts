const hosts: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]'])

/** Tells whether a host name, as `URL.hostname` writes it, is this machine: the one place without TLS. */
export function isLoopback(hostname: string): boolean {
  return hosts.has(hostname)
}

/** Tells whether nothing in between can read or change the traffic to an address. */
export function isHttpsOrLoopback({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))
}

// RFC 1122 (127/8, 0/8), RFC 4291 (`::`, `::1`, IPv4 in IPv6), RFC 6761 (`localhost`).
const thisMachine = [
  /^(?:127|0)(?:\.\d{1,3}){3}$/,
  /^\[::1?\]$/,
  /^\[::(?:ffff:)?(?:7f[\da-f]{2}|0):[\da-f]{1,4}\]$/,
  /(?:^|\.)localhost$/,
  /(?:^|\.)localdomain$/,
]

/** Tells whether a host may lead to this machine in any known way. Wider than `isLoopback`: it denies, that grants. */
export function isThisMachine(hostname: string): boolean {
  const name = hostname.replace(/\.+$/, '')
  return thisMachine.some((pattern) => pattern.test(name))
}
