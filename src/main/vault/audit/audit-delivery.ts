import { readFile } from 'node:fs/promises'
import { connect, type ConnectionOptions } from 'node:tls'
import { err, ok, type Result } from '../../../shared/result.ts'
import type { Timers } from '../../base/clock.ts'
import { after } from '../../base/timers.ts'
import type { Settings } from '../../settings/schema.ts'

/** Where the audit is forwarded to; only over TLS. */
export type SyslogTarget = Settings['audit']['forward'] & { readonly host: string }

/** ms that one delivery may take: a collector that does not read costs no more than this and one batch of memory. */
const deliveryMs = 30_000
/** ms between the last octet and our end: a collector that hangs up without having read says so within them. */
const settleMs = 1_000

/** Why a delivery failed: a code of the system or of TLS, or one of these words. */
export type DeliveryFault = string

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? 'unknown'

/** Reads whom to trust and who we are, anew each time: certificates are renewed while a kiosk runs. */
async function readIdentity(
  target: SyslogTarget,
): Promise<Result<ConnectionOptions, DeliveryFault>> {
  const options: ConnectionOptions = {}
  const files = { ca: target.caFile, cert: target.certFile, key: target.keyFile }
  for (const name of ['ca', 'cert', 'key'] as const) {
    const path = files[name]
    if (path === null) continue
    try {
      options[name] = await readFile(path)
    } catch (error) {
      return err(`${name}File ${codeOf(error)}`)
    }
  }
  return ok(options)
}

/**
 * Sends octets to a syslog collector over a TLS connection of their own, and says whether they arrived. Syslog knows no
 * acknowledgement; what stands for it is the end of the connection: we send `close_notify` when all is said, and the
 * collector, which must answer it (RFC 5425, 4.4), has read everything before it. Whatever else ends the connection is
 * a failure, and all of it is sent again. The certificate must be one of `caFile` (else of Node's own list) and name
 * the host, whatever the environment says.
 */
export async function deliver(
  target: SyslogTarget,
  octets: Buffer,
  { clock, signal }: { readonly clock: Timers; readonly signal: AbortSignal },
): Promise<Result<null, DeliveryFault>> {
  const identity = await readIdentity(target)
  if (!identity.ok) return identity
  return new Promise((resolve) => {
    if (signal.aborted) return resolve(err('stopped'))
    let isSaid = false
    let cancelSettling = () => {}
    const { host, port } = target
    const socket = connect({
      ...identity.value,
      host,
      port,
      minVersion: 'TLSv1.2',
      rejectUnauthorized: true,
    })
    const stop = () => settle(err('stopped'))
    const cancel = after(clock, deliveryMs, () => settle(err('timedOut')))
    function settle(outcome: Result<null, DeliveryFault>) {
      cancel()
      cancelSettling()
      signal.removeEventListener('abort', stop)
      socket.destroy()
      resolve(outcome)
    }
    signal.addEventListener('abort', stop)
    socket.on('error', (error) => settle(err(codeOf(error))))
    // Syslog goes one way.
    socket.on('data', () => settle(err('unexpectedData')))
    socket.once('end', () => settle(isSaid ? ok(null) : err('closedEarly')))
    socket.once('close', () => settle(err('closedEarly')))
    socket.once('secureConnect', () =>
      socket.write(octets, () => {
        cancelSettling = after(clock, settleMs, () => {
          isSaid = true
          socket.end()
        })
      }),
    )
  })
}
