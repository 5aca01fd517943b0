import type { ShownClinic } from '../clinic.ts'
import type { Locale } from '../locale.ts'
import type { KiosksGlance } from './kiosks.ts'
import type { SignedInMember } from './members.ts'
import type { AllowedCommands } from './operations.ts'

export type ListedMember = Pick<SignedInMember, 'id' | 'name'>

/** End of a visit on the desk's own screen: by the person there, or because its window was lost. */
export type VisitEnd = 'ended' | 'broken'

type DeskSession =
  | { readonly state: 'setUp' }
  | {
      readonly state: 'locked'
      readonly members: readonly ListedMember[]
      readonly afterVisit?: VisitEnd
    }
  /** Locked, and nobody can sign in: a patient fills in forms on this screen. */
  | { readonly state: 'withPatient' }
  /** Signed in, and without any right until they have a PIN or passphrase of their own, where that is still to be chosen. */
  | { readonly state: 'open'; readonly member: SignedInMember }

export interface DeskView {
  readonly clinic: ShownClinic
  readonly locale: Locale
  readonly isPractice: boolean
  readonly kiosks: KiosksGlance
  readonly session: DeskSession | { readonly state: 'outOfService' }
  readonly commands: AllowedCommands
}
