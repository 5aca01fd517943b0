import type { CodeRules } from '../../../src/contract/wire-profile.ts'
import type { Settings } from '../../../src/main/settings/schema.ts'
import type { FormsPort } from '../../../src/main/visit/forms-port.ts'
import type { Attempts } from '../../../src/main/visit/limits/attempts.ts'
import type { HealthCheck } from '../../../src/main/visit/machine/kiosk-machine.ts'
import type { CheckInService } from '../../../src/main/visit/service-port.ts'

/** Settings in a test: only what differs from the defaults. */
export interface VisitHarnessOptions {
  readonly channels?: Settings['identity']['channels']
  readonly phoneCountries?: Settings['identity']['phoneCountries']
  readonly noMatch?: Settings['identity']['noMatch']
  readonly packets?: Partial<Settings['packets']>
  readonly idle?: Partial<Settings['idle']>
  readonly health?: HealthCheck
  /** Other counters than those of `counted`. */
  readonly attempts?: Attempts
  /** What codes look like, if not six digits. */
  readonly code?: CodeRules
  /** Another service than the fake one; then wait with `until`. */
  readonly service?: CheckInService
  /** What stands before the fake forms; nothing unless given. */
  readonly guard?: (forms: FormsPort) => FormsPort
  /** Takes patients in without the network. */
  readonly offline?: boolean
  /** A desk listens, or may. */
  readonly desk?: boolean
  /** A desk gives codes, as `deskCodes` says. */
  readonly deskCodes?: boolean
  /** Asks patients whether they are here for an appointment. */
  readonly arrival?: boolean
}
