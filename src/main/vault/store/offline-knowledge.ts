import type { Connection } from './database.ts'

/** What was read of the service, each as JSON under a name, with when. */
export interface KnowledgeRows {
  /** `at`: ms since 1970. */
  read(name: string): { readonly at: number; readonly value: string } | undefined
  /** On the disk when it returns, in place of what stood there. */
  keep(name: string, at: number, value: string): void
  /** Deletes what was read before a moment (ms since 1970). */
  drop(before: number): void
  remove(name: string): void
  /** 32 bytes that stand for a text; another kiosk has others. */
  hash(text: string): string
}

/** The knowledge in an open database. `hashOf` is keyed. */
export function openKnowledge(
  connection: Connection,
  hashOf: (text: string) => Buffer,
): KnowledgeRows {
  const select = connection.prepare<[string], { readonly at: number; readonly value: string }>(
    'SELECT at, value FROM offline_knowledge WHERE name = ?',
  )
  const replace = connection.prepare<[string, number, string]>(
    'INSERT OR REPLACE INTO offline_knowledge VALUES (?, ?, ?)',
  )
  const drop = connection.prepare<[number]>('DELETE FROM offline_knowledge WHERE at < ?')
  const remove = connection.prepare<[string]>('DELETE FROM offline_knowledge WHERE name = ?')
  return {
    read: (name) => select.get(name),
    keep: (name, at, value) => void replace.run(name, at, value),
    drop: (before) => void drop.run(before),
    remove: (name) => void remove.run(name),
    hash: (text) => hashOf(text).toString('base64'),
  }
}
