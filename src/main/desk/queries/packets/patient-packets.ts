import { contract } from '../../../../contract/index.ts'
import { packet as readPacket } from '../../../../contract/readers/packet.ts'
import type { ReadPacket } from '../../../../contract/readers/read-types.ts'
import { visitReaders } from '../../../../contract/readers/visit-readers.ts'
import { sameId, type Id } from '../../../../contract/values.ts'
import { err, ok, type Result } from '../../../../shared/result.ts'
import { eachPage, readAllPages } from '../../../service/client/pages.ts'
import { unreadable, type ServiceError } from '../../../service/http/errors.ts'
import { isRefusal } from '../../../service/http/refusal.ts'
import { isOutage } from '../../failures.ts'
import type { DeskWork } from '../../work.ts'

const { formPackets } = contract.partner
const pageSize = 200
const maxPages = 10
/** Rows without a patient of which the packets themselves are asked. */
const mostLookups = 20

/** Packets of a patient. */
export interface PatientPackets {
  readonly rows: readonly ReadPacket[]
  /** What else the list has: packets of which it is not known whose they are. */
  readonly unowned: readonly Id[]
}

type Read<T> = Promise<Result<T, ServiceError>>

/**
 * The packets of a patient at this location, either those that are archived or the others. None is taken that does not
 * say itself whose it is: that the list can be filtered is assumed. Only where the wire profile trusts the filter, a row
 * without a patient is theirs.
 */
export async function packetsOf(
  work: DeskWork,
  patientId: Id,
  archived: boolean,
): Read<PatientPackets> {
  const { client, place, signal } = work
  const { accountId, locationId } = place
  const pages = eachPage(
    formPackets.list,
    (cursor) => {
      const query = {
        ...{ patientId, limit: pageSize },
        ...(archived && { archived }),
        ...(cursor !== undefined && { cursor }),
      }
      const input = { params: { accountId, locationId }, query }
      return client.read(formPackets.list, visitReaders.packets.read(), input, { signal })
    },
    { maxPages },
  )
  const listed = await readAllPages(pages)
  // A service that cannot be asked for archived ones has none that could be shown.
  if (!listed.ok)
    return archived && isRefusal(listed.error) ? ok({ rows: [], unowned: [] }) : listed
  const packets = listed.value.flatMap((row) => readPacket(row) ?? [])
  const owned = await withOwners(work, patientId, packets)
  if (!owned.ok) return owned
  const own = owned.value.filter((row) => sameId(row.patientId ?? '', patientId))
  if (own.length === 0 && listed.value.length > 0 && !archived)
    return err({ operation: formPackets.list.id, attempts: 1, ...unreadable('packets of others') })
  const isHere = (row: ReadPacket) =>
    row.locationId === undefined || sameId(row.locationId, locationId)
  const unowned = owned.value.filter((row) => row.patientId === undefined)
  return ok({ rows: own.filter(isHere), unowned: unowned.filter(isHere).map(({ id }) => id) })
}

/** The rows with whose they are, as far as that can be had. */
async function withOwners(
  { client, place, signal }: DeskWork,
  patientId: Id,
  rows: readonly ReadPacket[],
): Read<readonly ReadPacket[]> {
  const owned: ReadPacket[] = []
  let lookups = 0
  for (const row of rows) {
    if (row.patientId !== undefined) owned.push(row)
    else if (place.lists?.trustPatientFilter === true) owned.push({ ...row, patientId })
    else if (lookups === mostLookups) owned.push(row)
    else {
      lookups += 1
      const { accountId, locationId } = place
      const input = { params: { accountId, locationId, formPacketId: row.id } }
      const reader = visitReaders.packet.read(row.id)
      const asked = await client.read(formPackets.get, reader, input, { signal })
      if (!asked.ok && isOutage(asked.error)) return asked
      owned.push(asked.ok ? { ...row, patientId: asked.value.patientId } : row)
    }
  }
  return ok(owned)
}
