import { backoffMs } from '../../../../shared/backoff.ts'

/** `unansweredCode`: sent, not typed yet. The last five are counted at a desk: by member of staff, secrets by kiosk. */
export type AttemptKind =
  | 'intakeBegun'
  | 'codeSent'
  | 'unansweredCode'
  | 'wrongCode'
  | 'wrongDeskCode'
  | 'wrongDateOfBirth'
  | 'wrongIdentifiers'
  | 'wrongIdentifiersOfAny'
  | 'identifierSearch'
  | 'wrongMemberSecret'
  | 'wrongSecretOfOne'

/** The `free` ones of a window go at once, later ones wait, doubling each time; after `most` only the window's end helps. */
export type Rise = { readonly windowMs: number; readonly free: number } & (
  | { readonly firstWaitMs: number; readonly longestWaitMs: number; readonly most?: never }
  | { readonly firstWaitMs: number; readonly longestWaitMs?: never; readonly most: number }
)

export interface AttemptLimit {
  readonly subject: readonly Rise[]
  /** By all subjects together, on this kiosk: it gets slower, and is never locked. */
  readonly kiosk: readonly Rise[]
}

const secondMs = 1_000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

const atMost = (most: number, windowMs: number): Rise => ({
  windowMs,
  free: most,
  firstWaitMs: 0,
  most,
})

/** Tries of a member of staff at a desk within an hour. */
export const deskTries = {
  wrongIdentifiers: 3,
  wrongIdentifiersOfAny: 12,
  identifierSearch: 40,
} as const satisfies Partial<Record<AttemptKind, number>>

const attemptLimits: Readonly<Record<AttemptKind, AttemptLimit>> = {
  // A setting bounds it: no attempt waits.
  intakeBegun: {
    subject: [],
    kiosk: [{ windowMs: hourMs, free: Infinity, firstWaitMs: 0, longestWaitMs: 0 }],
  },
  codeSent: {
    subject: [
      { windowMs: hourMs, free: 2, firstWaitMs: 30 * secondMs, most: 5 },
      atMost(10, dayMs),
    ],
    kiosk: [],
  },
  // Patients answer their codes. Made-up numbers do not.
  unansweredCode: {
    subject: [],
    kiosk: [
      { windowMs: hourMs, free: 20, firstWaitMs: 5 * secondMs, longestWaitMs: minuteMs },
      { windowMs: dayMs, free: 60, firstWaitMs: 5 * secondMs, longestWaitMs: 2 * minuteMs },
    ],
  },
  wrongCode: {
    subject: [
      { windowMs: hourMs, free: 3, firstWaitMs: 30 * secondMs, most: 5 },
      atMost(10, dayMs),
      // In a row: a right code forgets them all.
      atMost(50, 365 * dayMs),
    ],
    kiosk: [{ windowMs: hourMs, free: 30, firstWaitMs: 5 * secondMs, longestWaitMs: minuteMs }],
  },
  // Nothing identifies the person who types one yet. The desk also counts them, over all kiosks.
  wrongDeskCode: {
    subject: [],
    kiosk: [
      { windowMs: hourMs, free: 5, firstWaitMs: 5 * secondMs, longestWaitMs: minuteMs },
      { windowMs: dayMs, free: 20, firstWaitMs: 5 * secondMs, longestWaitMs: 2 * minuteMs },
    ],
  },
  wrongDateOfBirth: {
    subject: [atMost(2, dayMs)],
    kiosk: [{ windowMs: dayMs, free: 90, firstWaitMs: minuteMs, longestWaitMs: 10 * minuteMs }],
  },
  wrongIdentifiers: { subject: [atMost(deskTries.wrongIdentifiers, hourMs)], kiosk: [] },
  wrongIdentifiersOfAny: { subject: [atMost(deskTries.wrongIdentifiersOfAny, hourMs)], kiosk: [] },
  identifierSearch: { subject: [atMost(deskTries.identifierSearch, hourMs)], kiosk: [] },
  // Both by kiosk: wrong ones there delay neither the desk nor another kiosk. It is never locked itself.
  wrongMemberSecret: {
    subject: [
      { windowMs: hourMs, free: 8, firstWaitMs: 30 * secondMs, longestWaitMs: 10 * minuteMs },
      { windowMs: dayMs, free: 20, firstWaitMs: minuteMs, longestWaitMs: 15 * minuteMs },
    ],
    kiosk: [],
  },
  wrongSecretOfOne: {
    subject: [{ windowMs: dayMs, free: 3, firstWaitMs: 30 * secondMs, longestWaitMs: hourMs }],
    kiosk: [],
  },
}

