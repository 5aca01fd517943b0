import type { VisitClock } from './clock.ts'

/** What is counted against guessing and against flooding somebody with codes. */
export type AttemptKind = 'codeSent' | 'wrongCode' | 'wrongDateOfBirth'

/** Most attempts of a kind within `windowMs`: by one subject, and on this kiosk by all together. */
export interface AttemptLimit {
  readonly perSubject: number
  readonly perKiosk: number
  readonly windowMs: number
}

const hourMs = 60 * 60_000

/** The limits, all of them. */
export const attemptLimits: Readonly<Record<AttemptKind, AttemptLimit>> = {
  codeSent: { perSubject: 5, perKiosk: 200, windowMs: hourMs },
  wrongCode: { perSubject: 5, perKiosk: 100, windowMs: hourMs },
  wrongDateOfBirth: { perSubject: 2, perKiosk: 100, windowMs: 24 * hourMs },
}

/**
 * Counts attempts per subject (a contact, or a record) and per kiosk. A new code, a new visit or
 * "start over" resets nothing. Implementations keep a keyed hash of the subject, never the subject.
 */
export interface Attempts {
  /** Whether one more attempt is within the limits. */
  allows(kind: AttemptKind, subject: string): boolean
  /** Counts one attempt; it is kept before this returns. */
  count(kind: AttemptKind, subject: string): void
}

const wholeKiosk = ''

/**
 * Attempts that live as long as the process. `keyedHash` is an HMAC under a key of this kiosk;
 * `clock.now` is monotonic.
 */
export function createMemoryAttempts(options: {
  readonly keyedHash: (text: string) => string
  readonly clock: Pick<VisitClock, 'now'>
  readonly limits?: Readonly<Record<AttemptKind, AttemptLimit>>
}): Attempts {
  const { keyedHash, clock, limits = attemptLimits } = options
  const times = new Map<string, number[]>()

  const recent = (kind: AttemptKind, key: string) => {
    const oldest = clock.now() - limits[kind].windowMs
    return (times.get(`${kind} ${key}`) ?? []).filter((at) => at > oldest)
  }
  const add = (kind: AttemptKind, key: string) =>
    times.set(`${kind} ${key}`, [...recent(kind, key), clock.now()])

  return {
    allows(kind, subject) {
      const { perSubject, perKiosk } = limits[kind]
      return (
        recent(kind, keyedHash(subject)).length < perSubject &&
        recent(kind, wholeKiosk).length < perKiosk
      )
    },
    count(kind, subject) {
      add(kind, keyedHash(subject))
      add(kind, wholeKiosk)
    },
  }
}
