import type { Connection } from './database.ts'

/** A row of the outbox as it rests: `seq` is its place in the order, `row` is JSON. */
interface StoredOutboxRow {
  readonly id: string
  readonly seq: number
  readonly row: string
}

/** How far intakes are that were taken without the network. What is written is durable when it returns. */
export interface OutboxRows {
  /** In the order of `seq`. */
  all(): readonly StoredOutboxRow[]
  /** Writes a row in place of the one with its id. */
  write(row: StoredOutboxRow): void
  remove(id: string): void
}

/** The rows of the outbox in an open database. */
export function openOutboxRows(connection: Connection): OutboxRows {
  const select = connection.prepare<[], StoredOutboxRow>(
    'SELECT id, seq, row FROM outbox ORDER BY seq',
  )
  const replace = connection.prepare<[string, number, string]>(
    'INSERT OR REPLACE INTO outbox VALUES (?, ?, ?)',
  )
  const remove = connection.prepare<[string]>('DELETE FROM outbox WHERE id = ?')
  return {
    all: () => select.all(),
    write: ({ id, seq, row }) => void replace.run(id, seq, row),
    remove: (id) => void remove.run(id),
  }
}
