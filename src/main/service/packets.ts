import type { FormPacket } from '../../contract/partner-v2/form-packet.ts'
import { sameId, type Id } from '../../contract/values.ts'
import type { PacketSummary } from '../visit/service-port.ts'

/**
 * Whether a packet says itself that it is this patient's and this location's. That the list can be filtered
 * is assumed; a service that ignored the filter would otherwise open one patient's forms to another.
 */
export function isOf(packet: FormPacket, patientId: Id, locationId: Id): boolean {
  return (
    sameId(packet.patientId ?? '', patientId) && sameId(packet.locationId ?? locationId, locationId)
  )
}

/** Whether every form of a packet is submitted. */
export function isCompleted({ status }: FormPacket): boolean {
  return status === 'COMPLETED'
}

/** A status that nobody knows yet counts as open. */
export function isOpen(packet: FormPacket): boolean {
  return !isCompleted(packet) && packet.status !== 'ARCHIVED' && !packet.archivedAt
}

/** What the visit needs of a packet. */
export function summaryOf(packet: FormPacket): PacketSummary {
  const { id, name, status, dueDate } = packet
  return {
    id,
    name,
    dueDate: dueDate?.slice(0, 10) ?? null,
    started: status !== 'NOT_STARTED',
    completed: isCompleted(packet),
  }
}

/** Orders by due date; packets without one come last. */
export function soonestDueFirst(a: PacketSummary, b: PacketSummary): number {
  if (a.dueDate === b.dueDate) return 0
  if (a.dueDate === null) return 1
  if (b.dueDate === null) return -1
  return a.dueDate < b.dueDate ? -1 : 1
}
