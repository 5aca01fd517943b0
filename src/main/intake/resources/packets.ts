import { contract } from '../../../contract/index.ts'
import { packet as readPacket, type ReadPacket } from '../../../contract/readers/packet.ts'
import { describeShape, type Reader } from '../../../contract/readers/reading.ts'
import { visitReaders } from '../../../contract/readers/visit-readers.ts'
import { sameId, type Id } from '../../../contract/values.ts'
import { err, mapOk, ok } from '../../../shared/result.ts'
import type { Page } from '../client/pages.ts'
import { unreadable } from '../http/errors.ts'
import { findOwn, paramsOf, readList, type Owned, type Read, type Site } from './site.ts'

const { formPackets } = contract.partner
/** Most rows without a patient for which the packet itself is read. */
const usualMostAsked = 20

/** The rows of a patient's packets at a location, either those that are archived or the others. */
export function listPackets<T>(
  site: Site,
  reader: Reader<Page<T>>,
  { patientId, archived }: { readonly patientId: Id; readonly archived?: boolean | undefined },
): Read<readonly T[]> {
  const query = { patientId, ...(archived === true && { archived }) }
  const params = paramsOf(site)
  return readList(site.read, formPackets.list, reader, { params, query }, { maxPages: 50 })
}

interface PacketFilter {
  readonly archived?: boolean
  /** Picks the rows of interest; the others are not asked whose they are. */
  readonly where?: (row: ReadPacket) => boolean
  readonly mostAsked?: number
}

/**
 * Reads a patient's packets at the location. A list with none of theirs is `unreadableAnswer`: their ids may be written
 * differently.
 */
export async function packetsOf(
  site: Site,
  patientId: Id,
  { archived, where = () => true, mostAsked = usualMostAsked }: PacketFilter = {},
): Read<Owned<ReadPacket>> {
  // Skips packets that do not name their patient: a service that ignores the filter would open another patient's forms.
  const listed = await listPackets(site, visitReaders.packets, { patientId, archived })
  if (!listed.ok) return listed
  const { locationId } = site.place
  const packets = listed.value.flatMap((row) => readPacket(row) ?? [])
  const wanted = packets.filter(where)
  const here = wanted.filter(
    (row) => row.locationId === undefined || sameId(row.locationId, locationId),
  )
  const owned = await findOwn(site, patientId, here, {
    ask: (row) => askOwner(site, row),
    mostAsked,
  })
  if (!owned.ok) return owned
  const { own } = owned.value
  const isLost = packets.length < listed.value.length || own.length < wanted.length
  if (own.length > 0 || !isLost || archived === true) return owned
  const why = unreadable(
    `expected packets of the patient that was asked for, found ${describeShape(listed.value)}`,
  )
  return err({ operation: formPackets.list.id, attempts: 1, ...why })
}

/** A row that does not say whose it is, by the packet's own word. */
async function askOwner(site: Site, row: ReadPacket): Read<ReadPacket> {
  const input = { params: { ...paramsOf(site), formPacketId: row.id } }
  const asked = await site.read(formPackets.get, visitReaders.packet(row.id), input)
  return mapOk(asked, ({ patientId, name }) => ({ ...row, patientId, name: row.name ?? name }))
}

/** True if a packet is open; an unknown status counts as open. */
export const isOpen = ({ completed, archived }: Pick<ReadPacket, 'completed' | 'archived'>) =>
  completed !== true && !archived

/** The packets that wait for a patient here, soonest due first. */
export async function openPackets(site: Site, patientId: Id): Read<readonly PacketSummary[]> {
  const waiting = await packetsOf(site, patientId, { where: isOpen })
  if (!waiting.ok) return waiting
  const once = new Map(waiting.value.own.map((row) => [String(row.id), row]))
  return ok([...once.values()].sort(soonestDueFirst))
}

/** Fields of a form packet that the check-in uses; `dueDate`: YYYY-MM-DD. */
export type PacketSummary = Pick<ReadPacket, 'id' | 'name' | 'dueDate' | 'started' | 'completed'>

/** Orders by due date (YYYY-MM-DD); what has none comes last. */
export function soonestDueFirst(
  a: { readonly dueDate: string | null },
  b: { readonly dueDate: string | null },
): number {
  if (a.dueDate === b.dueDate) return 0
  if (a.dueDate === null || b.dueDate === null) return a.dueDate === null ? 1 : -1
  return a.dueDate < b.dueDate ? -1 : 1
}