export type Attempts = ReturnType<typeof createAttempts>

/** An implementation knows a subject by a keyed hash, never by itself. */
export interface AttemptStore {
  /** ms that only grow, for as long as the attempts are kept. */
  now(): number
  /** After `since`, oldest first: a subject's, or all of this kiosk's. */
  times(kind: AttemptKind, since: number, subject?: string): readonly number[]
  /** Forgets those until `forgetUntil`. The result removes the attempt again. */
  add(kind: AttemptKind, subject: string, at: number, forgetUntil: number): () => void
  remove(kind: AttemptKind, subject: string): void
}

/** Computes when the next attempt may follow that many, the last of them at `newest`. */
function waited(count: number, newest: number, rise: Rise): number {
  const { free, firstWaitMs, longestWaitMs, most = Number.POSITIVE_INFINITY } = rise
  if (count >= most) return Number.POSITIVE_INFINITY
  if (count < free) return Number.NEGATIVE_INFINITY
  return newest + backoffMs({ firstMs: firstWaitMs, longestMs: longestWaitMs }, count - free + 1)
}

function readyAt(times: readonly number[], rise: Rise): number {
  const newest = times.at(-1) ?? 0
  let ready = Number.POSITIVE_INFINITY
  // The oldest may end sooner, and the wait is then that of as many less.
  for (let ended = 0; ended <= times.length; ended += 1) {
    const endOfThem = (times[ended - 1] ?? Number.NEGATIVE_INFINITY) + rise.windowMs
    if (endOfThem >= ready) break
    ready = Math.min(ready, Math.max(endOfThem, waited(times.length - ended, newest, rise)))
  }
  return ready
}

const longestWindow = ({ subject, kiosk }: AttemptLimit) =>
  Math.max(...[...subject, ...kiosk].map(({ windowMs }) => windowMs))

const tag = /\+[^@]*(?=@)/
const ofGmail = /^[^@]*(?=@(?:gmail|googlemail)\.com$)/

/** Normalises a subject: what stands behind a `+` in an address leads to the same mailbox, and so do Gmail's dots. */
const reached = (subject: string) =>
  subject.replace(tag, '').replace(ofGmail, (name) => name.replaceAll('.', ''))

/** Counts attempts in a store, and tells by the limits when another one may follow. */
export function createAttempts(store: AttemptStore, limits = attemptLimits) {
  const since = ({ windowMs }: Rise) => store.now() - windowMs
  const waitAfter = (kind: AttemptKind, contact: string, more: readonly number[]) => {
    const subject = reached(contact)
    const waitMs = (rise: Rise, whose?: string) =>
      readyAt([...store.times(kind, since(rise), whose), ...more], rise) - store.now()
    const ofSubject = limits[kind].subject.map((rise) => waitMs(rise, subject))
    return Math.max(0, ...ofSubject, ...limits[kind].kiosk.map((rise) => waitMs(rise)))
  }
  // A new code, a new proof, a new visit or "start over" resets nothing.
  return {
    waitMs: (kind: AttemptKind, subject: string) => waitAfter(kind, subject, []),
    /** As `waitMs`, once one is made now. */
    waitAfterMs: (kind: AttemptKind, subject: string) => waitAfter(kind, subject, [store.now()]),
    /** Before nothing but time helps; infinite where a kind only gets slower. */
    left(kind: AttemptKind, subject: string): number {
      const left = limits[kind].subject.map((rise) =>
        rise.most === undefined
          ? Number.POSITIVE_INFINITY
          : rise.most - store.times(kind, since(rise), reached(subject)).length,
      )
      return Math.max(0, Math.min(...left))
    },
    countOnKiosk: (kind: AttemptKind) =>
      store.times(kind, store.now() - longestWindow(limits[kind])).length,
    isSlowed: (kind: AttemptKind) =>
      limits[kind].kiosk.some((rise) => store.times(kind, since(rise)).length >= rise.free),
    /** Durable, before the outcome is known; the result takes it back if the attempt was right after all. */
    count(kind: AttemptKind, subject: string): () => void {
      const now = store.now()
      return store.add(kind, reached(subject), now, now - longestWindow(limits[kind]))
    },
    /** An address with a `+` keeps its attempts: other owners' may be counted with it. */
    forget(kind: AttemptKind, subject: string): void {
      if (!tag.test(subject)) store.remove(kind, reached(subject))
    },
  }
}

/** Computes the ms until a code may be sent to a contact. */
export function sendWaitMs(attempts: Pick<Attempts, 'waitMs'>, contact: string): number {
  return Math.max(attempts.waitMs('codeSent', contact), attempts.waitMs('unansweredCode', contact))
}
