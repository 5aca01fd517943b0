import type { Connection } from './database.ts'

/** A message that waits to be told: `number` is its place in the order, `row` is JSON. */
interface StoredBusRow {
  readonly number: number
  readonly id: string
  readonly row: string
}

/** A message that this Foyer does not know, as it was unsealed. */
interface UnknownBusRow {
  readonly station: string
  readonly id: string
  readonly topic: string
  readonly message: string
}

/** Which message of a station it is. */
interface HeardMessage {
  readonly station: string
  readonly lane: string
  readonly number: number
}

/** What a station keeps of the bus. What is written is durable when it returns. */
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
  /** Whether it was heard, as far as that is still known: it is taken as heard once it is forgotten. */
  wasHeard(message: HeardMessage): boolean
  /**
   * Notes that it was heard, and hands it on in the same transaction: neither happens without the other. Throws what
   * `handOn` throws. `most`: how many of one station and lane are known one by one.
   */
  hear(message: HeardMessage, most: number, handOn: () => void): void
  /** Keeps it, once; false where it was there. The oldest give way to it where `most` are there. */
  keepUnknown(row: UnknownBusRow, most: number): boolean
  unknown(): readonly UnknownBusRow[]
  removeUnknown(row: { readonly station: string; readonly id: string }): void
}

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
    ...unknownIn(connection),
  }
}

function heardIn(connection: Connection): Pick<BusRows, 'wasHeard' | 'hear'> {
  type Key = [string, string, number]
  const find = connection
    .prepare<[...Key, ...Key], number>(
      `SELECT 1 FROM bus_heard WHERE station = ? AND lane = ? AND number = ?
       UNION ALL SELECT 1 FROM bus_forgotten WHERE station = ? AND lane = ? AND number >= ?`,
    )
    .pluck()
  const insert = connection.prepare<Key>('INSERT INTO bus_heard VALUES (?, ?, ?)')
  const beyond = connection
    .prepare<Key, number>(
      'SELECT number FROM bus_heard WHERE station = ? AND lane = ? ORDER BY number DESC LIMIT 1 OFFSET ?',
    )
    .pluck()
  const forget = connection.prepare<Key>(
    'DELETE FROM bus_heard WHERE station = ? AND lane = ? AND number <= ?',
  )
  const forgetUntil = connection.prepare<Key>(
    'INSERT OR REPLACE INTO bus_forgotten VALUES (?, ?, ?)',
  )
  const hear = connection.transaction(
    ({ station, lane, number }: HeardMessage, most: number, handOn: () => void) => {
      insert.run(station, lane, number)
      const tooMany = beyond.get(station, lane, most)
      if (tooMany !== undefined) {
        forgetUntil.run(station, lane, tooMany)
        forget.run(station, lane, tooMany)
      }
      handOn()
    },
  )
  return {
    wasHeard: ({ station, lane, number }) =>
      find.get(station, lane, number, station, lane, number) !== undefined,
    hear: (message, most, handOn) => hear.immediate(message, most, handOn),
  }
}

function unknownIn(
  connection: Connection,
): Pick<BusRows, 'keepUnknown' | 'unknown' | 'removeUnknown'> {
  const insert = connection.prepare<[string, string, string, string]>(
    'INSERT OR IGNORE INTO bus_unknown (station, id, topic, message) VALUES (?, ?, ?, ?)',
  )
  const shorten = connection.prepare<[number]>(
    `DELETE FROM bus_unknown WHERE seq <= (SELECT seq FROM bus_unknown ORDER BY seq DESC LIMIT 1 OFFSET ?)`,
  )
  const all = connection.prepare<[], UnknownBusRow>(
    'SELECT station, id, topic, message FROM bus_unknown ORDER BY seq',
  )
  const remove = connection.prepare<[string, string]>(
    'DELETE FROM bus_unknown WHERE station = ? AND id = ?',
  )
  const keep = connection.transaction((row: UnknownBusRow, most: number) => {
    const { changes } = insert.run(row.station, row.id, row.topic, row.message)
    if (changes > 0) shorten.run(most)
    return changes > 0
  })
  return {
    keepUnknown: (row, most) => keep.immediate(row, most),
    unknown: () => all.all(),
    removeUnknown: ({ station, id }) => void remove.run(station, id),
  }
}
