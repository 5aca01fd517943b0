import { closeSync, constants, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs'
import { err, ok, type Result } from '../../../shared/result.ts'
import type { VaultError } from '../errors.ts'
import { keyedHash } from '../keys/derive.ts'
import type { Connection } from './database.ts'
import { noFollow } from './files.ts'

// Each page of the database is genuine by its own HMAC, and so is an older one. The sum over all rows, in the database
// itself, tells whether they are of one moment; the head, in a file of its own, whether that moment is the last one.

/** State of all rows: how often one changed since the vault was made, and the sum of their keyed hashes. */
interface State {
  readonly changes: number
  readonly sum: bigint
}

const modulus = 1n << 256n
const bodyBytes = 8 + 32
const stateBytes = bodyBytes + 32
/** Distance of the two places in the head's file: a write that is cut off spoils one of them. */
const placeBytes = 4096

const macOf = (key: Buffer, body: Buffer) => keyedHash(key, `state ${body.toString('hex')}`)

function encodeState(key: Buffer, { changes, sum }: State): Buffer {
  const body = Buffer.alloc(bodyBytes)
  body.writeBigUInt64BE(BigInt(changes))
  body.write(sum.toString(16).padStart(64, '0'), 8, 'hex')
  return Buffer.concat([body, macOf(key, body)])
}

const plainState = (bytes: Buffer): State => ({
  changes: Number(bytes.readBigUInt64BE()),
  sum: BigInt(`0x${bytes.toString('hex', 8, bodyBytes)}`),
})

function decodeState(key: Buffer, bytes: Buffer): State | undefined {
  if (bytes.length !== stateBytes) return undefined
  const isOurs = macOf(key, bytes.subarray(0, bodyBytes)).equals(bytes.subarray(bodyBytes))
  return isOurs ? plainState(bytes) : undefined
}

const hashOfRow = (key: Buffer, table: string, row: string) =>
  BigInt(`0x${keyedHash(key, `row ${table} ${row}`).toString('hex')}`)

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

/** Lists the tables that are sealed, each with an expression for one row (`of`: what stands before a column's name). */
function sealedTables(connection: Connection) {
  const names = connection
    .prepare<[], string>(
      `SELECT name FROM main.sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name <> 'seal'`,
    )
    .pluck()
    .all()
  const columnsOf = connection
    .prepare<[string], string>('SELECT name FROM pragma_table_info(?)')
    .pluck()
  return names.map((name) => {
    const columns = columnsOf.all(name)
    const rowOf = (of = '') =>
      columns.map((column) => `quote(${of}${quoted(column)})`).join(` || ',' || `)
    return { name, rowOf }
  })
}

function sumOf(connection: Connection, key: Buffer): bigint {
  let sum = 0n
  for (const { name, rowOf } of sealedTables(connection)) {
    const rows = connection.prepare<[], string>(`SELECT ${rowOf()} FROM ${quoted(name)}`).pluck()
    for (const row of rows.iterate()) sum += hashOfRow(key, name, row)
  }
  return sum % modulus
}

const readState = (connection: Connection) =>
  connection.prepare<[], Buffer>('SELECT state FROM seal').pluck().get() ?? Buffer.alloc(0)

/** Reads both places of the head's file; a file that is not there has none. */
function readHead(key: Buffer, path: string) {
  let file = Buffer.alloc(0)
  try {
    file = readFileSync(path)
  } catch (error) {
    if ((error as { code?: string }).code !== 'ENOENT') throw error
  }
  return [0, 1].map((place) =>
    decodeState(key, file.subarray(place * placeBytes, place * placeBytes + stateBytes)),
  )
}

const newest = (states: readonly (State | undefined)[]) =>
  states.reduce((one, other) => ((other?.changes ?? -1) > (one?.changes ?? -1) ? other : one))

function writeHead(path: string, place: number, state: Buffer): void {
  const { O_CREAT, O_WRONLY } = constants
  const handle = openSync(path, O_CREAT | O_WRONLY | noFollow, 0o600)
  try {
    writeSync(handle, state, 0, state.length, place * placeBytes)
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/** Seals a database as it is now: a new one, or one whose loss an administrator accepts. */
export function sealAnew(connection: Connection, key: Buffer, path: string): void {
  const known = newest([decodeState(key, readState(connection)), ...readHead(key, path)])
  const state = { changes: (known?.changes ?? 0) + 1, sum: sumOf(connection, key) }
  const bytes = encodeState(key, state)
  connection.prepare('INSERT OR REPLACE INTO seal VALUES (1, ?)').run(bytes)
  for (const place of [0, 1]) writeHead(path, place, bytes)
}

/** Tells whether every row is the one that Foyer wrote last. Errors: `altered`, `writesLost`. */
export function checkSeal(
  connection: Connection,
  key: Buffer,
  path: string,
): Result<null, VaultError> {
  // The head first: a Foyer that has the vault open may write meanwhile.
  const head = newest(readHead(key, path))
  const isWhole = connection.transaction(() => {
    const state = decodeState(key, readState(connection))
    return state?.sum === sumOf(connection, key) ? state : undefined
  })
  const state = isWhole()
  if (!state) return err({ kind: 'altered' })
  if (!head) return err({ kind: 'writesLost' })
  const count = head.changes - state.changes
  if (count > 0) return err({ kind: 'writesLost', count })
  return count === 0 && head.sum !== state.sum ? err({ kind: 'altered' }) : ok(null)
}

type Row = string | null

/** Keeps the seal of an open database with each change of a row. Call `keepHead` once a change is to hold. */
export function openSeal(connection: Connection, key: Buffer, path: string) {
  let isChanged = false
  // An `INSERT OR REPLACE` tells of the row that it removes.
  connection.pragma('recursive_triggers = ON')
  const sealChange = (state: Buffer, table: string, removed: Row, added: Row) => {
    isChanged = true
    const { changes, sum } = plainState(state)
    const hashOf = (row: Row) => (row === null ? 0n : hashOfRow(key, table, row))
    const next = (sum + hashOf(added) + modulus - hashOf(removed)) % modulus
    return encodeState(key, { changes: changes + 1, sum: next })
  }
  connection.function('foyer_sealed', sealChange as (...values: unknown[]) => Buffer)
  for (const { name, rowOf } of sealedTables(connection)) {
    const [removed, added] = [rowOf('OLD.'), rowOf('NEW.')]
    const events = { INSERT: ['NULL', added], UPDATE: [removed, added], DELETE: [removed, 'NULL'] }
    for (const [event, rows] of Object.entries(events))
      connection.exec(`
        CREATE TEMP TRIGGER ${quoted(`seal_${event}_${name}`)} AFTER ${event} ON main.${quoted(name)}
        BEGIN UPDATE seal SET state = foyer_sealed(state, '${name}', ${rows.join()}); END`)
  }
  const [first, second] = readHead(key, path)
  let place = newest([first, second]) === first ? 1 : 0
  return {
    /** Makes the last change that is on the disk the head. Throws if it cannot be written. */
    keepHead(): void {
      if (!isChanged || connection.inTransaction) return
      writeHead(path, place, readState(connection))
      place = 1 - place
      isChanged = false
    },
  }
}
