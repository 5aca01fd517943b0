import type { AttemptKind, AttemptStore } from '../../kiosk/visit/limits/attempts.ts'
import { keyedHash } from '../keys/derive.ts'
import type { Connection } from './database.ts'
import { transacting, writing } from './rows.ts'

/** ms of running that a sudden end may cost: by so much what waits may then wait longer. */
export const saveEveryMs = 60_000

/** Measures Foyer's running time and keeps it in the vault across starts. `monotonic`: ms. */
export function openMeasuredTime(connection: Connection, monotonic: () => number) {
  const kept = connection.prepare<[], number>('SELECT ms FROM measured_time').pluck()
  const keep = connection.prepare<[number]>('UPDATE measured_time SET ms = ?')
  const base = (kept.get() ?? 0) - monotonic()
  const now = () => base + monotonic()
  const save = (): void => void keep.run(now())
  const timer = setInterval(() => {
    try {
      save()
    } catch {
      // The next write that somebody waits for reports a vault that cannot be written.
    }
  }, saveEveryMs)
  timer.unref()
  return {
    /** Returns the ms that Foyer has run on this kiosk, over all its starts. It stands still while the kiosk is off. */
    now,
    /** Saves the measured time; inside a transaction, together with its writes. */
    save,
    /** Saves it a last time, before the vault is closed. */
    stop() {
      clearInterval(timer)
      save()
    },
  }
}

/** Keeps attempts, each subject as an HMAC; waits count running time, which no clock, restart or pause shortens. */
export function openAttempts(options: {
  readonly connection: Connection
  readonly key: Buffer
  readonly time: Pick<ReturnType<typeof openMeasuredTime>, 'now' | 'save'>
}): AttemptStore {
  const { connection, key, time } = options
  const select = connection
    .prepare<[string, number, Buffer | null], number>(
      'SELECT at FROM attempts WHERE kind = ? AND at > ? AND subject = coalesce(?, subject) ORDER BY at',
    )
    .pluck()
  const insert = connection.prepare<[string, Buffer, number]>(
    'INSERT INTO attempts VALUES (?, ?, ?)',
  )
  const remove = writing(connection, 'DELETE FROM attempts WHERE rowid = ?')
  const forget = writing(connection, 'DELETE FROM attempts WHERE kind = ? AND at <= ?')
  const removeSubject = writing(connection, 'DELETE FROM attempts WHERE kind = ? AND subject = ?')
  const add = transacting(
    connection,
    (kind: AttemptKind, subject: Buffer, at: number, forgetUntil: number) => {
      time.save()
      forget(kind, forgetUntil)
      return insert.run(kind, subject, at).lastInsertRowid
    },
  )

  return {
    now: () => time.now(),
    times: (kind, since, subject) =>
      select.all(kind, since, subject === undefined ? null : keyedHash(key, subject)),
    add(kind, subject, at, forgetUntil) {
      const row = add(kind, keyedHash(key, subject), at, forgetUntil)
      return () => remove(row)
    },
    remove: (kind, subject) => removeSubject(kind, keyedHash(key, subject)),
  }
}
