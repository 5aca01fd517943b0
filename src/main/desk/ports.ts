import type { IntakeClient } from '../service/client/client.ts'
import type { CheckInPlace } from '../service/place.ts'

/** A connection to the service that one member of staff uses: its calls are audited with them. */
export interface DeskConnection {
  readonly client: Pick<IntakeClient, 'read'>
  readonly place: CheckInPlace
  close(): Promise<void>
}
