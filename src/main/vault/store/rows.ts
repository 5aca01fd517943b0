import type { Connection } from './database.ts'

// Each write below is on the disk when it returns.

/** Texts that matter to security, by name: a hash of the staff PIN, whether the kiosk is closed. */
export type SecuritySettings = ReturnType<typeof openSecuritySettings>

/** Opens the security settings of a database. */
export const openSecuritySettings = (connection: Connection) =>
  openTexts(connection, 'security_settings', 'key')

/** Opens a table of texts, each under the name in this column. */
function openTexts(
  connection: Connection,
  table: 'security_settings' | 'bus_pairing',
  column: 'key' | 'name',
) {
  const select = connection
    .prepare<[string], string>(`SELECT value FROM ${table} WHERE ${column} = ?`)
    .pluck()
  const replace = connection.prepare<[string, string]>(
    `INSERT OR REPLACE INTO ${table} VALUES (?, ?)`,
  )
  const remove = connection.prepare<[string]>(`DELETE FROM ${table} WHERE ${column} = ?`)
  return {
    read: (key: string) => select.get(key),
    write: (key: string, value: string): void => void replace.run(key, value),
    remove: (key: string): void => void remove.run(key),
  }
}

/** Arrivals that patients confirmed, each as JSON. */
export type ArrivalRows = ReturnType<typeof openArrivalRows>

/** Opens the arrivals of a database. */
export function openArrivalRows(connection: Connection) {
  const select = connection
    .prepare<[], string>('SELECT row FROM arrivals ORDER BY at, rowid')
    .pluck()
  const replace = connection.prepare<[string, number, string]>(
    'INSERT OR REPLACE INTO arrivals VALUES (?, ?, ?)',
  )
  const drop = connection.prepare<[number]>('DELETE FROM arrivals WHERE at < ?')
  return {
    /** In the order in which they were confirmed. */
    all: (): readonly string[] => select.all(),
    /** Writes a row in place of the one with its id; `at`: when it was confirmed, in ms since 1970. */
    write: (id: string, at: number, row: string): void => void replace.run(id, at, row),
    /** Deletes arrivals confirmed before a moment (ms since 1970). */
    drop: (before: number): void => void drop.run(before),
  }
}

/** A row of the outbox as it rests: `seq` is its place in the order, `row` is JSON. */
interface StoredOutboxRow {
  readonly id: string
  readonly seq: number
  readonly row: string
}

/** Progress of intakes that were taken without the network. */
export type OutboxRows = ReturnType<typeof openOutboxRows>

/** Opens the rows of the outbox of a database. */
export function openOutboxRows(connection: Connection) {
  const select = connection.prepare<[], StoredOutboxRow>(
    'SELECT id, seq, row FROM outbox ORDER BY seq',
  )
  const replace = connection.prepare<[string, number, string]>(
    'INSERT OR REPLACE INTO outbox VALUES (?, ?, ?)',
  )
  const remove = connection.prepare<[string]>('DELETE FROM outbox WHERE id = ?')
  return {
    /** In the order of `seq`. */
    all: (): readonly StoredOutboxRow[] => select.all(),
    /** Writes a row in place of the one with its id. */
    write: ({ id, seq, row }: StoredOutboxRow): void => void replace.run(id, seq, row),
    remove: (id: string): void => void remove.run(id),
  }
}

/** Answers of the service, each as JSON under a name, with the time of reading (ms since 1970). */
export type KnowledgeRows = ReturnType<typeof openKnowledge>

/** Opens the knowledge of a database. `hashOf` is keyed. */
export function openKnowledge(connection: Connection, hashOf: (text: string) => Buffer) {
  const select = connection.prepare<[string], { readonly at: number; readonly value: string }>(
    'SELECT at, value FROM offline_knowledge WHERE name = ?',
  )
  const replace = connection.prepare<[string, number, string]>(
    'INSERT OR REPLACE INTO offline_knowledge VALUES (?, ?, ?)',
  )
  const drop = connection.prepare<[number]>('DELETE FROM offline_knowledge WHERE at < ?')
  const remove = connection.prepare<[string]>('DELETE FROM offline_knowledge WHERE name = ?')
  return {
    read: (name: string) => select.get(name),
    keep: (name: string, at: number, value: string): void => void replace.run(name, at, value),
    /** Deletes rows read before a moment (ms since 1970). */
    drop: (before: number): void => void drop.run(before),
    remove: (name: string): void => void remove.run(name),
    /** Returns 32 bytes that stand for a text; another kiosk has others. */
    hash: (text: string) => hashOf(text).toString('base64'),
  }
}

/** Members of staff of a desk, and the roles they took in emergencies, each as JSON. */
export type MemberRows = ReturnType<typeof openMemberRows>

/** Opens the members of a database. */
export function openMemberRows(connection: Connection) {
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
    /** In the order in which they were made. */
    all: (): readonly string[] => all.all(),
    /** Writes a member in place of the one with the id. None is ever deleted: the audit names them. */
    write: (id: string, row: string): void => void upsert.run(id, row),
    /** Lists rights that were taken in an emergency and that no administrator has seen, the oldest first. */
    emergencies: (): readonly string[] => emergencies.all(),
    addEmergency: (id: string, row: string): void => void add.run(id, row),
    removeEmergency: (id: string): void => void remove.run(id),
  }
}

/** Facts about paired stations, each as JSON under a name. */
export type PairingRows = ReturnType<typeof openPairingRows>

type NamedValue = Readonly<Record<'name' | 'value', string>>

/** Opens the rows of pairing of a database. */
export function openPairingRows(connection: Connection) {
  const texts = openTexts(connection, 'bus_pairing', 'name')
  const under = connection.prepare<[number, string, string], NamedValue>(
    'SELECT name, value FROM bus_pairing WHERE substr(name, 1, ?) = ? AND name >= ? ORDER BY name',
  )
  const write = connection.transaction((changes: Readonly<Record<string, string | null>>) => {
    for (const [name, value] of Object.entries(changes))
      if (value === null) texts.remove(name)
      else texts.write(name, value)
  })
  return {
    read: texts.read,
    /** Lists every name that begins with `prefix`, in order, with its value. */
    under: (prefix: string): readonly NamedValue[] => under.all(prefix.length, prefix, prefix),
    /** Writes values and removes those that are null, all or nothing. */
    write: (changes: Readonly<Record<string, string | null>>): void => write.immediate(changes),
  }
}

/** Notice of a kiosk that still holds; `notice` is JSON. */
interface HubNoticeRow {
  readonly key: string
  /** ms since 1970. */
  readonly at: number
  readonly notice: string
}

/** Notices of kiosks that still hold at a hub. */
export type HubNoticeRows = ReturnType<typeof openHubNotices>

/** Opens the notices of a database. */
export function openHubNotices(connection: Connection) {
  const select = connection.prepare<[], HubNoticeRow>(
    'SELECT key, at, notice FROM hub_notices ORDER BY at, rowid',
  )
  const replace = connection.prepare<[string, number, string]>(
    'INSERT OR REPLACE INTO hub_notices VALUES (?, ?, ?)',
  )
  const remove = connection.prepare<[string]>('DELETE FROM hub_notices WHERE key = ?')
  return {
    /** The oldest first. */
    all: (): readonly HubNoticeRow[] => select.all(),
    /** Writes a row in place of the one with its key. */
    write: ({ key, at, notice }: HubNoticeRow): void => void replace.run(key, at, notice),
    remove: (key: string): void => void remove.run(key),
  }
}
