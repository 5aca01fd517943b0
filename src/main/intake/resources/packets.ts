import { contract } from '../../../contract/index.ts'
import type { Page } from '../../../contract/readers/lists.ts'
import { packet as readPacket, type ReadPacket } from '../../../contract/readers/packet.ts'
import { describeShape, type Reader } from '../../../contract/readers/reading.ts'
import { visitReaders } from '../../../contract/readers/visit-readers.ts'
import { sameId, type Id } from '../../../contract/values.ts'
import { err, mapOk, ok } from '../../../shared/result.ts'
import { unreadable } from '../http/errors.ts'
import { findOwn, paramsOf, readList, type Owned, type Read, type Site } from './site.ts'

const { formPackets } = contract.partner
/** Of rows without a patient. */
const usualMostAsked = 20

/** Lists the rows of a patient's packets here, either those that are archived or the others. */
export function listPackets<T>(
  site: Site,
  reader: Reader<Page<T>>,
  { patientId, archived }: { readonly patientId: Id; readonly archived?: boolean | undefined },
): Read<readonly T[]> {
  const query = { patientId, archived: archived || undefined }
  const params = paramsOf(site)
  return readList(site.read, formPackets.list, reader, { params, query }, { maxPages: 50 })
}

interface PacketFilter {
  readonly archived?: boolean
  /** The others are not asked whose they are. */
  readonly where?: (row: ReadPacket) => boolean
  readonly mostAsked?: number
}

/** Reads a patient's packets here. A list with none of theirs is `unreadableAnswer`: ids may be written differently. */
export async function packetsOf(
  site: Site,
  patientId: Id,
  { archived, where = () => true, mostAsked = usualMostAsked }: PacketFilter = {},
): Read<Owned<ReadPacket>> {
  // A service that ignores the filter would open another patient's forms.
  const listed = await listPackets(site, visitReaders.packets, { patientId, archived })
  if (!listed.ok) return listed
  const { locationId } = site.place
  const packets = listed.value.flatMap((row) => readPacket(row) ?? [])
  const wanted = packets.filter(where)
  const here = wanted.filter((row) => sameId(row.locationId ?? locationId, locationId))
  const ask = (row: ReadPacket) => askOwner(site, row)
  const owned = await findOwn(site, patientId, here, { ask, mostAsked })
  if (!owned.ok) return owned
  const { own } = owned.value
  const isLost = packets.length < listed.value.length || own.length < wanted.length
  if (own.length > 0 || !isLost || archived === true) return owned
  const why = unreadable(
    `expected packets of the patient that was asked for, found ${describeShape(listed.value)}`,
  )
  return err({ operation: formPackets.list.id, attempts: 1, ...why })
}

async function askOwner(site: Site, row: ReadPacket): Read<ReadPacket> {
  const input = { params: { ...paramsOf(site), formPacketId: row.id } }
  const asked = await site.read(formPackets.get, visitReaders.packet(row.id), input)
  return mapOk(asked, ({ patientId, name }) => ({ ...row, patientId, name: row.name ?? name }))
}

/** True if a packet is open; an unknown status counts as open. */
export const isOpen = ({ completed, archived }: Pick<ReadPacket, 'completed' | 'archived'>) =>
  completed !== true && !archived

/** Reads the packets that wait for a patient here, soonest due first. */
export async function openPackets(site: Site, patientId: Id): Read<readonly PacketSummary[]> {
  const waiting = await packetsOf(site, patientId, { where: isOpen })
  if (!waiting.ok) return waiting
  const once = new Map(waiting.value.own.map((row) => [String(row.id), row]))
  return ok([...once.values()].sort(soonestDueFirst))
}

/** `dueDate`: YYYY-MM-DD. */
export type PacketSummary = Pick<ReadPacket, 'id' | 'name' | 'dueDate' | 'started' | 'completed'>

/** Orders by due date (YYYY-MM-DD); what has none comes last. */
export function soonestDueFirst(a: Due, b: Due): number {
  const [one, other] = [a.dueDate ?? '~', b.dueDate ?? '~']
  return one === other ? 0 : one < other ? -1 : 1
}
type Due = Pick<ReadPacket, 'dueDate'>
