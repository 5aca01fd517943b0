import { closeSync, openSync, readSync } from 'node:fs'
import Database from 'better-sqlite3-multiple-ciphers'
import { type Result, err, ok } from '../../../shared/result.ts'
import { type VaultError, vaultErrorOf } from '../errors.ts'

export type Connection = Database.Database

/** Sets the key of the pages: AES-256 and an HMAC for each, as SQLCipher 4 does. */
const keyPragma = (...key: readonly Buffer[]) => `key = "x'${Buffer.concat(key).toString('hex')}'"`

const saltBytes = 16

function saltOf(path: string): Buffer {
  const salt = Buffer.alloc(saltBytes)
  const file = openSync(path, 'r')
  readSync(file, salt, 0, saltBytes, 0)
  closeSync(file)
  return salt
}

/** Opens a connection with the key; it overwrites deleted data, and nothing is read yet. Throws SQLite's errors. */
export function connect(path: string, key: Buffer, options: Database.Options = {}): Connection {
  const connection = new Database(path, { timeout: 0, ...options })
  connection.pragma(`cipher = 'sqlcipher'`)
  connection.pragma(keyPragma(key))
  connection.pragma('secure_delete = ON')
  return connection
}

/** Gives the database another key, all or nothing, over its only connection. */
export function rekey(connection: Connection, key: Buffer): void {
  // Keeps the salt: otherwise neither key could read a journal left by a sudden stop.
  // The key of a database in WAL mode cannot be changed.
  connection.pragma('journal_mode = DELETE')
  try {
    connection.pragma(`re${keyPragma(key, saltOf(connection.name))}`)
  } finally {
    connection.pragma('journal_mode = WAL')
  }
}

/** Lays the tables of a new database. Throws what SQLite throws. */
export function createTables(connection: Connection): void {
  connection.transaction(() => {
    connection.exec(schema)
    connection.pragma(`user_version = ${schemaVersion}`)
  })()
}

/** Opens an existing database and checks every page before any write. `isChecked`: that has just been done. */
export function openDatabase(
  path: string,
  key: Buffer,
  { readonly = false, isChecked = false } = {},
): Result<Connection, VaultError> {
  let connection: Connection | undefined
  try {
    connection = connect(path, key, {
      readonly,
      fileMustExist: true,
      ...(readonly && { timeout: 5_000 }),
    })
    const failure = isChecked ? undefined : check(connection)
    if (failure) {
      connection.close()
      return err(failure)
    }
    if (readonly) return ok(connection)
    connection.pragma('journal_mode = WAL')
    connection.pragma('synchronous = FULL')
    connection.pragma('temp_store = MEMORY')
    return ok(connection)
  } catch (error) {
    connection?.close()
    return err(vaultErrorOf(error))
  }
}

function check(connection: Connection): VaultError | undefined {
  const found = Number(connection.pragma('user_version', { simple: true }))
  if (found > schemaVersion) return { kind: 'newerSchema', found, known: schemaVersion }
  // A database that Foyer made has its tables: an empty file is the rest of one.
  if (found < schemaVersion) return { kind: 'corrupt', detail: 'empty' }
  const answer = connection.pragma('integrity_check(1)', { simple: true })
  return answer === 'ok' ? undefined : { kind: 'corrupt', detail: 'integrity_check' }
}

/** The only form of the database that there was yet; `user_version` holds it. A later one brings the steps to it. */
const schemaVersion = 1

