import type { Connection } from './database.ts'
import { reading, transacting, writing } from './rows.ts'

/** Message that waits to be sent: `number` is its place in the order, `row` is JSON. */
interface StoredBusRow {
  readonly number: number
  readonly id: string
  readonly row: string
}

interface HeardMessage {
  readonly station: string
  readonly lane: string
  readonly number: number
}

export type BusRows = ReturnType<typeof openBusRows>

const mostFailed = 500

/** Opens the rows of the bus of a database. Writes are durable on return. */
export function openBusRows(connection: Connection) {
  const last = connection.prepare<[], number>('SELECT last FROM bus_number').pluck()
  const setLast = writing(connection, 'UPDATE bus_number SET last = ?')
  const insert = writing(connection, 'INSERT INTO bus_queue VALUES (?, ?, ?)')
  const laterHeard = connection.prepare<[message: HeardMessage]>(
    'SELECT 1 FROM bus_heard WHERE station = @station AND lane = @lane AND number >= @number',
  )
  const noteHeard = writing<[message: HeardMessage]>(
    connection,
    'INSERT OR REPLACE INTO bus_heard VALUES (@station, @lane, @number)',
  )
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
  return {
    /** Takes a number above each before. `now`: ms since 1970, so that a vault brought back from a copy repeats none. */
    nextNumber: transacting(connection, takeNumber),
    queued: reading<StoredBusRow>(connection, 'SELECT * FROM bus_queue ORDER BY number'),
    queue: transacting(connection, ({ id, row }: Pick<StoredBusRow, 'id' | 'row'>, now: number) => {
      const number = takeNumber(now)
      insert(number, id, row)
      return number
    }),
    unqueue: writing<[id: string]>(connection, 'DELETE FROM bus_queue WHERE id = ?'),
    /** Tells whether it, or a later one of its station and lane, was received. */
    wasHeard: (message: HeardMessage) => laterHeard.get(message) !== undefined,
    /** Notes its receipt in one transaction with the writes of `deliver`. Throws the errors of `deliver`. */
    hear: transacting(connection, (message: HeardMessage, deliver: () => void) => {
      noteHeard(message)
      deliver()
    }),
    /** Keeps a message (JSON) on which a listener threw; the oldest give way. */
    keepFailed(id: string, message: string) {
      insertFailed(id, message)
      shortenFailed(mostFailed)
    },
    failed: reading<{ readonly id: string; readonly message: string }>(
      connection,
      'SELECT id, message FROM bus_failed ORDER BY rowid',
    ),
    settleFailed: transacting(connection, (id: string, deliver: () => void) => {
      removeFailed(id)
      deliver()
    }),
  }
}
