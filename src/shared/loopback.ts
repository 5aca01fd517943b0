const hosts: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]'])

/** Whether a host name, as `URL.hostname` writes it, is this very machine: the one place where TLS may be missing. */
export function isLoopback(hostname: string): boolean {
  return hosts.has(hostname)
}
