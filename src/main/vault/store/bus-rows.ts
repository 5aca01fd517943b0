import type { Connection } from './database.ts'

/** Message that waits to be sent: `number` is its place in the order, `row` is JSON. */
interface StoredBusRow {
  readonly number: number
  readonly id: string
  readonly row: string
}

/** Identifies a station's message. */
interface HeardMessage {
  readonly station: string
  readonly lane: string
  readonly number: number
}

/** A station's rows of the bus. Writes are durable on return. */
export interface BusRows {
  /** A number above each before. `now`: ms since 1970, so that a vault that was brought back from a copy does not repeat any. */
  nextNumber(now: number): number
  /** In order. */
  queued(): readonly StoredBusRow[]
  /** Puts a message last; undefined where `most` wait already. The value is its number. */
  queue(
    message: { readonly id: string; readonly row: string },
    now: number,
    most: number,
  ): number | undefined
  /** No effect on one that is not there. */
  unqueue(id: string): void
  /** True if it, or a later one of its station and lane, was received. */
  wasHeard(message: HeardMessage): boolean
  /** Notes its receipt in one transaction with the writes of `deliver`. Throws the errors of `deliver`. */
  hear(message: HeardMessage, deliver: () => void): void
  /** Keeps a message (JSON) on which a listener threw; the oldest give way. */
  keepFailed(id: string, message: string): void
  failed(): readonly { readonly id: string; readonly message: string }[]
  /** Removes one in one transaction with what `deliver` writes. */
  settleFailed(id: string, deliver: () => void): void
}

const mostFailed = 500

/** The rows of the bus in an open database. */
export function openBusRows(connection: Connection): BusRows {
  const last = connection.prepare<[], number>('SELECT last FROM bus_number').pluck()
  const setLast = connection.prepare<[number]>('UPDATE bus_number SET last = ?')
  const queued = connection.prepare<[], StoredBusRow>('SELECT * FROM bus_queue ORDER BY number')
  const count = connection.prepare<[], number>('SELECT count(*) FROM bus_queue').pluck()
  const insert = connection.prepare<[number, string, string]>(
    'INSERT INTO bus_queue VALUES (?, ?, ?)',
  )
  const remove = connection.prepare<[string]>('DELETE FROM bus_queue WHERE id = ?')

  function takeNumber(now: number) {
    const next = Math.max((last.get() ?? 0) + 1, Math.floor(now))
    setLast.run(next)
    return next
  }
  const nextNumber = connection.transaction(takeNumber)
  const queue = connection.transaction(
    (message: { readonly id: string; readonly row: string }, now: number, most: number) => {
      if ((count.get() ?? 0) >= most) return undefined
      const number = takeNumber(now)
      insert.run(number, message.id, message.row)
      return number
    },
  )

  return {
    nextNumber: (now) => nextNumber.immediate(now),
    queued: () => queued.all(),
    queue: (message, now, most) => queue.immediate(message, now, most),
    unqueue: (id) => void remove.run(id),
    ...heardIn(connection),
    ...failedIn(connection),
  }
}

function heardIn(connection: Connection): Pick<BusRows, 'wasHeard' | 'hear'> {
  type Key = [string, string, number]
  const find = connection
    .prepare<Key, number>('SELECT 1 FROM bus_heard WHERE station = ? AND lane = ? AND number >= ?')
    .pluck()
  const write = connection.prepare<Key>('INSERT OR REPLACE INTO bus_heard VALUES (?, ?, ?)')
  const hear = connection.transaction(
    ({ station, lane, number }: HeardMessage, deliver: () => void) => {
      write.run(station, lane, number)
      deliver()
    },
  )
  return {
    wasHeard: ({ station, lane, number }) => find.get(station, lane, number) !== undefined,
    hear: (message, deliver) => hear.immediate(message, deliver),
  }
}

function failedIn(connection: Connection): Pick<BusRows, 'keepFailed' | 'failed' | 'settleFailed'> {
  const insert = connection.prepare<[string, string]>(
    'INSERT OR IGNORE INTO bus_failed VALUES (?, ?)',
  )
  const shorten = connection.prepare<[number]>(
    'DELETE FROM bus_failed WHERE rowid <= (SELECT rowid FROM bus_failed ORDER BY rowid DESC LIMIT 1 OFFSET ?)',
  )
  const all = connection.prepare<[], { id: string; message: string }>(
    'SELECT id, message FROM bus_failed ORDER BY rowid',
  )
  const remove = connection.prepare<[string]>('DELETE FROM bus_failed WHERE id = ?')
  const settle = connection.transaction((id: string, deliver: () => void) => {
    remove.run(id)
    deliver()
  })
  return {
    keepFailed(id, message) {
      insert.run(id, message)
      shorten.run(mostFailed)
    },
    failed: () => all.all(),
    settleFailed: (id, deliver) => settle.immediate(id, deliver),
  }
}
