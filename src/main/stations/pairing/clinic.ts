import { randomBytes, randomInt } from 'node:crypto'
import type { StationId, StationKind } from '../../../shared/bus/messages.ts'
import type { PairingRows } from '../../vault/store/rows.ts'
import { newSecret, verifierOf, type SecretVerifier } from '../broker/secret.ts'
import type { Frame } from '../port.ts'
import { rightsOf, topicsOf } from '../topics.ts'
import {
  keysUse,
  pairingVersion,
  type Certificates,
  type Handover,
  type KeptKey,
} from './messages.ts'
import { sealValue } from './sealed.ts'

interface NumberedKey extends KeptKey {
  /** Counts the changes of key, from 1. */
  readonly sequence: number
  /** ms since 1970; null: it is the present one. */
  readonly replacedAt: number | null
}

export interface AdmittedStation {
  readonly id: StationId
  readonly kind: StationKind
  readonly name: string
  /** ms since 1970. */
  readonly since: number
  readonly verifier: SecretVerifier
  /** Seals new keys for it; base64url. */
  readonly stationKey: string
  /** Sequence of its first key: it gets none from before. */
  readonly joinedAt: number
}

interface ClinicState {
  readonly id: string
  readonly self: Pick<AdmittedStation, 'kind' | 'verifier'> & {
    readonly station: StationId
    readonly secret: string
  }
  readonly keys: readonly NumberedKey[]
}

export type Clinic = ReturnType<typeof openClinic>

const clinicRow = 'clinic'
const stationRows = 'station/'
const letters = 'abcdefghijklmnopqrstuvwxyz0123456789'

/** 82 random bits that say nothing, and a line of the log shows whole. */
const newId = () => Array.from({ length: 16 }, () => letters[randomInt(letters.length)]).join('')

function firstState(kind: StationKind): ClinicState {
  const secret = newSecret()
  const self = { station: newId(), kind, secret, verifier: verifierOf(secret) }
  return { id: newId(), self, keys: [newKey(1)] }
}

const stationsIn = (rows: PairingRows) =>
  rows.under(stationRows).map(({ value }) => JSON.parse(value) as AdmittedStation)

/** Reads the clinic in a vault for a broker, this station first; undefined if there is none. */
export function readBrokerStations(rows: PairingRows) {
  const kept = rows.read(clinicRow)
  if (kept === undefined) return undefined
  const { id: clinic, self } = JSON.parse(kept) as ClinicState
  const { station: id, kind, verifier } = self
  return { clinic, stations: [{ id, kind, verifier, name: 'this station' }, ...stationsIn(rows)] }
}

