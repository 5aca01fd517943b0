import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { connect } from 'node:tls'
import type { StationKind } from '../../../shared/bus/messages.ts'
import { err, ok, type Result } from '../../../shared/result.ts'
import type { Timers, WallClock } from '../../base/clock.ts'
import { within } from '../../base/timers.ts'
import type { Audit } from '../../vault/audit/audit.ts'
import type { PairingRows } from '../../vault/store/rows.ts'
import { connectVerified, fingerprintOf } from '../mqtt/mqtt-transport.ts'
import { isSame, keysOf, rootOf } from './exchange.ts'
import { readAddress, readInvitation } from './invitation-text.ts'
import {
  beginAnswer,
  beginPath,
  finishAnswer,
  finishPath,
  handover,
  handoverUse,
  mostAnswerBytes,
  pairingVersion,
  readJson,
} from './messages.ts'
import { keepPairing, mqttOptionsOf, readPairing, type Pairing } from './pairing.ts'
import { openValue } from './sealed.ts'

type PairFault =
  /** The input is neither an address with a code nor the text of a QR. */
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'unreachable' }
  /** The code is wrong, old or used, or the other side wants none: it does not say which. */
  | { readonly kind: 'refused' }
  | { readonly kind: 'anotherBroker' }
  | { readonly kind: 'alreadyPaired' }
  /** The other side's vault or broker cannot now. */
  | { readonly kind: 'notNow' }

interface PairParts {
  readonly rows: PairingRows
  readonly audit: Pick<Audit, 'append'>
  readonly kind: StationKind
  readonly name: string
  readonly clock: WallClock
}

/** As typed or scanned: the text of a QR in either field, or an address and the code. */
export type PairEntry = { readonly address: string; readonly code: string }

type Paired = Promise<Result<Pairing, PairFault>>

/** Pairs this station with the desk or hub that shows the code; the pairing is in the vault when it resolves. */
export async function pair(entry: PairEntry, parts: PairParts): Paired {
  if (readPairing(parts.rows)) return err({ kind: 'alreadyPaired' })
  const done = await exchange(entry, parts)
  if (!done.ok) {
    parts.audit.append('pairingRefused', { reason: done.error.kind, side: 'station' })
    return done
  }
  const { station, kind, with: other } = done.value
  parts.audit.append('stationPaired', { station, kind, with: other.station, side: 'station' })
  keepPairing(parts.rows, done.value)
  return done
}

/** Moves to another address of this station's broker, once its certificate is shown there; then it is in the vault. */
export async function move(
  address: string,
  { rows, audit, clock }: Omit<PairParts, 'kind' | 'name'>,
): Paired {
  const refuse = (kind: PairFault['kind']) => {
    audit.append('pairingRefused', { reason: kind, side: 'station' })
    return err({ kind })
  }
  const known = readPairing(rows)
  const place = known && readAddress(address, known.broker.port)
  if (!place) return refuse('unreadable')
  const { broker } = mqttOptionsOf({ ...known.broker, ...place }, known)
  const reached = await connectVerified(broker, clock)
  if (!reached.ok)
    return refuse(reached.error.kind === 'certificate' ? 'anotherBroker' : 'unreachable')
  reached.value.destroy()
  // Its keys may have changed meanwhile.
  const pairing = readPairing(rows)
  if (pairing?.station !== known.station) return refuse('unreadable')
  const moved = { ...pairing, broker: { ...pairing.broker, ...place } }
  const to = `${place.host}:${place.port}`
  audit.append('stationMoved', { station: pairing.station, to, side: 'station' })
  keepPairing(rows, moved)
  return ok(moved)
}

async function exchange(entry: PairEntry, { kind, name, clock }: PairParts): Paired {
  const read = readInvitation(entry.address, entry.code)
  if (!read) return err({ kind: 'unreadable' })
  const { host, port, code, fingerprint: pinned } = read
  const kioskNonce = randomBytes(32).toString('base64url')
  const opening = { v: pairingVersion, nonce: kioskNonce }
  const begun = await ask({ host, port, pinned }, beginPath, opening, clock)
  if (!begun.ok) return begun
  const first = beginAnswer.safeParse(begun.value.body)
  if (!first.success) return err({ kind: 'refused' })
  const { salt, nonce: hubNonce } = first.data
  const { fingerprint } = begun.value
  const root = await rootOf(code, salt)
  const about = { kioskNonce, hubNonce, name, kind }
  const keys = keysOf(root, { ...about, salt, fingerprint })
  const closing = { v: pairingVersion, ...about, seen: fingerprint, proof: keys.kioskProof }
  // The same as before: the proof is made for that certificate.
  const ended = await ask({ host, port, pinned: fingerprint }, finishPath, closing, clock)
  if (!ended.ok) return ended
  const last = finishAnswer.safeParse(ended.value.body)
  if (!last.success || !isSame(last.data.proof, keys.hubProof))
    return err({ kind: 'anotherBroker' })
  const given = handover.safeParse(await openValue(keys.handover, handoverUse, last.data.sealed))
  if (!given.success) return err({ kind: 'anotherBroker' })
  const { v: _, broker: met, ...handed } = given.data
  const broker = { ...met, host: met.host ?? host }
  return ok({ ...handed, kind, broker, since: clock.wallTime() })
}

async function ask(...parameters: Parameters<typeof post>) {
  const answer = await post(...parameters)
  if (!answer.ok || answer.value.status === 200) return answer
  return err({ kind: answer.value.status === 503 ? 'notNow' : 'refused' } as const)
}

const requestMs = 20_000

// The exchange of proofs verifies the station; nothing secret is sent before it.
/** Posts JSON to a station that is not trusted yet. Accepts any certificate unless one is `pinned`. */
export async function post(
  to: { readonly host: string; readonly port: number; readonly pinned: string | null },
  path: string,
  value: object,
  timers: Timers,
) {
  const { host, port, pinned } = to
  const unreachable = err({ kind: 'unreachable' } as const)
  const socket = connect({ host, port, rejectUnauthorized: false, minVersion: 'TLSv1.3' })
  socket.on('error', () => undefined)
  const exchange = async () => {
    await once(socket, 'secureConnect')
    const certificate = socket.getPeerX509Certificate()
    if (!certificate) return unreachable
    const fingerprint = fingerprintOf(certificate)
    if (pinned !== null && pinned !== fingerprint) return err({ kind: 'anotherBroker' } as const)
    const body = JSON.stringify(value)
    const sent = request({
      host,
      port,
      path,
      method: 'POST',
      createConnection: () => socket,
      headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
    })
    sent.end(body)
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    const read = await readJson(response, mostAnswerBytes)
    return ok({ status: response.statusCode ?? 0, body: read, fingerprint })
  }
  try {
    const done = exchange().catch(() => unreachable)
    return (await within(timers, requestMs, done)) ?? unreachable
  } finally {
    socket.destroy()
  }
}
