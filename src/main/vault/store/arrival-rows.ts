import type { Connection } from './database.ts'

/** Arrivals that patients confirmed, each as JSON. What is written is durable when it returns. */
export interface ArrivalRows {
  /** In the order in which they were confirmed. */
  all(): readonly string[]
  /** Writes a row in place of the one with its id; `at`: when it was confirmed, in ms since 1970. */
  write(id: string, at: number, row: string): void
  /** Deletes what was confirmed before a moment (ms since 1970). */
  drop(before: number): void
}

/** The arrivals in an open database. */
export function openArrivalRows(connection: Connection): ArrivalRows {
  const select = connection
    .prepare<[], string>('SELECT row FROM arrivals ORDER BY at, rowid')
    .pluck()
  const replace = connection.prepare<[string, number, string]>(
    'INSERT OR REPLACE INTO arrivals VALUES (?, ?, ?)',
  )
  const drop = connection.prepare<[number]>('DELETE FROM arrivals WHERE at < ?')
  return {
    all: () => select.all(),
    write: (id, at, row) => void replace.run(id, at, row),
    drop: (before) => void drop.run(before),
  }
}
