import type { Id } from '../../contract/values.ts'
import { backoffMs } from '../../shared/backoff.ts'
import type { ConnectionState } from '../../shared/connection.ts'
import type { WallClock } from '../base/clock.ts'
import type { ServiceError } from '../service/http/errors.ts'
import { pollMs, runInTurns } from './in-turns.ts'
import type { MarkCalls } from './mark-calls.ts'
import { dropAfterMs, kindOfThrown, wordsOf, type MarkLine } from './mark-line.ts'
import { isMarkSettled, type MarkBook, type MarkRow } from './mark-row.ts'
import { tryMark, type TryResult } from './try-mark.ts'

/** What marks arrivals in the background. */
export interface MarkerParts {
  readonly book: MarkBook
  /** Undefined while there is no connection to the service that holds. */
  readonly calls: () => MarkCalls | undefined
  readonly connection: () => ConnectionState
  readonly clock: WallClock
  readonly log: (line: MarkLine) => void
}

/** Marks at work. */
export interface Marker {
  /** The patient confirmed this one just now: it is tried at once. */
  begin(appointmentId: Id): void
  /** Something changed that may let it go on. */
  wake(): void
  stop(): Promise<void>
}

/** ms after a confirmation in which it is still the moment that the patient meant. */
const freshMs = 10_000
/** ms after which what was sent has been carried out, if ever. */
const calmAfterMs = 60_000
/** ms after which nothing is kept of an arrival. */
const keepMs = 36 * 60 * 60_000
const backoff = { firstMs: 3_000, longestMs: 10 * 60_000 } as const

const usable: readonly ConnectionState[] = ['unknown', 'online', 'slow']

/** Begins to hand over what is marked; what a stop left half done is looked at first. */
export function startMarker({ book, calls, connection, clock, log }: MarkerParts): Marker {
  const startedAt = clock.now()
  const tries = new Map<string, { due: number; failures: number }>()
  const confirmedAt = new Map<string, number>()
  const askedAt = new Map<string, number>()

  const keyOf = ({ appointmentId }: MarkRow) => String(appointmentId)
  const dueOf = (row: MarkRow) => tries.get(keyOf(row))?.due ?? -Infinity
  const calmAt = (row: MarkRow) => (askedAt.get(keyOf(row)) ?? startedAt) + calmAfterMs

  function write(row: MarkRow, change: Partial<Pick<MarkRow, 'mark'>>) {
    // What was told meanwhile stays.
    book.write({ ...(book.get(row.appointmentId) ?? row), ...change })
  }

  function again(row: MarkRow, error?: ServiceError) {
    const failures = (tries.get(keyOf(row))?.failures ?? 0) + 1
    const asked = error && 'retryAfterMs' in error ? (error.retryAfterMs ?? 0) : 0
    const waitMs = Math.max(asked, backoffMs(backoff, failures))
    tries.set(keyOf(row), { due: clock.now() + waitMs, failures })
  }

  async function attempt(row: MarkRow, by: MarkCalls, stopped: AbortSignal): Promise<void> {
    const confirmed = confirmedAt.get(keyOf(row))
    confirmedAt.delete(keyOf(row))
    const result = await tryMark(row, {
      calls: by,
      isFresh: confirmed !== undefined && clock.now() - confirmed <= freshMs,
      isCalm: clock.now() >= calmAt(row),
      noteAsked() {
        askedAt.set(keyOf(row), clock.now())
        write(row, { mark: 'asked' })
      },
      signal: stopped,
    })
    if (!stopped.aborted) take(row, result)
  }

  function take(row: MarkRow, result: TryResult) {
    if (result.outcome === 'marked') {
      write(row, { mark: 'marked' })
      log({ outcome: 'done' })
    } else if (result.outcome === 'refused') {
      write(row, { mark: 'refused' })
      log({ outcome: 'refused', ...wordsOf(result.why) })
    } else if (result.outcome === 'again') {
      again(row, result.error)
      log({ outcome: 'again', ...wordsOf(result.error) })
    } else {
      again(row)
      tries.set(keyOf(row), { due: calmAt(row), failures: 0 })
      log({ outcome: 'inDoubt' })
    }
  }

  function dropOld() {
    const now = clock.wallTime()
    for (const row of book.all().filter((each) => !isMarkSettled(each)))
      if (now - row.at > dropAfterMs) {
        write(row, { mark: 'dropped' })
        log({ outcome: 'dropped' })
      }
    if (book.all().some(({ at }) => at < now - keepMs)) book.drop(now - keepMs)
  }

  /** ms until there is something to do. */
  async function once(stopped: AbortSignal): Promise<number> {
    dropOld()
    const by = calls()
    const waiting = book.all().filter((row) => !isMarkSettled(row))
    if (!by || waiting.length === 0 || !usable.includes(connection())) return pollMs
    const row = waiting.find((each) => dueOf(each) <= clock.now())
    if (!row)
      return Math.max(1, Math.min(pollMs, ...waiting.map((each) => dueOf(each) - clock.now())))
    try {
      await attempt(row, by, stopped)
    } catch (error) {
      // The vault cannot be written, or a call not be audited: nothing is known to be done, and all stays as it is.
      again(row)
      log({ outcome: 'again', error: kindOfThrown(error) })
    }
    return 0
  }

  book.drop(clock.wallTime() - keepMs)
  const turns = runInTurns(clock, once)

  return {
    begin(appointmentId) {
      tries.delete(String(appointmentId))
      askedAt.delete(String(appointmentId))
      confirmedAt.set(String(appointmentId), clock.now())
      turns.wake()
    },
    wake() {
      tries.clear()
      turns.wake()
    },
    stop: () => turns.stop(),
  }
}
