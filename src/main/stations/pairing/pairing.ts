import { createSecretKey } from 'node:crypto'
import { rootCertificates } from 'node:tls'
import type { StationId, StationKind } from '../../../shared/bus/messages.ts'
import { err, ok, type Result } from '../../../shared/result.ts'
import { createSequencer } from '../../base/sequencer.ts'
import type { Audit } from '../../vault/audit/audit.ts'
import type { PairingRows } from '../../vault/store/rows.ts'
import type { MqttOptions } from '../mqtt/mqtt-transport.ts'
import { createKeyRing, type ClinicKey, type KeyRing } from '../seal.ts'
import { rightsOf } from '../topics.ts'
import { keysUse, newKeys, type BrokerPlace, type Handover, type KeptKey } from './messages.ts'
import { openValue } from './sealed.ts'

/** Kept in the vault: the broker's address, the station's own identity there, and the keys. */
export interface Pairing extends Omit<Handover, 'v' | 'broker'> {
  readonly broker: BrokerPlace
  /** ms since 1970. */
  readonly since: number
}

const row = 'own'

/** Reads this station's pairing; undefined if it is not paired. */
export function readPairing(rows: PairingRows): Pairing | undefined {
  const kept = rows.read(row)
  return kept === undefined ? undefined : (JSON.parse(kept) as Pairing)
}

/** Keeps the pairing; on the disk when it returns. */
export function keepPairing(rows: PairingRows, pairing: Pairing): void {
  rows.write({ [row]: JSON.stringify(pairing) })
}

// `isHeard`: the other side knows; else it counts this station until it is unpaired there.
/** Ends the pairing here, and deletes credentials and keys for good. False: there was none. */
export function unpairHere(
  { rows, audit }: { readonly rows: PairingRows; readonly audit: Pick<Audit, 'append'> },
  { by, isHeard }: { readonly by: string; readonly isHeard: boolean },
): boolean {
  const pairing = readPairing(rows)
  if (!pairing) return false
  const told = isHeard ? 'yes' : 'no'
  audit.append('stationUnpaired', { station: pairing.station, by, told, side: 'station' })
  rows.write({ [row]: null })
  return true
}

type KeyFault = { readonly kind: 'notForUs' | 'notNewer' }

/** Takes what came on this station's key topic; the pairing with the new keys is in the vault when it resolves. */
export async function takeKeys(
  rows: PairingRows,
  pairing: Pairing,
  payload: Uint8Array,
): Promise<Result<Pairing, KeyFault>> {
  const text = new TextDecoder().decode(payload)
  const key = Buffer.from(pairing.stationKey, 'base64url')
  const read = newKeys.safeParse(await openValue(key, keysUse, text))
  if (!read.success || read.data.station !== pairing.station) return err({ kind: 'notForUs' })
  const { keys, sequence, certificates } = read.data
  if (sequence <= pairing.sequence) return err({ kind: 'notNewer' })
  const { nextFingerprint: _, ...place } = pairing.broker
  const broker = certificates ? { ...place, ...certificates } : pairing.broker
  const next = { ...pairing, keys, sequence, broker }
  keepPairing(rows, next)
  return ok(next)
}

/** Converts a kept key to one with which the bus seals. */
export function clinicKeyOf({ id, secret }: KeptKey): ClinicKey {
  return { id, secret: createSecretKey(secret, 'base64url') }
}

/** Converts the keys of a station's pairing to its bus's key ring. */
export function ringOf({ keys }: Pick<Pairing, 'keys'>): KeyRing {
  return createKeyRing(keys.map(clinicKeyOf))
}

/** Receives new keys (`onKey` of the bus) into vault and ring, then resolves; ignores all else. */
export function receiveKeys(parts: {
  readonly rows: PairingRows
  readonly ring: KeyRing
  readonly audit: Pick<Audit, 'append'>
  readonly onRefused: (reason: KeyFault['kind']) => void
}): (payload: Uint8Array) => Promise<void> {
  const { rows, ring, audit, onRefused } = parts
  const oneByOne = createSequencer()
  return (payload) =>
    oneByOne(async () => {
      const pairing = readPairing(rows)
      if (!pairing || payload.length === 0) return
      const taken = await takeKeys(rows, pairing, payload)
      if (!taken.ok) {
        onRefused(taken.error.kind)
        return
      }
      // The oldest first: the last one that the ring is told of is the present one.
      for (const key of taken.value.keys.toReversed()) ring.change(clinicKeyOf(key))
      audit.append('clinicKeyChanged', { sequence: taken.value.sequence, side: 'station' })
    })
}

/** Returns a station's options for a broker: certificates to expect, credentials, and subscriptions. */
export function mqttOptionsOf(
  { host, port, fingerprint, nextFingerprint, ca, username, password }: BrokerPlace,
  as: { readonly clinic: string; readonly station: StationId; readonly kind: StationKind },
): MqttOptions {
  const { clinic, station, kind } = as
  const trust =
    fingerprint === null
      ? { kind: 'authority' as const, ca: ca ?? rootCertificates.join('\n') }
      : { kind: 'pinned' as const, fingerprint, nextFingerprint }
  return {
    broker: { host, port, trust },
    login: { station, username, password },
    subscribe: rightsOf(clinic, station, kind).subscribe,
  }
}
