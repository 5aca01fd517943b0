import type { AddressInfo, Server } from 'node:net'
import { err, ok, type Result } from '../../../shared/result.ts'

/** Why nothing listens: another program has the port, this machine has no such address, or what the system says. */
export type ListenFault =
  | { readonly kind: 'portTaken' }
  | { readonly kind: 'noSuchAddress' }
  | { readonly kind: 'cannotListen'; readonly detail: string }

const faultOf = (code: string): ListenFault => {
  if (code === 'EADDRINUSE') return { kind: 'portTaken' }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return { kind: 'noSuchAddress' }
  return { kind: 'cannotListen', detail: code }
}

/** Where something listens. */
export interface ListenAddress {
  readonly host: string
  readonly port: number
}

/** Begins to listen; port 0 is any that is free. */
export function listen(
  server: Server,
  { host, port }: ListenAddress,
): Promise<Result<ListenAddress, ListenFault>> {
  return new Promise((resolve) => {
    const fail = (error: NodeJS.ErrnoException) => resolve(err(faultOf(error.code ?? 'unknown')))
    server.once('error', fail)
    server.listen({ host, port }, () => {
      server.off('error', fail)
      const { address, port: taken } = server.address() as AddressInfo
      resolve(ok({ host: address, port: taken }))
    })
  })
}
