import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { connect, type TLSSocket } from 'node:tls'
import { within } from '../../base/timers.ts'
import type { Timers } from '../../base/clock.ts'
import { fingerprintOf } from './certificate.ts'
import { mostAnswerBytes } from './messages.ts'

/** What came of a request: the certificate that was met, and the answer where it was asked for one. */
export type ChannelAnswer =
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'otherCertificate' }
  | {
      readonly kind: 'answered'
      readonly status: number
      readonly body: unknown
      readonly fingerprint: string
    }

/** ms for one request, with its connection. */
const requestMs = 20_000

async function readAnswer(response: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > mostAnswerBytes) return undefined
    chunks.push(chunk)
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString()) as unknown
  } catch {
    return undefined
  }
}

/**
 * Posts JSON to a station that nobody vouches for yet. Whatever certificate it shows is taken, as long as it is `pinned`,
 * where that is given: it is the exchange of proofs that tells whether it is the right one, and nothing that must be
 * secret goes over before.
 */
export async function post(
  to: { readonly host: string; readonly port: number; readonly pinned: string | null },
  path: string,
  value: object,
  timers: Timers,
): Promise<ChannelAnswer> {
  const { host, port, pinned } = to
  const socket: TLSSocket = connect({
    host,
    port,
    rejectUnauthorized: false,
    minVersion: 'TLSv1.3',
  })
  socket.on('error', () => undefined)
  const exchange = async (): Promise<ChannelAnswer> => {
    await once(socket, 'secureConnect')
    const raw = socket.getPeerX509Certificate()?.raw
    if (!raw) return { kind: 'unreachable' }
    const fingerprint = fingerprintOf(raw)
    if (pinned !== null && pinned !== fingerprint) return { kind: 'otherCertificate' }
    const body = JSON.stringify(value)
    const sent = request({
      ...{ host, port, path, method: 'POST', createConnection: () => socket },
      headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
    })
    sent.end(body)
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    const read = await readAnswer(response)
    return { kind: 'answered', status: response.statusCode ?? 0, body: read, fingerprint }
  }
  try {
    const done = exchange().catch((): ChannelAnswer => ({ kind: 'unreachable' }))
    return (await within(timers, requestMs, done)) ?? { kind: 'unreachable' }
  } finally {
    socket.destroy()
  }
}