const schema = `
  -- How often a row changed, and the sum of all rows, sealed.
  CREATE TABLE seal (only INTEGER PRIMARY KEY CHECK (only = 1), state BLOB NOT NULL) STRICT;

  CREATE TABLE credentials (
    interface TEXT PRIMARY KEY, client_id TEXT NOT NULL, client_secret TEXT NOT NULL, since INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE security_settings (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;

  -- How long this kiosk has run, by its own measure, in ms.
  CREATE TABLE measured_time (only INTEGER PRIMARY KEY CHECK (only = 1), ms REAL NOT NULL) STRICT;
  INSERT INTO measured_time VALUES (1, 0);

  CREATE TABLE attempts (kind TEXT NOT NULL, subject BLOB NOT NULL, at REAL NOT NULL) STRICT;
  CREATE INDEX attempts_of_a_subject ON attempts (kind, subject, at);
  CREATE INDEX attempts_of_a_kind ON attempts (kind, at);

  CREATE TABLE audit (
    seq INTEGER PRIMARY KEY, at INTEGER NOT NULL, kind TEXT NOT NULL, fields TEXT NOT NULL, previous BLOB NOT NULL
  ) STRICT;
  CREATE INDEX audit_of_a_kind ON audit (kind, at);
  CREATE TABLE audit_anchor (
    only INTEGER PRIMARY KEY CHECK (only = 1),
    first INTEGER NOT NULL, before BLOB NOT NULL, last INTEGER NOT NULL, hash BLOB NOT NULL, mac BLOB NOT NULL
  ) STRICT;
  CREATE TRIGGER audit_is_not_changed BEFORE UPDATE ON audit
    BEGIN SELECT RAISE(ABORT, 'the audit is append-only'); END;
  -- Retention moves the anchor before it removes what stands before it.
  CREATE TRIGGER audit_is_not_shortened BEFORE DELETE ON audit
    WHEN OLD.seq >= (SELECT first FROM audit_anchor)
    BEGIN SELECT RAISE(ABORT, 'the audit is append-only'); END;

  -- What patients gave without the network, as JSON. Settled: delivered, or taken over by staff; it waits no more.
  CREATE TABLE captures (
    id TEXT PRIMARY KEY, about TEXT NOT NULL, finished_at TEXT, settled_at TEXT
  ) STRICT;
  -- Templates as they were drawn, once each, by their SHA-256.
  CREATE TABLE capture_templates (hash BLOB PRIMARY KEY, template TEXT NOT NULL) STRICT;
  CREATE TABLE capture_forms (
    capture TEXT NOT NULL, form INTEGER NOT NULL, about TEXT NOT NULL, template BLOB NOT NULL, answers TEXT NOT NULL,
    PRIMARY KEY (capture, form)
  ) STRICT;
  CREATE INDEX capture_forms_of_a_template ON capture_forms (template);
  -- What is known of the service without the network, as JSON, with the time (ms since 1970) at which it was read.
  CREATE TABLE offline_knowledge (name TEXT PRIMARY KEY, at INTEGER NOT NULL, value TEXT NOT NULL) STRICT;
  -- How far each intake is that was taken without the network; \`row\` is JSON.
  CREATE TABLE outbox (id TEXT PRIMARY KEY, seq INTEGER NOT NULL, row TEXT NOT NULL) STRICT;
  -- Arrivals that patients confirmed, by the id of the appointment; \`at\`: when (ms since 1970), \`row\` is JSON.
  CREATE TABLE arrivals (id TEXT PRIMARY KEY, at INTEGER NOT NULL, row TEXT NOT NULL) STRICT;

  -- The last number that was given to what this station says: it only grows, over restarts and copies of the vault.
  CREATE TABLE bus_number (only INTEGER PRIMARY KEY CHECK (only = 1), last INTEGER NOT NULL) STRICT;
  INSERT INTO bus_number VALUES (1, 0);
  -- What waits to be told to other stations; \`row\` is JSON.
  CREATE TABLE bus_queue (number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, row TEXT NOT NULL) STRICT;
  -- Up to which number each station was heard.
  CREATE TABLE bus_heard (
    station TEXT NOT NULL, lane TEXT NOT NULL, number INTEGER NOT NULL, PRIMARY KEY (station, lane)
  ) STRICT, WITHOUT ROWID;
  -- Messages on which a listener threw, as JSON, for the next start.
  CREATE TABLE bus_failed (id TEXT PRIMARY KEY, message TEXT NOT NULL) STRICT;
  -- What is known of stations that are paired, as JSON: this one's own pairing, or the clinic, its keys and its stations.
  CREATE TABLE bus_pairing (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

  -- What kiosks told a hub and still holds, as JSON. \`at\`: ms since 1970.
  CREATE TABLE hub_notices (key TEXT PRIMARY KEY, at INTEGER NOT NULL, notice TEXT NOT NULL) STRICT;

  -- Members of staff of a desk, with a hash of what they sign in with, as JSON.
  CREATE TABLE members (seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, row TEXT NOT NULL) STRICT;
  -- Rights that one of them took in an emergency, as JSON, until an administrator has seen it.
  CREATE TABLE member_emergencies (
    seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, row TEXT NOT NULL
  ) STRICT;
`
