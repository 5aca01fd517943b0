import { isHttpsOrLoopback } from '../../../shared/loopback.ts'

export interface Endpoint {
  readonly origin: string
  /** Path before an operation's own, without a slash at its end; often empty. */
  readonly prefix: string
}

/**
 * Reads a service address. Throws a TypeError with the option, not its value, unless https (http only to this machine)
 * without credentials, query or fragment.
 */
export function parseEndpoint(option: string, address: string): Endpoint {
  const url = URL.parse(address)
  if (!url) throw new TypeError(`${option} is not an address`)
  if (!isHttpsOrLoopback(url))
    throw new TypeError(`${option} must be https (http only to this machine)`)
  if (url.username || url.password || url.search || url.hash)
    throw new TypeError(`${option} must carry no credentials, query or fragment`)
  return { origin: url.origin, prefix: url.pathname.replace(/\/+$/, '') }
}
