import { networkInterfaces } from 'node:os'
import type { StationId, StationKind } from '../../../shared/bus/messages.ts'
import { err, ok, type Result } from '../../../shared/result.ts'
import type { WallClock, Timers, Clock } from '../../base/clock.ts'
import { createListeners } from '../../base/listeners.ts'
import { createSequencer } from '../../base/sequencer.ts'
import { createSuppressor } from '../../base/suppressor.ts'
import { after } from '../../base/timers.ts'
import type { Audit } from '../../vault/audit/audit.ts'
import type { PairingRows } from '../../vault/store/rows.ts'
import { createBroker, type Broker } from '../broker/broker.ts'
import {
  type ListenFault,
  addressGroup,
  boundConnections,
  listen,
  type ListenAddress,
} from '../broker/listen.ts'
import type { BrokerLog } from '../broker/rights.ts'
import { createMqttTransport, fingerprintOf } from '../mqtt/mqtt-transport.ts'
import type { BusTransport } from '../port.ts'
import { createKeyRing } from '../seal.ts'
import { rightsOf, topicsOf } from '../topics.ts'
import { renewIdentity, type BrokerIdentity } from './certificate.ts'
import { keyFrame, openClinic } from './clinic.ts'
import { type InvitationEntry, newCode } from './invitation-text.ts'
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
import { createHmac, randomBytes, X509Certificate } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import { type ExchangeKeys, isSame, keysOf, rootOf } from './exchange.ts'
import { sealValue } from './sealed.ts'

export interface OutsideBroker extends Pick<BrokerPlace, 'host' | 'port' | 'ca'> {
  /** Null: those that pairing made. */
  readonly login: Pick<BrokerPlace, 'username' | 'password'> | null
}

export interface BusHostOptions {
  readonly rows: PairingRows
  readonly audit: Pick<Audit, 'append'>
  readonly clock: WallClock
  readonly log: BrokerLog
  readonly kind: StationKind
  readonly name: string
  /** Of `bus.broker`; port 0: any that is free. */
  readonly host: string
  readonly port: number
  readonly pairingPort: number
  readonly outside?: OutsideBroker
}

/** `until`: ms since 1970. */
type ShownInvitation = InvitationEntry & { readonly fingerprint: string; readonly until: number }

/** The desk or hub that carries the broker, pairs and unpairs. */
export type BusHost = Extract<Awaited<ReturnType<typeof openBusHost>>, { ok: true }>['value']

