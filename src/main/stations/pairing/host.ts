import { networkInterfaces } from 'node:os'
import type { StationId, StationKind } from '../../../shared/bus/messages.ts'
import { err, ok, type Result } from '../../../shared/result.ts'
import type { WallClock, Timers } from '../../base/clock.ts'
import { createListeners } from '../../base/listeners.ts'
import { createSequencer } from '../../base/sequencer.ts'
import { createSuppressor } from '../../base/suppressor.ts'
import { after } from '../../base/timers.ts'
import type { Audit } from '../../vault/audit/audit.ts'
import type { PairingRows } from '../../vault/store/rows.ts'
import { createBroker, type Broker } from '../broker/broker.ts'
import type { BrokerLimits } from '../broker/limits.ts'
import {
  type ListenFault,
  addressGroup,
  boundConnections,
  listen,
  type ListenAddress,
} from '../broker/listen.ts'
import type { BrokerLog } from '../broker/rights.ts'
import { createMqttTransport } from '../mqtt/mqtt-transport.ts'
import type { BusTransport } from '../port.ts'
import { createKeyRing } from '../seal.ts'
import { rightsOf, topicsOf } from '../topics.ts'
import { fingerprintOfPem, ownIdentity, type BrokerIdentity } from './certificate.ts'
import { keyFrame, openClinic } from './clinic.ts'
import type { InvitationEntry } from './invitation-text.ts'
import {
  createInvitation,
  invitationMs,
  type Invitation,
  type PairingRefusal,
} from './invitation.ts'
import {
  type BrokerPlace,
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
import { mqttOptionsOf, clinicKeyOf } from './pairing.ts'
import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { ExchangeKeys } from './exchange.ts'
import { sealValue } from './sealed.ts'

/** A broker of the clinic's own, as the settings and the vault name it. */
export interface OutsideBroker extends Pick<BrokerPlace, 'host' | 'port' | 'ca'> {
  /** The name and password of this station there, where they are others than pairing made. */
  readonly login: Pick<BrokerPlace, 'username' | 'password'> | null
}

/** Parts of a desk or hub that pairs stations. */
export interface BusHostOptions {
  readonly rows: PairingRows
  readonly audit: Pick<Audit, 'append'>
  readonly clock: WallClock
  readonly log: BrokerLog
  readonly kind: StationKind
  /** The name of this station (`kiosk.name`). */
  readonly name: string
  /** Interface and ports (`bus.broker`); port 0: any that is free. */
  readonly host: string
  readonly port: number
  readonly pairingPort: number
  /** In the place of the embedded broker. */
  readonly outside?: OutsideBroker
  readonly limits?: Partial<BrokerLimits>
}

/** An invitation as it is shown; it can be used `until` a time in ms since 1970. */
type ShownInvitation = InvitationEntry & { readonly fingerprint: string; readonly until: number }

/** The desk or hub that carries the broker, pairs and unpairs. */
export type BusHost = Extract<Awaited<ReturnType<typeof openBusHost>>, { ok: true }>['value']

/** Opens what a desk or hub needs to carry the bus; nothing listens until a station is paired or invited. */
export async function openBusHost(options: BusHostOptions) {
  const { rows, audit, clock, log, outside, host, kind } = options
  const tls = await ownIdentity(rows)
  const fingerprint = fingerprintOfPem(tls.cert)
  const clinic = openClinic(rows, { kind, now: () => clock.wallTime() })
  const keys = createKeyRing(clinic.keys().map(clinicKeyOf))
  const { station: own, secret } = clinic.self
  let broker: Broker | undefined
  let transport: BusTransport
  if (outside) {
    const { login, ...address } = outside
    const place = { ...address, fingerprint: null, username: own, password: secret, ...login }
    const self = { clinic: clinic.id, station: own, kind }
    transport = createMqttTransport(mqttOptionsOf(place, self))
  } else {
    const limits = options.limits ?? {}
    broker = await createBroker({ tls, clock, log, limits, stations: clinic.lookup })
    transport = broker.transport(rightsOf(clinic.id, own, kind).subscribe)
  }
  const oneByOne = createSequencer()
  const listeners = createListeners()
  const refusals = createSuppressor({ quietMs: 60_000, most: 100, now: () => clock.now() })
  let invitation: Invitation | undefined
  let server: PairingServer | undefined
  let cancelExpiry = () => {}

  async function publishKeys() {
    for (const station of clinic.stations())
      await transport.publish(await keyFrame(clinic, station))
  }

  const openServer = () =>
    openPairingServer({
      tls,
      timers: clock,
      host,
      port: options.pairingPort,
      invitation: () => invitation,
      admit({ kind: as, name }) {
        const place = outside
          ? { host: outside.host, port: outside.port, ca: outside.ca, fingerprint: null }
          : { host: null, port: broker?.address()?.port ?? 0, ca: tls.cert, fingerprint }
        const given = clinic.admit({ kind: as, name, place, by: options.name })
        audit.append('stationPaired', { station: given.station, kind: as, name, side: 'host' })
        listeners.call()
        return given
      },
      onRefused(reason) {
        if (refusals.isNew(reason)) audit.append('pairingRefused', { reason, side: 'host' })
        log('pairingRefused', { reason })
      },
      onFailed: () => log('pairingFailed'),
    })

  /** Begins or ends what listens, as stations and invitation want it. */
  async function settle(): Promise<Result<null, ListenFault>> {
    const isInviting = invitation?.stands() === true
    const wantsBroker = isInviting || clinic.stations().length > 0
    if (broker && wantsBroker && !broker.address()) {
      const begun = await broker.listen({ host, port: options.port })
      if (!begun.ok) return begun
    }
    if (broker && !wantsBroker) await broker.stopListening()
    // It stays for those who come with an old code, and answers them as any wrong one.
    if (isInviting && !server) {
      const opened = await openServer()
      if (!opened.ok) return opened
      server = opened.value
    }
    return ok(null)
  }

  async function endInvitation() {
    invitation?.withdraw()
    cancelExpiry()
    await settle()
  }

  async function close() {
    invitation?.withdraw()
    cancelExpiry()
    await server?.close()
    await broker?.close()
  }

  const begun = await settle()
  if (!begun.ok) {
    await close()
    return begun
  }
  if (broker) await publishKeys()
  return ok({
    clinic,
    /** Keys of this station's own bus, updated at each change of key. */
    keys,
    /** This station's own way to the others: in this process, or to the outside broker. */
    transport,
    /** Address of the embedded broker; undefined while no station is paired or invited. */
    address: () => broker?.address(),
    /** Makes a code for one station, in place of the one before; broker and pairing listen from then on. */
    invite: (as: StationKind) =>
      oneByOne(async (): Promise<Result<ShownInvitation, ListenFault>> => {
        invitation?.withdraw()
        cancelExpiry()
        const made = await createInvitation({ kind: as, fingerprint, clock })
        invitation = made
        const settled = await settle()
        if (!settled.ok || !server) {
          made.withdraw()
          return settled.ok ? err({ kind: 'cannotListen', detail: 'closed' }) : settled
        }
        cancelExpiry = after(clock, invitationMs, () => void oneByOne(settle))
        audit.append('pairingInvited', { kind: as })
        return ok({
          host: shownAddress(host),
          port: server.address.port,
          code: made.code,
          fingerprint,
          until: clock.wallTime() + invitationMs,
        })
      }),
    /** Ends the invitation that stands. */
    withdraw: () => oneByOne(endInvitation),
    /** Revokes a station at once and gives the rest a new key. `by`: for the audit. False: there is none such. */
    unpair: (id: StationId, by: string) =>
      oneByOne(async () => {
        const station = clinic.remove(id)
        if (!station) return false
        const [present] = clinic.keys()
        if (present) keys.change(clinicKeyOf(present))
        await broker?.disconnect(id)
        audit.append('stationUnpaired', { station: id, by, side: 'host' })
        audit.append('clinicKeyChanged', { sequence: present?.sequence ?? 0, side: 'host' })
        await publishKeys()
        // Takes away what the broker keeps of it; an outside broker lets its administrator alone.
        const topics = topicsOf(clinic.id)
        for (const topic of [topics.presence(station.kind, id), topics.key(id)])
          await transport.publish({ topic, payload: new Uint8Array(), retain: true })
        await settle()
        listeners.call()
        return true
      }),
    /** Hands every station its keys anew. */
    publishKeys: () => oneByOne(publishKeys),
    /** Calls `listener` after each change of the stations. */
    onChange: (listener: () => void) => listeners.add(listener),
    close: () => oneByOne(close),
  })
}

/**
 * Returns the address at which others reach this machine: the chosen interface, or the first outward one if all are
 * chosen.
 */
function shownAddress(host: string): string {
  if (!['0.0.0.0', '::', ''].includes(host)) return host
  const outward = Object.values(networkInterfaces())
    .flatMap((each) => each ?? [])
    .filter(({ internal }) => !internal)
  const best = outward.find(({ family }) => family === 'IPv4') ?? outward[0]
  return best?.address ?? '127.0.0.1'
}

/** Options of the pairing server. */
interface PairingServerOptions extends ListenAddress {
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
interface PairingServer {
  readonly address: ListenAddress
  close(): Promise<void>
}

const requestMs = 10_000
/** All are without credentials. */
const limits = {
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
async function openPairingServer(
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
