import {
  attemptLimits,
  type AttemptKind,
  type AttemptLimit,
  type Attempts,
} from '../check-in/attempts.ts'
import type { Connection } from './database.ts'
import { keyedHash } from './derive.ts'

/** Attempts that outlive the process, and the measure of time that goes with them. */
export interface DurableAttempts extends Attempts {
  /** Keeps how far the time has gone; for the end of the process. */
  save(): void
}

/** ms of running that a sudden end may cost: by so much a window may then last longer. */
const saveEveryMs = 60_000

/**
 * Counts attempts in the vault. Time is what Foyer itself has measured while it ran, kept from start to
 * start: no clock that someone sets, and no restart, ends a window sooner. While the kiosk is off a window
 * stands still. `monotonic` gives ms that only grow.
 */
export function openAttempts(options: {
  readonly connection: Connection
  readonly key: Buffer
  readonly monotonic: () => number
  readonly limits?: Readonly<Record<AttemptKind, AttemptLimit>>
}): DurableAttempts {
  const { connection, key, monotonic, limits = attemptLimits } = options
  const kept = connection.prepare<[], number>('SELECT ms FROM measured_time').pluck()
  const keep = connection.prepare<[number]>('UPDATE measured_time SET ms = ?')
  const base = (kept.get() ?? 0) - monotonic()
  let saved = base + monotonic()
  const now = () => base + monotonic()

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
  const save = () => {
    saved = now()
    keep.run(saved)
  }
  const add = connection.transaction((kind: AttemptKind, subject: Buffer) => {
    save()
    forget.run(kind, saved - limits[kind].windowMs)
    insert.run(kind, subject, saved)
  })

  return {
    allows(kind, subject) {
      if (now() - saved > saveEveryMs) save()
      const { perSubject, perKiosk, windowMs } = limits[kind]
      const oldest = now() - windowMs
      return (
        (ofSubject.get(kind, keyedHash(key, subject), oldest) ?? 0) < perSubject &&
        (ofKiosk.get(kind, oldest) ?? 0) < perKiosk
      )
    },
    count: (kind, subject) => void add.immediate(kind, keyedHash(key, subject)),
    save,
  }
}
