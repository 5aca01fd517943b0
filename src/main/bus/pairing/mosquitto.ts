import type { StationId, StationKind } from '../../../shared/bus/messages.ts'
import type { SecretVerifier } from '../broker/secret.ts'
import { rightsOf } from '../topics.ts'

/** A station as a broker must know it. */
export interface BrokerStation {
  readonly id: StationId
  readonly kind: StationKind
  /** Name of the station at its pairing. */
  readonly name: string
  readonly verifier: SecretVerifier
}

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
  return stations
    .map(
      ({ id, verifier: { iterations, salt, hash } }) => `${id}:$7$${iterations}$${salt}$${hash}\n`,
    )
    .join('')
}
