import { contract } from '../../../contract/index.ts'
import { changedStateReader, visitReader } from '../../../contract/readers/arrival-readers.ts'
import type { Id } from '../../../contract/values.ts'
import { err, ok, type Result } from '../../../shared/result.ts'
import type { DeskRefusal } from '../../../shared/desk/messages.ts'
import { refusalOf } from '../failures.ts'
import type { DeskWork } from '../work.ts'

const { appointments } = contract.partner

const wanted = { arrived: 'CHECKED_IN', open: 'SCHEDULED' } as const

/**
 * Gives an appointment another state, and looks afterwards where the answer does not say that it has it. One that is over
 * or cancelled stays as it is: somebody else has dealt with it meanwhile.
 */
async function change(
  { client, place, signal }: DeskWork,
  appointmentId: Id,
  to: keyof typeof wanted,
): Promise<Result<null, DeskRefusal>> {
  const { accountId, locationId } = place
  const params = { accountId, locationId, appointmentId }
  const look = () =>
    client.read(appointments.get, visitReader(appointmentId), { params }, { signal })

  const before = await look()
  if (!before.ok) return err(refusalOf(before.error))
  if (before.value.state === to) return ok(null)
  if (before.value.state !== 'open' && before.value.state !== 'arrived')
    return err({ kind: 'refusedByService' })
  const body = { status: wanted[to] }
  const reader = changedStateReader(appointmentId)
  const changed = await client.read(appointments.update, reader, { params, body }, { signal })
  if (changed.ok && changed.value === to) return ok(null)
  const after = await look()
  if (after.ok && after.value.state === to) return ok(null)
  return err(changed.ok ? { kind: 'refusedByService' } : refusalOf(changed.error))
}

/** The command `markArrived`. */
export const markArrived = (work: DeskWork, appointmentId: Id) =>
  change(work, appointmentId, 'arrived')

/** The command `undoArrival`. */
export const undoArrival = (work: DeskWork, appointmentId: Id) =>
  change(work, appointmentId, 'open')
