import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import { ok, type Result } from '../../../shared/result.ts'
import {
  addressGroup,
  boundConnections,
  listen,
  type ListenAddress,
  type ListenFault,
} from '../broker/listen.ts'
import type { Timers } from '../../base/clock.ts'
import type { BrokerIdentity } from './certificate.ts'
import type { ExchangeKeys } from './exchange.ts'
import type { Invitation, PairingRefusal } from './invitation.ts'
import {
  beginPath,
  beginRequest,
  finishPath,
  finishRequest,
  handoverUse,
  mostRequestBytes,
  pairingVersion,
  readJson,
  type FinishRequest,
  type Handover,
} from './messages.ts'
import { sealValue } from './sealed.ts'

/** Options of the pairing server. */
export interface PairingServerOptions extends ListenAddress {
  readonly tls: BrokerIdentity
  readonly timers: Timers
  /** The last invitation, whether it stands or not. */
  readonly invitation: () => Invitation | undefined
  /** Admits a station once, after it showed the right code and met this very certificate. Throws the vault's errors. */
  readonly admit: (station: Pick<FinishRequest, 'kind' | 'name'>) => Handover
  readonly onRefused: (reason: PairingRefusal) => void
  /** A fault of this side, such as a vault that cannot be written. */
  readonly onFailed: (error: unknown) => void
}

/** The server of pairing while it runs. */
export interface PairingServer {
  readonly address: ListenAddress
  close(): Promise<void>
}

const requestMs = 10_000
/** All are without credentials. */
const limits = {
  connections: 0,
  connectionsPerAddress: 0,
  unauthenticated: 50,
  unauthenticatedPerAddress: 10,
  unauthenticatedMs: requestMs,
}

const answer = (response: ServerResponse, status: number, body: object) =>
  response
    .writeHead(status, { 'content-type': 'application/json', connection: 'close' })
    .end(JSON.stringify(body))

/**
 * Pairs stations over HTTPS. All faults get the same answer, so that a caller without the code cannot tell if one
 * stands.
 */
export async function openPairingServer(
  options: PairingServerOptions,
): Promise<Result<PairingServer, ListenFault>> {
  const { invitation, admit, onRefused } = options
  /** Salt that is sent in place of an invitation's if there is none. */
  const decoy = randomBytes(16).toString('base64url')

  function begin(body: unknown): object | PairingRefusal {
    const read = beginRequest.safeParse(body)
    if (!read.success) return 'unreadable'
    const said = invitation()?.begin(read.data.nonce)
    const made = `${randomBytes(24).toString('base64url')}.0.${randomBytes(32).toString('base64url')}`
    return { v: pairingVersion, salt: said?.salt ?? decoy, nonce: said?.nonce ?? made }
  }

  async function finish(body: unknown, address: string): Promise<object | PairingRefusal> {
    const read = finishRequest.safeParse(body)
    if (!read.success) return 'unreadable'
    const keys: ExchangeKeys | PairingRefusal =
      invitation()?.finish(read.data, address) ?? 'noInvitation'
    if (typeof keys === 'string') return keys
    const sealed = await sealValue(keys.handover, handoverUse, admit(read.data))
    return { v: pairingVersion, proof: keys.hubProof, sealed }
  }

  async function serve(request: IncomingMessage, response: ServerResponse) {
    // A body that is too long takes the socket away.
    const address = addressGroup(request.socket.remoteAddress ?? '')
    const isPost = request.method === 'POST'
    const body = isPost ? await readJson(request, mostRequestBytes) : undefined
    const said = isPost && request.url === beginPath ? begin(body) : undefined
    const done =
      said ?? (isPost && request.url === finishPath ? await finish(body, address) : 'unreadable')
    if (typeof done !== 'string') return answer(response, 200, done)
    onRefused(done)
    return answer(response, 403, { error: 'refused' })
  }

  const server = createServer(
    {
      ...options.tls,
      minVersion: 'TLSv1.3',
      maxHeaderSize: 4_096,
    },
    (request, response) => {
      serve(request, response).catch((error: unknown) => {
        // A request that was broken off is no fault of this side.
        if (request.complete) options.onFailed(error)
        if (!response.headersSent) answer(response, 503, { error: 'unavailable' })
        else response.destroy()
      })
    },
  )
  const connections = boundConnections(server, limits, { timers: options.timers })
  const listening = await listen(server, options)
  if (!listening.ok) return listening
  return ok({
    address: listening.value,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      connections.end()
      await closed
    },
  })
}
