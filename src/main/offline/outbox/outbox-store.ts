import type { OutboxRows } from '../../vault/store/rows.ts'
import type { OutboxStore } from './ports.ts'
import { outboxRow, type OutboxRow } from './row.ts'

/** The outbox's rows in an open vault. */
export function createOutboxStore(rows: OutboxRows): OutboxStore {
  return {
    rows: () => rows.all().flatMap(({ row }) => readRow(row) ?? []),
    unreadable: () => rows.all().flatMap(({ id, row }) => (readRow(row) ? [] : [id])),
    write: (row) => rows.write({ id: row.id, seq: row.seq, row: JSON.stringify(row) }),
    remove: (id) => rows.remove(id),
  }
}

/** Undefined for one that another Foyer wrote in another way. */
function readRow(text: string): OutboxRow | undefined {
  try {
    return outboxRow.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
