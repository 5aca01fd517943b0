import type { ReadPacket } from '../../../../contract/readers/read-types.ts'
import { sameId, type Id } from '../../../../contract/values.ts'
import { isoDate, localDate } from '../../../../shared/calendar-date.ts'
import type { PacketList, PacketRow, PacketState } from '../../../../shared/desk/packets.ts'
import { ok, type Result } from '../../../../shared/result.ts'
import type { ServiceError } from '../../../service/http/errors.ts'
import type { OwnedRecords } from '../../owned-records.ts'
import type { DeskWork } from '../../work.ts'
import { packetsOf } from './patient-packets.ts'

/** The query `packets`: what waits for a patient first, the soonest due before the others. */
export async function listPackets(
  work: DeskWork,
  owned: OwnedRecords,
  patientId: Id,
): Promise<Result<PacketList, ServiceError>> {
  const [present, archived] = [
    await packetsOf(work, patientId, false),
    await packetsOf(work, patientId, true),
  ]
  if (!present.ok) return present
  if (!archived.ok) return archived
  const isThere = (row: ReadPacket) => present.value.rows.some(({ id }) => sameId(id, row.id))
  const rows = [
    ...present.value.rows.map((row) => rowOf(owned, patientId, row)),
    ...archived.value.rows
      .filter((row) => !isThere(row))
      .map((row) => rowOf(owned, patientId, { ...row, archived: true })),
  ]
  return ok({
    rows: rows.toSorted(byStateAndDate),
    notShown: new Set([...present.value.unowned, ...archived.value.unowned].map(String)).size,
    today: isoDate(localDate(new Date(work.wallTime()))),
  })
}

/** A packet as the page sees it. */
export function rowOf(owned: OwnedRecords, patientId: Id, row: ReadPacket): PacketRow {
  const { id, name, dueDate } = row
  return {
    packet: owned.of(patientId, id),
    name,
    state: stateOf(row),
    dueDate: dueDate && isoDate(dueDate),
  }
}

/** Whether there is something to fill in. */
export const isOpen = (row: ReadPacket): boolean => ['open', 'started'].includes(stateOf(row))

/** A status that nobody knows yet counts as open. */
function stateOf({
  archived,
  completed,
  started,
}: Pick<ReadPacket, 'archived' | 'completed' | 'started'>): PacketState {
  if (archived) return 'archived'
  if (completed === true) return 'completed'
  return started ? 'started' : 'open'
}

const order: readonly PacketState[] = ['started', 'open', 'completed', 'archived']
const rank = ({ state }: PacketRow) => Math.max(1, order.indexOf(state))

function byStateAndDate(a: PacketRow, b: PacketRow): number {
  const byState = rank(a) - rank(b)
  if (byState !== 0 || a.dueDate === b.dueDate) return byState
  if (a.dueDate === null || b.dueDate === null) return a.dueDate === null ? 1 : -1
  return a.dueDate < b.dueDate ? -1 : 1
}
