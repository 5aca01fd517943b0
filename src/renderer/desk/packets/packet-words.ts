import { m } from '../../../i18n/paraglide/messages.js'
import type { PacketRow } from '../../../shared/desk/packets.ts'

export type PacketFilter = 'open' | 'done' | 'archived'

/** Tells if a packet is overdue or due on `today` (YYYY-MM-DD); undefined if nothing of it waits. */
export function dueOf({ state, dueDate }: PacketRow, today: string): 'overdue' | 'due' | undefined {
  if (dueDate === null || (state !== 'open' && state !== 'started')) return undefined
  if (dueDate === today) return 'due'
  return dueDate < today ? 'overdue' : undefined
}

/** Picks the filter that a packet belongs to. */
export function filterOf({ state }: PacketRow): PacketFilter {
  if (state === 'archived') return 'archived'
  return state === 'completed' ? 'done' : 'open'
}

/** Describes a row's state, or that it is due or overdue. */
export const rowStateWords = (row: PacketRow, today: string): string =>
  m.desk_packets_is({ state: dueOf(row, today) ?? row.state })
