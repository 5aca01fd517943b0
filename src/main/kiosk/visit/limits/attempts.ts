import { backoffMs } from '../../../../shared/backoff.ts'

/**
 * Attempts counted against guessing and against flooding people with codes. `unansweredCode`: sent and not typed yet.
 * `wrongDeskCode`: not from the front desk.
 */
type KioskAttemptKind =
  | 'intakeBegun'
  | 'codeSent'
  | 'unansweredCode'
  | 'wrongCode'
  | 'wrongDeskCode'
  | 'wrongDateOfBirth'
/**
 * Attempts counted at a desk. Per member of staff: identifiers that do not fit one patient's record, or any, and
 * searches by chart-opening identifiers. Per kiosk: wrong member secrets, of any and of one.
 */
export type DeskAttemptKind =
  | 'wrongIdentifiers'
  | 'wrongIdentifiersOfAny'
  | 'identifierSearch'
  | 'wrongMemberSecret'
  | 'wrongSecretOfOne'
export type AttemptKind = KioskAttemptKind | DeskAttemptKind

/**
 * Slowing of one kind of attempt: each counts for `windowMs`; the `free` ones go at once, later ones wait
 * `firstWaitMs`, doubling up to `longestWaitMs`. After `most` only the window's end helps.
 */
export type Rise = { readonly windowMs: number; readonly free: number } & (
  | { readonly firstWaitMs: number; readonly longestWaitMs: number; readonly most?: never }
  | { readonly firstWaitMs: number; readonly longestWaitMs?: never; readonly most: number }
)

/** The limits of one kind; the longest wait counts. */
export interface AttemptLimit {
  /** By one subject: a contact, or a record. */
  readonly subject: readonly Rise[]
  /** By all subjects together, on this kiosk: it gets slower, and is never locked. */
  readonly kiosk: readonly Rise[]
}

const secondMs = 1_000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** No more than `most` within a window, and no wait before. */
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
} as const satisfies Partial<Record<DeskAttemptKind, number>>

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

/** Counts attempts per subject (a contact, or a record) and per kiosk. */
export type Attempts = ReturnType<typeof createAttempts>

/** Stores attempts. An implementation knows a subject by a keyed hash, never by itself. */
export interface AttemptStore {
  /** ms that only grow, for as long as the attempts are kept. */
  now(): number
  /** Lists the times of attempts after `since`, oldest first: a subject's, or all of this kiosk's. */
  times(kind: AttemptKind, since: number, subject?: string): readonly number[]
  /** Keeps an attempt made at `at`, and forgets those until `forgetUntil`; gives the way to remove it again. */
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

/** Computes when one more attempt may follow those `times`, oldest first. */
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

/** The limits over a store of attempts. */
export function createAttempts(store: AttemptStore, limits = attemptLimits) {
  const since = ({ windowMs }: Rise) => store.now() - windowMs
  /** ms until one more may follow those that were made and `more` of them. */
  const waitAfter = (kind: AttemptKind, contact: string, more: readonly number[]) => {
    const subject = reached(contact)
    const readies = [
      ...limits[kind].subject.map((rise) =>
        readyAt([...store.times(kind, since(rise), subject), ...more], rise),
      ),
      ...limits[kind].kiosk.map((rise) =>
        readyAt([...store.times(kind, since(rise)), ...more], rise),
      ),
    ]
    return Math.max(0, ...readies.map((ready) => ready - store.now()))
  }
  // A new code, a new proof, a new visit or "start over" resets nothing.
  return {
    /** ms until one more attempt may be made; 0: now. */
    waitMs: (kind: AttemptKind, subject: string) => waitAfter(kind, subject, []),
    /** ms until one more attempt may be made once one is made now. */
    waitAfterMs: (kind: AttemptKind, subject: string) => waitAfter(kind, subject, [store.now()]),
    /** Counts the attempts that a subject has before nothing but time helps; infinite where a kind only gets slower. */
    left(kind: AttemptKind, subject: string): number {
      const left = limits[kind].subject.map((rise) =>
        rise.most === undefined
          ? Number.POSITIVE_INFINITY
          : rise.most - store.times(kind, since(rise), reached(subject)).length,
      )
      return Math.max(0, Math.min(...left))
    },
    /** Counts the attempts of this kind on the whole kiosk within its longest window. */
    countOnKiosk: (kind: AttemptKind) =>
      store.times(kind, store.now() - longestWindow(limits[kind])).length,
    /** Tells whether attempts of this kind are so many on the whole kiosk that everybody's are slowed down. */
    isSlowed: (kind: AttemptKind) =>
      limits[kind].kiosk.some((rise) => store.times(kind, since(rise)).length >= rise.free),
    /**
     * Counts one attempt durably, before its outcome is known. The returned function takes it back if the attempt was
     * right after all.
     */
    count(kind: AttemptKind, subject: string): () => void {
      const now = store.now()
      return store.add(kind, reached(subject), now, now - longestWindow(limits[kind]))
    },
    /**
     * Forgets the attempts of a subject that proved its identity. An address with a `+` keeps its: other owners' may be
     * counted with it.
     */
    forget(kind: AttemptKind, subject: string): void {
      if (!tag.test(subject)) store.remove(kind, reached(subject))
    },
  }
}

/** ms until a code may be sent to a contact. */
export function sendWaitMs(attempts: Pick<Attempts, 'waitMs'>, contact: string): number {
  return Math.max(attempts.waitMs('codeSent', contact), attempts.waitMs('unansweredCode', contact))
}
