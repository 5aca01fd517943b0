import type { Connection } from './database.ts'

/** Members of staff of a desk, and what they took in emergencies, each as JSON. What is written is durable when it returns. */
export interface MemberRows {
  /** In the order in which they were made. */
  all(): readonly string[]
  /** Writes a member in place of the one with the id. None is ever deleted: the audit names them. */
  write(id: string, row: string): void
  /** Rights that were taken in an emergency and that no administrator has seen, the oldest first. */
  emergencies(): readonly string[]
  addEmergency(id: string, row: string): void
  /** No effect on one that is not there. */
  removeEmergency(id: string): void
}

/** The members in an open database. */
export function openMemberRows(connection: Connection): MemberRows {
  const all = connection.prepare<[], string>('SELECT row FROM members ORDER BY seq').pluck()
  const upsert = connection.prepare<[string, string]>(
    'INSERT INTO members (id, row) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET row = excluded.row',
  )
  const emergencies = connection
    .prepare<[], string>('SELECT row FROM member_emergencies ORDER BY seq')
    .pluck()
  const add = connection.prepare<[string, string]>(
    'INSERT INTO member_emergencies (id, row) VALUES (?, ?)',
  )
  const remove = connection.prepare<[string]>('DELETE FROM member_emergencies WHERE id = ?')
  return {
    all: () => all.all(),
    write: (id, row) => void upsert.run(id, row),
    emergencies: () => emergencies.all(),
    addEmergency: (id, row) => void add.run(id, row),
    removeEmergency: (id) => void remove.run(id),
  }
}