/** Opens what a desk or hub needs to carry the bus; nothing listens until a station is paired or invited. */
export async function openBusHost(options: BusHostOptions) {
  const { rows, audit, clock, log, outside, host, kind } = options
  const clinic = openClinic(rows, { kind, now: () => clock.wallTime() })
  const { present: tls, next, change } = await renewIdentity(rows, clock.wallTime())
  if (change) {
    clinic.changeKey(change)
    audit.append('clinicKeyChanged', { sequence: clinic.keys()[0]?.sequence ?? 0, side: 'host' })
  }
  const fingerprint = fingerprintOf(new X509Certificate(tls.cert))
  const certificates = {
    fingerprint,
    ...(next && { nextFingerprint: fingerprintOf(new X509Certificate(next.cert)) }),
  }
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
    broker = await createBroker({ tls, clock, log, stations: clinic.lookup })
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
      await transport.publish(await keyFrame(clinic, station, outside ? undefined : certificates))
  }

  const openServer = () =>
    openPairingServer({
      tls,
      timers: clock,
      host,
      port: options.pairingPort,
      invitation: () => invitation,
      admit(station) {
        const place = outside
          ? { host: outside.host, port: outside.port, ca: outside.ca, fingerprint: null }
          : { host: null, port: broker?.address()?.port ?? 0, ca: tls.cert, ...certificates }
        const given = clinic.admit(station, place, options.name)
        const { kind: as, name } = station
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

  async function settle(): Promise<Result<null, ListenFault>> {
    const isInviting = invitation?.stands() === true
    const wantsBroker = isInviting || clinic.stations().length > 0
    if (broker && wantsBroker && !broker.address()) {
      const begun = await broker.listen({ host, port: options.port })
      if (!begun.ok) return begun
    }
    if (broker && !wantsBroker) await broker.stopListening()
    // It stays for those with an old code, and answers them as any wrong one.
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
    keys,
    transport,
    /** Of the embedded broker; undefined while no station is paired or invited. */
    address: () => broker?.address(),
    invite: (as: StationKind) =>
      oneByOne(async (): Promise<Result<ShownInvitation, ListenFault>> => {
        invitation?.withdraw()
        cancelExpiry()
        const made = await createInvitation(as, fingerprint, clock)
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
    withdraw: () => oneByOne(endInvitation),
    /** Revokes a station at once and gives the rest a new key. False: there is none such. */
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
    publishKeys: () => oneByOne(publishKeys),
    onChange: (listener: () => void) => listeners.add(listener),
    close: () => oneByOne(close),
  })
}

/** Others reach this machine at the chosen interface, or at the first outward one if all are chosen. */
function shownAddress(host: string): string {
  if (!['0.0.0.0', '::', ''].includes(host)) return host
  const outward = Object.values(networkInterfaces())
    .flatMap((each) => each ?? [])
    .filter(({ internal }) => !internal)
  const best = outward.find(({ family }) => family === 'IPv4') ?? outward[0]
  return best?.address ?? '127.0.0.1'
}

type PairingServer = Extract<Awaited<ReturnType<typeof openPairingServer>>, { ok: true }>['value']

/** All are without credentials. */
const limits = { unauthenticated: 50, unauthenticatedPerAddress: 10, unauthenticatedMs: 10_000 }

const answer = (response: ServerResponse, status: number, body: object) =>
  response
    .writeHead(status, { 'content-type': 'application/json', connection: 'close' })
    .end(JSON.stringify(body))

/** All faults get the same answer, so that a caller without the code cannot tell if one stands. */
async function openPairingServer(
  options: ListenAddress & {
    readonly tls: BrokerIdentity
    readonly timers: Timers
    /** The last invitation, whether it stands or not. */
    readonly invitation: () => Invitation | undefined
    /** Called once, after the right code and for this very certificate. Throws the vault's errors. */
    readonly admit: (station: Pick<FinishRequest, 'kind' | 'name'>) => Handover
    readonly onRefused: (reason: PairingRefusal) => void
    /** A fault of this side, such as a vault that cannot be written. */
    readonly onFailed: () => void
  },
) {
  const { invitation, admit, onRefused } = options
  /** In place of an invitation's salt if there is none. */
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
    const keys = invitation()?.finish(read.data, address) ?? 'noInvitation'
    if (typeof keys === 'string') return keys
    const sealed = await sealValue(keys.handover, handoverUse, admit(read.data))
    return { v: pairingVersion, proof: keys.hubProof, sealed }
  }

  async function serve(request: IncomingMessage, response: ServerResponse) {
    // A body that is too long takes the socket away.
    const address = addressGroup(request.socket.remoteAddress ?? '')
    const path = request.method === 'POST' ? request.url : undefined
    const body = path === undefined ? undefined : await readJson(request, mostRequestBytes)
    let done: object | PairingRefusal = 'unreadable'
    if (path === beginPath) done = begin(body)
    if (path === finishPath) done = await finish(body, address)
    if (typeof done !== 'string') return answer(response, 200, done)
    onRefused(done)
    return answer(response, 403, { error: 'refused' })
  }

  const tls = { ...options.tls, minVersion: 'TLSv1.3', maxHeaderSize: 4_096 } as const
  const server = createServer(tls, (request, response) => {
    serve(request, response).catch(() => {
      // A request that was broken off is no fault of this side.
      if (request.complete) options.onFailed()
      if (!response.headersSent) answer(response, 503, { error: 'unavailable' })
      else response.destroy()
    })
  })
  const connections = boundConnections(server, limits, { timers: options.timers })
  const listening = await listen(server, options)
  if (!listening.ok) return listening
  return ok({ address: listening.value, close: () => connections.end() })
}

/** For this side's audit; the other side does not learn it. */
type PairingRefusal =
  | 'wrongCode'
  | 'expired'
  | 'used'
  | 'tooManyTries'
  | 'noInvitation'
  /** The code is right, but the station met another certificate: an attacker is in between. */
  | 'anotherBroker'
  | 'staleExchange'
  | 'anotherKind'
  | 'unreadable'

// A code has 60 random bits: no number of tries finds it, and so none ends it for others.
/** ms for which a code can be used, wrong tries of one address, and how long one exchange may take. */
export const invitationMs = 10 * 60_000
const mostTries = 10
const mostAddresses = 10_000
const exchangeMs = 60_000

type Invitation = Awaited<ReturnType<typeof createInvitation>>

/** `fingerprint`: of this side's certificate. */
async function createInvitation(kind: StationKind, fingerprint: string, clock: Pick<Clock, 'now'>) {
  const code = newCode()
  const salt = randomBytes(16).toString('base64url')
  const nonceKey = randomBytes(32)
  const root = await rootOf(code, salt)
  const until = clock.now() + invitationMs
  const wrong = new Map<string, number>()
  let over: PairingRefusal | undefined

  const end = () => over ?? (clock.now() < until ? undefined : 'expired')
  const seal = (made: string, kioskNonce: string) =>
    `${made}.${createHmac('sha256', nonceKey).update(`${made}.${kioskNonce}`).digest('base64url')}`

  /** This side made it for that one recently: exchanges that only begin are not remembered. */
  function isFresh(hubNonce: string, kioskNonce: string): boolean {
    const made = hubNonce.split('.').slice(0, 2).join('.')
    const at = Number.parseInt(made.split('.')[1] ?? '', 36)
    return isSame(seal(made, kioskNonce), hubNonce) && clock.now() - at < exchangeMs
  }

  return {
    code,
    begin: (kioskNonce: string) => {
      const made = `${randomBytes(24).toString('base64url')}.${Math.floor(clock.now()).toString(36)}`
      return { salt, nonce: seal(made, kioskNonce) }
    },
    /** The keys come back once only, and end the invitation. */
    finish(request: FinishRequest, address: string): ExchangeKeys | PairingRefusal {
      const { kioskNonce, hubNonce, name, kind: shown, seen, proof } = request
      const tries = wrong.get(address) ?? 0
      const refusal = end() ?? (tries < mostTries ? undefined : 'tooManyTries')
      if (refusal) return refusal
      if (!isFresh(hubNonce, kioskNonce)) return 'staleExchange'
      const about = { salt, kioskNonce, hubNonce, name, kind: shown }
      const keys = keysOf(root, { ...about, fingerprint: seen })
      if (!isSame(keys.kioskProof, proof)) {
        if (wrong.size < mostAddresses) wrong.set(address, tries + 1)
        return 'wrongCode'
      }
      over = 'used'
      if (shown !== kind) return 'anotherKind'
      return isSame(seen, fingerprint) ? keys : 'anotherBroker'
    },
    stands: () => end() === undefined,
    withdraw: () => void (over ??= 'noInvitation'),
  }
}
