import type { Connection } from './database.ts'

/** Texts that matter to security, by name: a hash of the staff PIN, whether the kiosk is closed. */
export interface SecuritySettings {
  read(key: string): string | undefined
  /** On the disk when it returns, in place of what stood there. */
  write(key: string, value: string): void
  remove(key: string): void
}

/** The security settings in an open database. */
export function openSecuritySettings(connection: Connection): SecuritySettings {
  const select = connection
    .prepare<[string], string>('SELECT value FROM security_settings WHERE key = ?')
    .pluck()
  const replace = connection.prepare<[string, string]>(
    'INSERT OR REPLACE INTO security_settings VALUES (?, ?)',
  )
  const remove = connection.prepare<[string]>('DELETE FROM security_settings WHERE key = ?')
  return {
    read: (key) => select.get(key),
    write: (key, value) => void replace.run(key, value),
    remove: (key) => void remove.run(key),
  }
}

/** Arrivals that patients confirmed, each as JSON. Writes are durable on return. */
export interface ArrivalRows {
  /** In the order in which they were confirmed. */
  all(): readonly string[]
  /** Writes a row in place of the one with its id; `at`: when it was confirmed, in ms since 1970. */
  write(id: string, at: number, row: string): void
  /** Deletes arrivals confirmed before a moment (ms since 1970). */
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

/** A row of the outbox as it rests: `seq` is its place in the order, `row` is JSON. */
interface StoredOutboxRow {
  readonly id: string
  readonly seq: number
  readonly row: string
}

/** Progress of intakes that were taken without the network; durable when a write returns. */
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

/** Answers of the service, each as JSON under a name, with the time of reading. */
export interface KnowledgeRows {
  /** `at`: ms since 1970. */
  read(name: string): { readonly at: number; readonly value: string } | undefined
  /** On the disk when it returns, in place of what stood there. */
  keep(name: string, at: number, value: string): void
  /** Deletes rows read before a moment (ms since 1970). */
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

/** Members of staff of a desk, and the roles they took in emergencies, each as JSON. Writes are durable on return. */
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

/** Facts about paired stations, each as JSON under a name. */
export interface PairingRows {
  read(name: string): string | undefined
  /** Every name that begins with `prefix`, in order, with its value. */
  under(prefix: string): readonly { readonly name: string; readonly value: string }[]
  /** Writes values and removes those that are null, all or nothing; on the disk when it returns. */
  write(changes: Readonly<Record<string, string | null>>): void
}

/** The rows of pairing in an open database. */
export function openPairingRows(connection: Connection): PairingRows {
  const select = connection
    .prepare<[string], string>('SELECT value FROM bus_pairing WHERE name = ?')
    .pluck()
  const under = connection.prepare<[number, string, string], { name: string; value: string }>(
    'SELECT name, value FROM bus_pairing WHERE substr(name, 1, ?) = ? AND name >= ? ORDER BY name',
  )
  const replace = connection.prepare<[string, string]>(
    'INSERT OR REPLACE INTO bus_pairing VALUES (?, ?)',
  )
  const remove = connection.prepare<[string]>('DELETE FROM bus_pairing WHERE name = ?')
  const write = connection.transaction((changes: Readonly<Record<string, string | null>>) => {
    for (const [name, value] of Object.entries(changes))
      if (value === null) remove.run(name)
      else replace.run(name, value)
  })
  return {
    read: (name) => select.get(name),
    under: (prefix) => under.all(prefix.length, prefix, prefix),
    write: (changes) => write.immediate(changes),
  }
}

/** Notice of a kiosk that still holds; `notice` is JSON. */
interface HubNoticeRow {
  readonly key: string
  /** ms since 1970. */
  readonly at: number
  readonly notice: string
}

/** Notices of kiosks that still hold at a hub; durable when a write returns. */
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
