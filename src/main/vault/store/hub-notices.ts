import type { Connection } from './database.ts'

/** Something that a kiosk told and that still holds; `notice` is JSON. */
interface HubNoticeRow {
  readonly key: string
  /** ms since 1970. */
  readonly at: number
  readonly notice: string
}

/** What kiosks told a hub and still holds. What is written is durable when it returns. */
export interface HubNoticeRows {
  /** The oldest first. */
  all(): readonly HubNoticeRow[]
  /** Writes a row in place of the one with its key. */
  write(row: HubNoticeRow): void
  remove(key: string): void
}

/** The notices in an open database. */
export function openHubNotices(connection: Connection): HubNoticeRows {
  const select = connection.prepare<[], HubNoticeRow>(
    'SELECT key, at, notice FROM hub_notices ORDER BY at, rowid',
  )
  const replace = connection.prepare<[string, number, string]>(
    'INSERT OR REPLACE INTO hub_notices VALUES (?, ?, ?)',
  )
  const remove = connection.prepare<[string]>('DELETE FROM hub_notices WHERE key = ?')
  return {
    all: () => select.all(),
    write: ({ key, at, notice }) => void replace.run(key, at, notice),
    remove: (key) => void remove.run(key),
  }
}
