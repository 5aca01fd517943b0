import type { PairingRows } from '../../vault/store/rows.ts'
import { err, ok, type Result } from '../../../shared/result.ts'
import type { Frame } from '../port.ts'
import { topicsOf } from '../topics.ts'
import type { Clinic, PairedStation } from './clinic.ts'
import { newKeys, pairingVersion } from './messages.ts'
import { keepPairing, type Pairing } from './pairing.ts'
import { openValue, sealValue } from './sealed.ts'

const use = 'foyer-keys'

/** The clinic's keys for one station, for its key topic: the broker keeps it for one that is away. */
export async function keyFrame(clinic: Clinic, station: PairedStation): Promise<Frame> {
  const value = {
    v: pairingVersion,
    station: station.id,
    sequence: clinic.keys()[0]?.sequence ?? 0,
    keys: clinic.keysFor(station),
  }
  const sealed = await sealValue(Buffer.from(station.stationKey, 'base64url'), use, value)
  const topic = topicsOf(clinic.id).key(station.id)
  return { topic, payload: new TextEncoder().encode(sealed), retain: true }
}

/** Why keys were not taken: they are not from the clinic for this station, or no newer than those that it has. */
type KeyFault = { readonly kind: 'notForUs' } | { readonly kind: 'notNewer' }

/** Takes what came on this station's key topic; the pairing with the new keys is in the vault when it resolves. */
export async function takeKeys(
  rows: PairingRows,
  pairing: Pairing,
  payload: Uint8Array,
): Promise<Result<Pairing, KeyFault>> {
  const text = new TextDecoder().decode(payload)
  const key = Buffer.from(pairing.stationKey, 'base64url')
  const read = newKeys.safeParse(await openValue(key, use, text))
  if (!read.success || read.data.station !== pairing.station) return err({ kind: 'notForUs' })
  const { keys, sequence } = read.data
  if (sequence <= pairing.sequence) return err({ kind: 'notNewer' })
  const next = { ...pairing, keys, sequence }
  keepPairing(rows, next)
  return ok(next)
}
