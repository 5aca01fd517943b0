import type { IntakeClient } from '../service/client/client.ts'
import type { CheckInPlace } from '../service/place.ts'
import type { MemberTries } from './member-tries.ts'
import type { References } from './references.ts'

/**
 * What queries and commands of one session work with. All but what is counted of its member is this session's own: what it
 * read of patients is kept nowhere else, and goes with it.
 */
export interface DeskWork {
  /** Its calls are audited with the member of staff. */
  readonly client: Pick<IntakeClient, 'read'>
  readonly place: CheckInPlace
  readonly references: References
  readonly tries: MemberTries
  /** Aborted when the session ends. */
  readonly signal: AbortSignal
  /** ms since 1970. */
  readonly wallTime: () => number
  /** ms that only grow. */
  readonly now: () => number
}
