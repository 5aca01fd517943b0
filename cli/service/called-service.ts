import type { WireProfile } from '../../src/contract/wire-profile.ts'
import type { Id } from '../../src/contract/values.ts'
import type { IntakeClientOptions } from '../../src/main/service/client/call-types.ts'
import type { VaultPlace } from '../vault-place.ts'

/** A service to be called, once `open` has made it ready. */
export interface Target {
  /** Name of the called service, for a note. */
  readonly name: string
  /** Account and location to use if the command line names none. */
  readonly scope: { readonly accountId?: Id; readonly locationId?: Id }
  /** Profile of the wire. */
  readonly profile?: WireProfile | undefined
  /** Accounts that hold no real patients, by the settings. */
  readonly testAccountIds?: readonly Id[]
  /** Group of a new form packet, by the settings. */
  readonly templateGroupId?: Id | undefined
  /** Origins that a form page may reach besides its own, by the settings. */
  readonly allowedOrigins?: readonly string[]
  /** Vault in which a kiosk of this machine keeps its audit, if it does. */
  readonly vault?: VaultPlace
  readonly open: () => Promise<OpenTarget>
}

/** A service that is ready. */
export interface OpenTarget {
  readonly options: IntakeClientOptions
  readonly close: () => Promise<void>
}
