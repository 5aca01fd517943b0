import type { StationId, StationKind } from '../../../shared/bus/messages.ts'
import { err, ok, type Result } from '../../../shared/result.ts'
import { createSequencer } from '../../base/sequencer.ts'
import { after } from '../../base/timers.ts'
import type { ListenAddress, ListenFault } from '../broker/listen.ts'
import { createKeyRing, type KeyRing } from '../seal.ts'
import type { Frame } from '../port.ts'
import { topicsOf } from '../topics.ts'
import { fingerprintOfPem, ownIdentity } from './certificate.ts'
import { clinicKeyOf } from './clinic-keys.ts'
import { openClinic, type Clinic, type PairedStation } from './clinic.ts'
import { createListening } from './host-listening.ts'
import type { BusHostOptions } from './host-options.ts'
import { createInvitation, invitationMs, type Invitation } from './invitation.ts'
import { keyFrame } from './key-messages.ts'
import type { BrokerPlace } from './messages.ts'
import { shownAddress } from './shown-address.ts'

/** An invitation as it is shown. */
interface ShownInvitation extends ListenAddress {
  /** 12 characters. */
  readonly code: string
  readonly fingerprint: string
  /** ms since 1970 until which it can be used. */
  readonly until: number
}

/** The desk or hub that carries the broker, pairs and unpairs. */
export interface BusHost {
  readonly clinic: Clinic
  /** For this station's own bus; it is told of each change of key. */
  readonly keys: KeyRing
  /** How this station's own bus reaches the broker; undefined: the broker is off, since nobody is paired. */
  place(): BrokerPlace | undefined
  /** Makes a code for one station, in place of the one before; the broker and pairing listen from then on. */
  invite(kind: StationKind): Promise<Result<ShownInvitation, ListenFault>>
  /** Ends the invitation that stands. */
  withdraw(): Promise<void>
  /** Revokes a station at once and gives the rest a new key. `by`: who wants it. False: there is none such. */
  unpair(station: StationId, by: string): Promise<boolean>
  /** Hands every station its keys anew, as after a start of the broker. */
  publishKeys(): Promise<void>
  /** Calls `listener` after the broker began or ended, and after each change of the stations. */
  onChange(listener: () => void): () => void
  close(): Promise<void>
}

/** Opens what a desk or hub needs to carry the bus; nothing listens until a station is paired or invited. */
export async function openBusHost(options: BusHostOptions): Promise<Result<BusHost, ListenFault>> {
  const { rows, audit, clock, outside } = options
  const tls = await ownIdentity(rows)
  const fingerprint = fingerprintOfPem(tls.cert)
  const clinic = openClinic(rows, { kind: options.kind, now: () => clock.wallTime() })
  const keys = createKeyRing(clinic.keys().map(clinicKeyOf))
  const oneByOne = createSequencer()
  const listeners = new Set<() => void>()
  let invitation: Invitation | undefined
  let cancelExpiry = () => {}

  const listening = createListening({
    ...{ options, tls, fingerprint, clinic },
    invitation: () => invitation,
    onBroker: (broker) => publishKeysBy((frame) => broker.publish(frame)),
    onChange() {
      for (const listener of listeners) listener()
    },
  })
  const publish = (frame: Frame): Promise<boolean> =>
    outside?.publish(frame) ?? listening.broker()?.publish(frame) ?? Promise.resolve(false)

  async function publishKeysBy(send: typeof publish) {
    for (const station of clinic.stations()) await send(await keyFrame(clinic, station))
  }

  async function unpair(id: StationId, by: string): Promise<boolean> {
    const station = clinic.remove(id)
    if (!station) return false
    const [present] = clinic.keys()
    if (present) keys.change(clinicKeyOf(present))
    await listening.broker()?.disconnect(id)
    audit.append('stationUnpaired', { station: id, by, side: 'host' })
    audit.append('clinicKeyChanged', { sequence: present?.sequence ?? 0, side: 'host' })
    await publishKeysBy(publish)
    for (const frame of forgetFrames(clinic.id, station)) await publish(frame)
    await listening.settle()
    for (const listener of listeners) listener()
    return true
  }

  const begun = await listening.settle()
  if (!begun.ok) return begun
  return ok({
    clinic,
    keys,
    place() {
      const { station: username, secret: password } = clinic.self
      if (outside) {
        const { host, port, ca, login } = outside
        return { host, port, ca, fingerprint: null, ...(login ?? { username, password }) }
      }
      const address = listening.broker()?.address
      return (
        address && {
          ...address,
          host: reachable(address.host),
          ca: tls.cert,
          fingerprint,
          username,
          password,
        }
      )
    },
    invite: (kind) =>
      oneByOne(async () => {
        invitation?.withdraw()
        cancelExpiry()
        const made = await createInvitation({ kind, fingerprint, clock })
        invitation = made
        const settled = await listening.settle()
        const address = listening.pairing()
        if (!settled.ok || !address) {
          made.withdraw()
          return settled.ok ? err({ kind: 'cannotListen', detail: 'closed' }) : settled
        }
        cancelExpiry = after(clock, invitationMs, () => void oneByOne(() => listening.settle()))
        audit.append('pairingInvited', { kind })
        const until = clock.wallTime() + invitationMs
        const host = shownAddress(options.host)
        return ok({ host, port: address.port, code: made.code, fingerprint, until })
      }),
    withdraw: () =>
      oneByOne(async () => {
        invitation?.withdraw()
        cancelExpiry()
        await listening.settle()
      }),
    unpair: (station, by) => oneByOne(() => unpair(station, by)),
    publishKeys: () => oneByOne(() => publishKeysBy(publish)),
    onChange(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    close: () =>
      oneByOne(async () => {
        invitation?.withdraw()
        cancelExpiry()
        await listening.close()
      }),
  })
}

/** Takes away what the broker keeps of a station that is gone; an outside broker lets its administrator alone. */
const forgetFrames = (clinic: string, { id, kind }: PairedStation): Frame[] => {
  const topics = topicsOf(clinic)
  return [topics.presence(kind, id), topics.key(id)].map((topic) => ({
    topic,
    payload: new Uint8Array(),
    retain: true,
  }))
}

/** The address on which this machine itself reaches what listens there. */
const reachable = (host: string) =>
  host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
