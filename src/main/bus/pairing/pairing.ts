import type { ConnectionOptions } from 'node:tls'
import type { Audit } from '../../vault/audit/audit.ts'
import type { PairingRows } from '../../vault/store/rows.ts'
import { fingerprintOf } from './certificate.ts'
import type { BrokerPlace, Handover } from './messages.ts'

/** What a paired station has in its vault: where the broker is, who it is there, and the keys. */
export interface Pairing extends Omit<Handover, 'v' | 'broker'> {
  readonly broker: BrokerPlace
  /** ms since 1970. */
  readonly since: number
}

const row = 'own'

/** With whom this station is paired; undefined: with nobody. */
export function readPairing(rows: PairingRows): Pairing | undefined {
  const kept = rows.read(row)
  return kept === undefined ? undefined : (JSON.parse(kept) as Pairing)
}

/** On the disk when it returns, in place of what stood there. */
export function keepPairing(rows: PairingRows, pairing: Pairing): void {
  rows.write({ [row]: JSON.stringify(pairing) })
}

/**
 * Ends the pairing from this side: its credentials and keys are forgotten for good. `by`: who wants it. `isHeard`:
 * whether the other side knows; else it counts this station until it is unpaired there. False: there was no pairing.
 */
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

/** What of a TLS connection a pairing decides. */
interface PinnedTls {
  readonly rejectUnauthorized: true
  readonly ca?: string
  readonly minVersion: 'TLSv1.2' | 'TLSv1.3'
  readonly checkServerIdentity?: NonNullable<ConnectionOptions['checkServerIdentity']>
}

/**
 * How TLS to a broker is begun: a pinned certificate and no other, whatever its name; else one that is vouched for and
 * fits the name.
 */
export function tlsTo(place: Pick<BrokerPlace, 'ca' | 'fingerprint'>): PinnedTls {
  const { ca, fingerprint } = place
  return {
    rejectUnauthorized: true,
    ...(ca !== null && { ca }),
    ...(fingerprint === null
      ? { minVersion: 'TLSv1.2' }
      : {
          minVersion: 'TLSv1.3',
          checkServerIdentity: (_name, { raw }) =>
            fingerprintOf(raw) === fingerprint ? undefined : new Error('another certificate'),
        }),
  }
}
