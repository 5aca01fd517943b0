import type { Connection } from './database.ts'

/** Prepares a read of every row. */
// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- the statement's own types
export function reading<Row>(connection: Connection, sql: string) {
  const statement = connection.prepare<[], Row>(sql)
  return (): readonly Row[] => statement.all()
}

/** Prepares a read of the first column of every row. */
function readingTexts(connection: Connection, sql: string) {
  const statement = connection.prepare<[], string>(sql).pluck()
  return (): readonly string[] => statement.all()
}

/** Prepares a write, which is on the disk when the function returns. */
// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- the statement's own types
export function writing<Values extends unknown[]>(connection: Connection, sql: string) {
  const statement = connection.prepare(sql)
  return (...values: Values): void => void statement.run(...values)
}

/** Prepares a transaction, with the write lock from its beginning. */
export function transacting<Values extends unknown[], Value>(
  connection: Connection,
  run: (...values: Values) => Value,
) {
  const transaction = connection.transaction(run)
  return (...values: Values) => transaction.immediate(...values)
}

export type SecuritySettings = ReturnType<typeof openSecuritySettings>

/** Opens the security settings of a database. */
export const openSecuritySettings = (connection: Connection) =>
  openTexts(connection, 'security_settings', 'key')

function openTexts(
  connection: Connection,
  table: 'security_settings' | 'bus_pairing',
  column: 'key' | 'name',
) {
  const select = connection
    .prepare<[string], string>(`SELECT value FROM ${table} WHERE ${column} = ?`)
    .pluck()
  const replace = `INSERT OR REPLACE INTO ${table} VALUES (?, ?)`
  return {
    read: (key: string) => select.get(key),
    write: writing<[key: string, value: string]>(connection, replace),
    remove: writing<[key: string]>(connection, `DELETE FROM ${table} WHERE ${column} = ?`),
  }
}

export type ArrivalRows = ReturnType<typeof openArrivalRows>

/** Opens the arrivals of a database. */
export const openArrivalRows = (connection: Connection) => ({
  all: readingTexts(connection, 'SELECT row FROM arrivals ORDER BY at, rowid'),
  /** Writes a row in place of the one with its id; `at`: when it was confirmed, in ms since 1970. */
  write: writing<[id: string, at: number, row: string]>(
    connection,
    'INSERT OR REPLACE INTO arrivals VALUES (?, ?, ?)',
  ),
  drop: writing<[before: number]>(connection, 'DELETE FROM arrivals WHERE at < ?'),
})

interface StoredOutboxRow {
  readonly id: string
  readonly seq: number
  readonly row: string
}

export type OutboxRows = ReturnType<typeof openOutboxRows>

/** Opens the rows of the outbox of a database. */
export const openOutboxRows = (connection: Connection) => ({
  all: reading<StoredOutboxRow>(connection, 'SELECT id, seq, row FROM outbox ORDER BY seq'),
  write: writing<[row: StoredOutboxRow]>(
    connection,
    'INSERT OR REPLACE INTO outbox VALUES (@id, @seq, @row)',
  ),
  remove: writing<[id: string]>(connection, 'DELETE FROM outbox WHERE id = ?'),
})

export type KnowledgeRows = ReturnType<typeof openKnowledge>

/** Opens the knowledge of a database. `hashOf` is keyed. */
export function openKnowledge(connection: Connection, hashOf: (text: string) => Buffer) {
  const select = connection.prepare<[string], { readonly at: number; readonly value: string }>(
    'SELECT at, value FROM offline_knowledge WHERE name = ?',
  )
  return {
    read: (name: string) => select.get(name),
    keep: writing<[name: string, at: number, value: string]>(
      connection,
      'INSERT OR REPLACE INTO offline_knowledge VALUES (?, ?, ?)',
    ),
    /** Deletes rows read before a moment (ms since 1970). */
    drop: writing<[before: number]>(connection, 'DELETE FROM offline_knowledge WHERE at < ?'),
    remove: writing<[name: string]>(connection, 'DELETE FROM offline_knowledge WHERE name = ?'),
    /** Returns 32 bytes that stand for a text; another kiosk has others. */
    hash: (text: string) => hashOf(text).toString('base64'),
  }
}

export type MemberRows = ReturnType<typeof openMemberRows>

/** Opens the members of a database. */
export const openMemberRows = (connection: Connection) => ({
  all: readingTexts(connection, 'SELECT row FROM members ORDER BY seq'),
  /** Writes a member in place of the one with the id. None is ever deleted: the audit names them. */
  write: writing<[id: string, row: string]>(
    connection,
    'INSERT INTO members (id, row) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET row = excluded.row',
  ),
  /** Lists rights that were taken in an emergency and that no administrator has seen, the oldest first. */
  emergencies: readingTexts(connection, 'SELECT row FROM member_emergencies ORDER BY seq'),
  addEmergency: writing<[id: string, row: string]>(
    connection,
    'INSERT INTO member_emergencies (id, row) VALUES (?, ?)',
  ),
  removeEmergency: writing<[id: string]>(connection, 'DELETE FROM member_emergencies WHERE id = ?'),
})

export type PairingRows = ReturnType<typeof openPairingRows>

type NamedValue = Readonly<Record<'name' | 'value', string>>

/** Opens the rows of pairing of a database. */
export function openPairingRows(connection: Connection) {
  const texts = openTexts(connection, 'bus_pairing', 'name')
  const under = connection.prepare<[number, string, string], NamedValue>(
    'SELECT name, value FROM bus_pairing WHERE substr(name, 1, ?) = ? AND name >= ? ORDER BY name',
  )
  return {
    read: texts.read,
    /** Lists every name that begins with `prefix`, in order, with its value. */
    under: (prefix: string): readonly NamedValue[] => under.all(prefix.length, prefix, prefix),
    /** Writes values and removes those that are null, all or nothing. */
    write: transacting(connection, (changes: Readonly<Record<string, string | null>>) => {
      for (const [name, value] of Object.entries(changes))
        if (value === null) texts.remove(name)
        else texts.write(name, value)
    }),
  }
}

interface HubNoticeRow {
  readonly key: string
  /** ms since 1970. */
  readonly at: number
  readonly notice: string
}

export type HubNoticeRows = ReturnType<typeof openHubNotices>

/** Opens the notices of a database. */
export const openHubNotices = (connection: Connection) => ({
  all: reading<HubNoticeRow>(connection, 'SELECT * FROM hub_notices ORDER BY at, rowid'),
  write: writing<[notice: HubNoticeRow]>(
    connection,
    'INSERT OR REPLACE INTO hub_notices VALUES (@key, @at, @notice)',
  ),
  remove: writing<[key: string]>(connection, 'DELETE FROM hub_notices WHERE key = ?'),
})
