import { closeSync, openSync, readSync } from 'node:fs'
import Database from 'better-sqlite3-multiple-ciphers'
import { type Result, err, ok } from '../../../shared/result.ts'
import { type VaultError, vaultErrorOf } from '../errors.ts'
import { schema, schemaVersion } from './schema.ts'

export type Connection = Database.Database

/** Sets the key of the pages: AES-256 and an HMAC for each, as SQLCipher 4 does. */
const keyPragma = (...key: readonly Buffer[]) => `key = "x'${Buffer.concat(key).toString('hex')}'"`

const saltBytes = 16

/** Reads the salt at the beginning of a database; the keys of its HMACs are derived with it. */
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

function schemaOf(connection: Connection): number {
  return Number(connection.pragma('user_version', { simple: true }))
}

/** Lays the tables of a new database. Throws what SQLite throws. */
export function createTables(connection: Connection): void {
  connection.transaction(() => {
    connection.exec(schema)
    connection.pragma(`user_version = ${schemaVersion}`)
  })()
}

/**
 * Opens an existing database: reads and checks every page before any write, and acknowledges writes only when on disk.
 * With `readonly` it may be open elsewhere.
 */
export function openDatabase(
  path: string,
  key: Buffer,
  { readonly = false } = {},
): Result<Connection, VaultError> {
  let connection: Connection | undefined
  try {
    connection = connect(path, key, {
      readonly,
      fileMustExist: true,
      ...(readonly && { timeout: 5_000 }),
    })
    const failure = check(connection)
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
  const found = schemaOf(connection)
  if (found > schemaVersion) return { kind: 'newerSchema', found, known: schemaVersion }
  // A database that Foyer made has its tables: an empty file is the rest of one.
  if (found < schemaVersion) return { kind: 'corrupt', detail: 'empty' }
  const answer = connection.pragma('quick_check(1)', { simple: true })
  return answer === 'ok' ? undefined : { kind: 'corrupt', detail: 'quick_check' }
}
