import {
  attemptLimits,
  type AttemptKind,
  type AttemptLimit,
  type Attempts,
} from '../check-in/attempts.ts'
import type { Connection } from './database.ts'
import { keyedHash } from './derive.ts'
import type { MeasuredTime } from './measured-time.ts'

/**
 * Counts attempts in the vault. Time is what Foyer itself has measured while it ran: no clock that someone
 * sets, and no restart, ends a window sooner. While the kiosk is off a window stands still.
 */
export function openAttempts(options: {
  readonly connection: Connection
  readonly key: Buffer
  readonly time: Pick<MeasuredTime, 'now' | 'save'>
  readonly limits?: Readonly<Record<AttemptKind, AttemptLimit>>
}): Attempts {
  const { connection, key, time, limits = attemptLimits } = options
  const ofSubject = connection
    .prepare<[string, Buffer, number], number>(
      'SELECT count(*) FROM attempts WHERE kind = ? AND subject = ? AND at > ?',
    )
    .pluck()
  const ofKiosk = connection
    .prepare<[string, number], number>('SELECT count(*) FROM attempts WHERE kind = ? AND at > ?')
    .pluck()
  const insert = connection.prepare<[string, Buffer, number]>(
    'INSERT INTO attempts VALUES (?, ?, ?)',
  )
  const forget = connection.prepare<[string, number]>(
    'DELETE FROM attempts WHERE kind = ? AND at <= ?',
  )
  const add = connection.transaction((kind: AttemptKind, subject: Buffer) => {
    const now = time.now()
    time.save()
    forget.run(kind, now - limits[kind].windowMs)
    insert.run(kind, subject, now)
  })

  return {
    allows(kind, subject) {
      const { perSubject, perKiosk, windowMs } = limits[kind]
      const oldest = time.now() - windowMs
      return (
        (ofSubject.get(kind, keyedHash(key, subject), oldest) ?? 0) < perSubject &&
        (ofKiosk.get(kind, oldest) ?? 0) < perKiosk
      )
    },
    count: (kind, subject) => void add.immediate(kind, keyedHash(key, subject)),
  }
}
