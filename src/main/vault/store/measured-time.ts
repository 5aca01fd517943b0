import type { Connection } from './database.ts'

/** Time that no clock which someone sets can move. */
export interface MeasuredTime {
  /** ms that Foyer has run on this kiosk, over all its starts. It stands still while the kiosk is off. */
  now(): number
  /** Keeps how far it has gone; inside a transaction, with what is written there. */
  save(): void
}

/** The time of an open vault. */
export interface RunningTime extends MeasuredTime {
  /** Keeps it a last time, before the vault is closed. */
  stop(): void
}

/** ms of running that a sudden end may cost: by so much what waits may then wait longer. */
export const saveEveryMs = 60_000

/**
 * Measures how long Foyer runs and keeps it in the vault from start to start, by itself every minute.
 * `monotonic` gives ms that only grow.
 */
export function openMeasuredTime(connection: Connection, monotonic: () => number): RunningTime {
  const kept = connection.prepare<[], number>('SELECT ms FROM measured_time').pluck()
  const keep = connection.prepare<[number]>('UPDATE measured_time SET ms = ?')
  const base = (kept.get() ?? 0) - monotonic()
  const now = () => base + monotonic()
  const save = () => void keep.run(now())
  const timer = setInterval(() => {
    try {
      save()
    } catch {
      // A vault that cannot be written is told of by the next write that somebody waits for.
    }
  }, saveEveryMs)
  timer.unref()
  return {
    now,
    save,
    stop() {
      clearInterval(timer)
      save()
    },
  }
}