/** Opens the vault's clinic, or creates it; a change is on the disk when its call returns. `now`: ms since 1970. */
export function openClinic(
  rows: PairingRows,
  { kind, now }: { readonly kind: StationKind; readonly now: () => number },
) {
  const kept = rows.read(clinicRow)
  let state = kept === undefined ? firstState(kind) : (JSON.parse(kept) as ClinicState)
  if (kept === undefined) rows.write({ [clinicRow]: JSON.stringify(state) })
  const stations = new Map(stationsIn(rows).map((station) => [station.id, station]))
  const { id, self } = state
  function changeKey(also: Readonly<Record<string, string | null>>) {
    const next = { ...state, keys: changeKeys(state.keys, now()) }
    rows.write({ ...also, [clinicRow]: JSON.stringify(next) })
    state = next
  }
  return {
    id,
    self,
    stations: (): readonly AdmittedStation[] =>
      [...stations.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    lookup: {
      find(wanted: StationId) {
        const station = stations.get(wanted)
        return station && { clinic: id, kind: station.kind, verifier: station.verifier }
      },
    },
    keys: () => usableKeys(state.keys, now()),
    keysFor: ({ joinedAt }: AdmittedStation): readonly KeptKey[] =>
      usableKeys(state.keys, now())
        .filter(({ sequence }) => sequence >= joinedAt)
        .map(({ id: key, secret }) => ({ id: key, secret })),
    admit(
      { kind: as, name }: Pick<AdmittedStation, 'kind' | 'name'>,
      place: Omit<Handover['broker'], 'username' | 'password'>,
      by: string,
    ): Handover {
      const [present] = state.keys
      if (!present) throw new Error('a clinic without a key')
      const secret = newSecret()
      const station: AdmittedStation = {
        id: newId(),
        kind: as,
        name,
        since: now(),
        verifier: verifierOf(secret),
        stationKey: randomBytes(32).toString('base64url'),
        joinedAt: present.sequence,
      }
      rows.write({ [`${stationRows}${station.id}`]: JSON.stringify(station) })
      stations.set(station.id, station)
      return {
        v: pairingVersion,
        station: station.id,
        kind: as,
        clinic: id,
        broker: { ...place, username: station.id, password: secret },
        keys: [{ id: present.id, secret: present.secret }],
        sequence: present.sequence,
        stationKey: station.stationKey,
        with: { station: self.station, name: by },
      }
    },
    /** Changes the clinic's key and these rows, both or neither. */
    changeKey,
    /** Changes the clinic's key with it, both or neither; undefined: there is none such. */
    remove(gone: StationId) {
      const station = stations.get(gone)
      if (!station) return undefined
      changeKey({ [`${stationRows}${gone}`]: null })
      stations.delete(gone)
      return station
    },
  }
}

/** ms; until then the former key still opens what was sealed with it. */
const keepMs = 7 * 24 * 3_600_000

function newKey(sequence: number): NumberedKey {
  return {
    id: randomBytes(9).toString('base64url'),
    secret: randomBytes(32).toString('base64url'),
    sequence,
    replacedAt: null,
  }
}

function changeKeys(keys: readonly NumberedKey[], now: number, by = 1): readonly NumberedKey[] {
  const former = keys.map((key) => ({ ...key, replacedAt: key.replacedAt ?? now }))
  return usableKeys([newKey((keys[0]?.sequence ?? 0) + by), ...former], now)
}

/** Nobody changes the key as often between a backup and the day on which it replaces what is lost. */
const farAhead = 1_000

/** Gives an imported clinic two keys newer than its original's can be, and returns their sequence, if there is a clinic. */
export function renewClinicKeys(rows: PairingRows, now: number): number | undefined {
  const kept = rows.read(clinicRow)
  if (kept === undefined) return undefined
  const state = JSON.parse(kept) as ClinicState
  const keys = changeKeys(changeKeys(state.keys, now, farAhead), now)
  rows.write({ [clinicRow]: JSON.stringify({ ...state, keys }) })
  return keys[0]?.sequence
}

/** The present one, and the one before it where that was not replaced long ago. */
function usableKeys(keys: readonly NumberedKey[], now: number): readonly NumberedKey[] {
  return keys
    .slice(0, 2)
    .filter(({ replacedAt }) => replacedAt === null || now - replacedAt < keepMs)
}

/** Seals the clinic's keys and broker's certificates for one station; the broker keeps them while it is away. */
export async function keyFrame(
  clinic: Clinic,
  station: AdmittedStation,
  certificates?: Certificates,
): Promise<Frame> {
  const value = {
    v: pairingVersion,
    station: station.id,
    sequence: clinic.keys()[0]?.sequence ?? 0,
    keys: clinic.keysFor(station),
    certificates,
  }
  const sealed = await sealValue(Buffer.from(station.stationKey, 'base64url'), keysUse, value)
  const topic = topicsOf(clinic.id).key(station.id)
  return { topic, payload: new TextEncoder().encode(sealed), retain: true }
}

type BrokerStation = Pick<AdmittedStation, 'id' | 'kind' | 'name' | 'verifier'>

const comment = (text: string) => `# ${text.replace(/[^\p{L}\p{N} .:_'-]/gu, '?')}`

/** Writes Mosquitto's ACL file for these stations: exactly the rights that `rightsOf` names. */
export function mosquittoAcl(clinic: string, stations: readonly BrokerStation[]): string {
  return stations
    .map(({ id, kind, name }) => {
      const { publish, subscribe } = rightsOf(clinic, id, kind)
      return [
        comment(`${kind}: ${name}`),
        `user ${id}`,
        ...publish.map((filter) => `topic write ${filter}`),
        ...subscribe.map((filter) => `topic read ${filter}`),
        '',
      ].join('\n')
    })
    .join('\n')
}

/** Writes Mosquitto's password file for these stations, with verifiers only and no password. */
export function mosquittoPasswords(stations: readonly BrokerStation[]): string {
  const lineOf = ({ id, verifier: { iterations, salt, hash } }: BrokerStation) =>
    `${id}:$7$${iterations}$${salt}$${hash}\n`
  return stations.map(lineOf).join('')
}
