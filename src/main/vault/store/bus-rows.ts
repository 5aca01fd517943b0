import type { Connection } from './database.ts'
import { reading, writing } from './rows.ts'

/** Message that waits to be sent: `number` is its place in the order, `row` is JSON. */
interface StoredBusRow {
  readonly number: number
  readonly id: string
  readonly row: string
}

type NewMessage = Pick<StoredBusRow, 'id' | 'row'>

interface HeardMessage {
  readonly station: string
  readonly lane: string
  readonly number: number
}

type HeardKey = [station: string, lane: string, number: number]

export type BusRows = ReturnType<typeof openBusRows>

const mostFailed = 500

/** Opens the rows of the bus of a database. Writes are durable on return. */
export function openBusRows(connection: Connection) {
  const last = connection.prepare<[], number>('SELECT last FROM bus_number').pluck()
  const setLast = writing(connection, 'UPDATE bus_number SET last = ?')
  const insert = writing(connection, 'INSERT INTO bus_queue VALUES (?, ?, ?)')
  const wasHeard = connection
    .prepare<HeardKey, number>(
      'SELECT 1 FROM bus_heard WHERE station = ? AND lane = ? AND number >= ?',
    )
    .pluck()
  const noteHeard = writing(connection, 'INSERT OR REPLACE INTO bus_heard VALUES (?, ?, ?)')
  const insertFailed = writing(connection, 'INSERT OR IGNORE INTO bus_failed VALUES (?, ?)')
  const shortenFailed = writing(
    connection,
    'DELETE FROM bus_failed WHERE rowid <= (SELECT rowid FROM bus_failed ORDER BY rowid DESC LIMIT 1 OFFSET ?)',
  )
  const removeFailed = writing(connection, 'DELETE FROM bus_failed WHERE id = ?')

  function takeNumber(now: number) {
    const next = Math.max((last.get() ?? 0) + 1, Math.floor(now))
    setLast(next)
    return next
  }
  const nextNumber = connection.transaction(takeNumber)
  const queue = connection.transaction((message: NewMessage, now: number) => {
    const number = takeNumber(now)
    insert(number, message.id, message.row)
    return number
  })
  const hear = connection.transaction(
    ({ station, lane, number }: HeardMessage, deliver: () => void) => {
      noteHeard(station, lane, number)
      deliver()
    },
  )
  const settleFailed = connection.transaction((id: string, deliver: () => void) => {
    removeFailed(id)
    deliver()
  })

  return {
    /** Takes a number above each before. `now`: ms since 1970, so that a vault brought back from a copy repeats none. */
    nextNumber: (now: number) => nextNumber.immediate(now),
    queued: reading<StoredBusRow>(connection, 'SELECT * FROM bus_queue ORDER BY number'),
    queue: (message: NewMessage, now: number) => queue.immediate(message, now),
    unqueue: writing<[id: string]>(connection, 'DELETE FROM bus_queue WHERE id = ?'),
    /** Tells whether it, or a later one of its station and lane, was received. */
    wasHeard: ({ station, lane, number }: HeardMessage) =>
      wasHeard.get(station, lane, number) !== undefined,
    /** Notes its receipt in one transaction with the writes of `deliver`. Throws the errors of `deliver`. */
    hear: (message: HeardMessage, deliver: () => void): void => hear.immediate(message, deliver),
    /** Keeps a message (JSON) on which a listener threw; the oldest give way. */
    keepFailed(id: string, message: string) {
      insertFailed(id, message)
      shortenFailed(mostFailed)
    },
    failed: reading<{ readonly id: string; readonly message: string }>(
      connection,
      'SELECT id, message FROM bus_failed ORDER BY rowid',
    ),
    settleFailed: (id: string, deliver: () => void): void => settleFailed.immediate(id, deliver),
  }
}
