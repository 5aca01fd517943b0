import { connect as connectTls, type TLSSocket } from 'node:tls'
import { err, ok, type Result } from '../../../shared/result.ts'
import { after } from '../../base/timers.ts'
import type { Timers } from '../../base/clock.ts'

/** Address of a broker, and the means to verify it. */
export interface BrokerAddress {
  readonly host: string
  readonly port: number
  readonly trust: BrokerTrust
}

/**
 * `pinned`: SHA-256 of its certificate as hex, colons or none. `authority`: PEM of the CA that signed it, for that
 * host.
 */
export type BrokerTrust =
  | { readonly kind: 'pinned'; readonly fingerprint: string }
  | { readonly kind: 'authority'; readonly ca: string }

/** Reason for a failed connection. `certificate`: someone answers, but not the broker. */
export type TlsFault = { readonly kind: 'unreachable' } | { readonly kind: 'certificate' }

const connectMs = 15_000

/** Node's codes for faults of a certificate: of its chain, its dates and its host. */
const ofCertificate = /CERT|SELF_SIGNED|ISSUER|VERIFY|ALTNAME/

const plain = (fingerprint: string) => fingerprint.replaceAll(':', '').toLowerCase()

// For a pinned certificate the pin is the whole check: neither name, nor time, nor issuer counts, and TLS 1.3 is
// required, as our own broker uses it.
/** Connects by TLS; sends nothing to a broker before its certificate was checked. */
export function connectVerified(
  { host, port, trust }: BrokerAddress,
  timers: Timers,
): Promise<Result<TLSSocket, TlsFault>> {
  return new Promise((resolve) => {
    const isPinned = trust.kind === 'pinned'
    const socket = connectTls({
      host,
      port,
      ...(isPinned ? { rejectUnauthorized: false } : { ca: trust.ca }),
      ...(/^[\d.]+$|:/.test(host) ? {} : { servername: host }),
      minVersion: isPinned ? 'TLSv1.3' : 'TLSv1.2',
    })
    // Else a message waits up to 40 ms for the other side to acknowledge the one before (Nagle's algorithm).
    socket.setNoDelay(true)
    const end = (fault: TlsFault) => {
      cancel()
      socket.destroy()
      resolve(err(fault))
    }
    const cancel = after(timers, connectMs, () => end({ kind: 'unreachable' }))
    socket.on('error', ({ code = '' }: NodeJS.ErrnoException) =>
      end({ kind: ofCertificate.test(code) ? 'certificate' : 'unreachable' }),
    )
    socket.once('close', () => end({ kind: 'unreachable' }))
    socket.once('secureConnect', () => {
      const shown = socket.getPeerCertificate().fingerprint256
      if (isPinned && plain(shown) !== plain(trust.fingerprint)) return end({ kind: 'certificate' })
      cancel()
      resolve(ok(socket))
    })
  })
}
