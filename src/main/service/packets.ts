import { contract } from '../../contract/index.ts'
import { packet as readPacket } from '../../contract/readers/packet.ts'
import type { ReadPacket } from '../../contract/readers/read-types.ts'
import { describeShape } from '../../contract/readers/reading.ts'
import { visitReaders } from '../../contract/readers/visit-readers.ts'
import { sameId, type Id } from '../../contract/values.ts'
import { isoDate } from '../../shared/calendar-date.ts'
import { err, ok, type Result } from '../../shared/result.ts'
import type { PacketSummary } from '../visit/service-port.ts'
import type { CheckInPlace } from './place.ts'
import type { JudgedRead } from './fault-judge.ts'
import { eachPage, readAllPages } from './client/pages.ts'
import { unreadable, type ServiceError } from './http/errors.ts'
import { isRefusal } from './http/refusal.ts'

const { formPackets } = contract.partner
const pageSize = 100
const maxPages = 200
/** Rows without a patient of which the packets themselves are asked. */
const mostLookups = 20

type Answer<T> = Promise<Result<T, ServiceError>>

/** The form packets of a location. */
export function createPacketSource(
  read: JudgedRead,
  { accountId, locationId, lists }: Pick<CheckInPlace, 'accountId' | 'locationId' | 'lists'>,
) {
  const here = { accountId, locationId }
  const trustsFilter = lists?.trustPatientFilter === true

  function rows(patientId: Id, signal: AbortSignal) {
    const reader = visitReaders.packets.read()
    const pages = eachPage(
      formPackets.list,
      (cursor) => {
        const query = { patientId, limit: pageSize, ...(cursor !== undefined && { cursor }) }
        return read(formPackets.list, reader, { params: here, query }, signal)
      },
      { maxPages },
    )
    return readAllPages(pages)
  }

  /** A row that does not say whose it is, by the packet's own word. */
  async function withPatient(row: ReadPacket, signal: AbortSignal): Answer<ReadPacket> {
    const input = { params: { ...here, formPacketId: row.id } }
    const asked = await read(formPackets.get, visitReaders.packet.read(row.id), input, signal)
    // One that cannot be asked for stays nobody's.
    if (!asked.ok) return isForGood(asked.error) ? ok(row) : asked
    return ok({ ...row, patientId: asked.value.patientId, name: row.name ?? asked.value.name })
  }

  async function withPatients(
    all: readonly ReadPacket[],
    signal: AbortSignal,
  ): Answer<readonly ReadPacket[]> {
    const owned: ReadPacket[] = []
    let lookups = 0
    for (const row of all) {
      if (row.patientId !== undefined || lookups === mostLookups) owned.push(row)
      else {
        lookups += 1
        const asked = await withPatient(row, signal)
        if (!asked.ok) return asked
        owned.push(asked.value)
      }
    }
    return ok(owned)
  }

  return {
    /**
     * The packets that wait for a patient here, soonest due first. None is taken that does not say itself whose it is:
     * that the list can be filtered is assumed, and a service that ignored the filter would open one patient's forms
     * to another. Only where the wire profile trusts the filter, a row without a patient is theirs. A list of which no
     * row is theirs, though some are open, is `unreadableAnswer` and never an empty one: their ids may be written in
     * another way.
     */
    async open(patientId: Id, signal: AbortSignal): Answer<readonly PacketSummary[]> {
      const listed = await rows(patientId, signal)
      if (!listed.ok) return listed
      const packets = listed.value.flatMap((row) => readPacket(row) ?? [])
      const here = packets.filter((row) => isOpen(row) && !isElsewhere(row, locationId))
      const owned = trustsFilter
        ? ok(here.map((row) => ({ ...row, patientId: row.patientId ?? patientId })))
        : await withPatients(here, signal)
      if (!owned.ok) return owned
      const known = owned.value.filter((row) => row.patientId !== undefined)
      const own = known.filter((row) => sameId(row.patientId ?? '', patientId))
      const isLost = packets.length < listed.value.length || own.length < here.length
      if (own.length === 0 && isLost)
        return err({ operation: formPackets.list.id, attempts: 1, ...noneUsable(listed.value) })
      return ok(own.map(summaryOf).sort(soonestDueFirst))
    },
  }
}

const isForGood = (error: ServiceError) => isRefusal(error) || error.kind === 'unreadableAnswer'

function noneUsable(rows: readonly unknown[]) {
  return unreadable(
    `expected packets of the patient that was asked for, found ${describeShape(rows)}`,
  )
}

function isElsewhere({ locationId }: ReadPacket, here: Id): boolean {
  return locationId !== undefined && !sameId(locationId, here)
}

/** A status that nobody knows yet counts as open. */
function isOpen({ completed, archived }: ReadPacket): boolean {
  return completed !== true && !archived
}

/** What the visit needs of a packet. */
export function summaryOf({ id, name, dueDate, started, completed }: ReadPacket): PacketSummary {
  return { id, name, dueDate: dueDate && isoDate(dueDate), started, completed }
}

/** Orders by due date; packets without one come last. */
function soonestDueFirst(a: PacketSummary, b: PacketSummary): number {
  if (a.dueDate === b.dueDate) return 0
  if (a.dueDate === null) return 1
  if (b.dueDate === null) return -1
  return a.dueDate < b.dueDate ? -1 : 1
}
