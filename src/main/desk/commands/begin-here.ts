import type { DeskRefusal } from '../../../shared/desk/messages.ts'
import { err, type Result } from '../../../shared/result.ts'
import { checkAccess } from '../../service/access.ts'
import type { DeskCodeMatch } from '../../visit/ports.ts'
import { refusalOf } from '../failures.ts'
import type { VisitsHere } from '../visits-here.ts'
import type { DeskWork } from '../work.ts'

/** What gives a patient the desk's own screen. */
export interface HereWork {
  readonly visits: Pick<VisitsHere, 'begin'>
  /** Locks the desk, because its screen is a patient's now. */
  readonly lock: () => void
}

/**
 * The command `beginHere`, once it is known that the packet is this patient's and waits. The desk is locked only once the
 * window stands there, and the service is asked before whether it serves anybody: until then the member has lost nothing.
 */
export async function beginHere(
  { client, place, signal }: Pick<DeskWork, 'client' | 'place' | 'signal'>,
  { visits, lock }: HereWork,
  wanted: DeskCodeMatch,
): Promise<Result<null, DeskRefusal>> {
  const served = await checkAccess(client, place, { signal })
  if (!served.ok) return err(refusalOf(served.error))
  return visits.begin(wanted, () => {
    if (signal.aborted) return false
    lock()
    return true
  })
}
