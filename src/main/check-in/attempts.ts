/** What is counted against guessing and against flooding somebody with codes. */
export type AttemptKind = 'codeSent' | 'wrongCode' | 'wrongDateOfBirth'

/**
 * How attempts of one kind are slowed down within a window: so many are `free`; after that each has to wait
 * since the one before, `firstWaitMs` and then always twice as long; after `most` nothing but the end of the
 * window helps.
 */
export interface Rise {
  readonly free: number
  readonly firstWaitMs: number
  readonly most: number
}

/** The limits of one kind: an attempt counts for `windowMs`. */
export interface AttemptLimit {
  readonly windowMs: number
  /** By one subject: a contact, or a record. */
  readonly subject: Rise
  /** By all subjects together, on this kiosk. An honest busy hour stays far below what is free. */
  readonly kiosk: Rise
}

const secondMs = 1_000
const hourMs = 3_600 * secondMs

/** The limits, all of them. */
export const attemptLimits: Readonly<Record<AttemptKind, AttemptLimit>> = {
  codeSent: {
    windowMs: hourMs,
    subject: { free: 2, firstWaitMs: 30 * secondMs, most: 5 },
    kiosk: { free: 190, firstWaitMs: 5 * secondMs, most: 200 },
  },
  wrongCode: {
    windowMs: hourMs,
    subject: { free: 3, firstWaitMs: 30 * secondMs, most: 5 },
    kiosk: { free: 90, firstWaitMs: 5 * secondMs, most: 100 },
  },
  wrongDateOfBirth: {
    windowMs: 24 * hourMs,
    subject: { free: 2, firstWaitMs: hourMs, most: 2 },
    kiosk: { free: 90, firstWaitMs: 60 * secondMs, most: 100 },
  },
}

/**
 * Counts attempts per subject (a contact, or a record) and per kiosk. A new code, a new proof, a new visit
 * or "start over" resets nothing.
 */
export interface Attempts {
  /** ms until one more attempt may be made; 0: now. */
  waitMs(kind: AttemptKind, subject: string): number
  /**
   * Counts one attempt, before its outcome is known; it is kept before this returns. The function that comes
   * back takes it back, for one that turned out to be none of that kind (the code was right).
   */
  count(kind: AttemptKind, subject: string): () => void
}

/** Where attempts are kept. An implementation knows a subject by a keyed hash, never by itself. */
export interface AttemptStore {
  /** ms that only grow, for as long as the attempts are kept. */
  now(): number
  /** When attempts after `since` were made, oldest first: a subject's, or all of this kiosk's. */
  times(kind: AttemptKind, since: number, subject?: string): readonly number[]
  /** Keeps an attempt made at `at`, and forgets those until `forgetUntil`; gives the way to remove it again. */
  add(kind: AttemptKind, subject: string, at: number, forgetUntil: number): () => void
}

/** When one more attempt may be made after those `times`, oldest first. */
function readyAt(times: readonly number[], rise: Rise, windowMs: number): number {
  const [oldest] = times
  const newest = times.at(-1)
  if (oldest === undefined || newest === undefined || times.length < rise.free) return 0
  const waited =
    times.length < rise.most
      ? newest + rise.firstWaitMs * 2 ** (times.length - rise.free)
      : Number.POSITIVE_INFINITY
  // The oldest may end sooner, and the wait is then that of one attempt less.
  return Math.min(waited, Math.max(oldest + windowMs, readyAt(times.slice(1), rise, windowMs)))
}

/** Whom a subject reaches: what stands behind a `+` in an address leads to the same mailbox. */
const reached = (subject: string) => subject.replace(/\+[^@]*(?=@)/, '')

/** The limits over a store of attempts. */
export function createAttempts(store: AttemptStore, limits = attemptLimits): Attempts {
  return {
    waitMs(kind, contact) {
      const subject = reached(contact)
      const { windowMs, ...rises } = limits[kind]
      const now = store.now()
      const since = now - windowMs
      const ready = Math.max(
        readyAt(store.times(kind, since, subject), rises.subject, windowMs),
        readyAt(store.times(kind, since), rises.kiosk, windowMs),
      )
      return Math.max(0, ready - now)
    },
    count(kind, subject) {
      const now = store.now()
      return store.add(kind, reached(subject), now, now - limits[kind].windowMs)
    },
  }
}
