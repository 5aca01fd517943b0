import { createSequencer } from '../../base/sequencer.ts'
import type { Audit } from '../../vault/audit/audit.ts'
import type { PairingRows } from '../../vault/store/pairing-rows.ts'
import { createKeyRing, type KeyRing } from '../seal.ts'
import { clinicKeyOf } from './clinic-keys.ts'
import { takeKeys } from './key-messages.ts'
import { readPairing, type Pairing } from './pairing.ts'

/** The keys of a station's pairing as its bus seals with them. */
export function ringOf({ keys }: Pick<Pairing, 'keys'>): KeyRing {
  return createKeyRing(keys.map(clinicKeyOf))
}

/**
 * What a paired station does with what comes on its key topic (`onKey` of its bus): new keys are in the vault and in the
 * ring once the function's promise resolves. Anything else is left alone. `onRefused`: for the log.
 */
export function receiveKeys(parts: {
  readonly rows: PairingRows
  readonly ring: KeyRing
  readonly audit: Pick<Audit, 'append'>
  readonly onRefused: (reason: 'notForUs' | 'notNewer') => void
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
