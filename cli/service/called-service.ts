import type { WireProfile } from '../../src/contract/wire-profile.ts'
import type { Id } from '../../src/contract/values.ts'
import type { IntakeClientOptions } from '../../src/main/service/client/call-types.ts'

/** A service to be called, once `open` has made it ready. */
export interface Target {
  /** For a note: what is called. */
  readonly name: string
  /** Account and location where the command line names none. */
  readonly scope: { readonly accountId?: Id; readonly locationId?: Id }
  /** How it speaks on the wire. */
  readonly profile?: WireProfile | undefined
  readonly open: () => Promise<OpenTarget>
}

/** A service that is ready. */
export interface OpenTarget {
  readonly options: IntakeClientOptions
  /** A sandbox's own words about the last answer; a real service's may name a patient and are not heard. */
  readonly message?: () => string | undefined
  readonly close: () => Promise<void>
}
