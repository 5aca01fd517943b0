import { backoffMs } from '../../shared/backoff.ts'
import type { Result } from '../../shared/result.ts'
import type { WallClock } from '../base/clock.ts'
import { isCutOff, type ServiceError } from '../service/http/errors.ts'
import type { ArrivalAppointment, ArrivalFinding } from '../visit/ports.ts'
import { pollMs, runInTurns } from './in-turns.ts'
import { dropAfterMs, kindOfThrown, wordsOf, type MarkLine } from './mark-line.ts'
import type { OwedBook, OwedRow } from './owed-row.ts'
import { isFinal } from './try-mark.ts'

/** What looks up the appointments of patients who came while there was no network. */
export interface LateArrivalsParts {
  readonly book: OwedBook
  /** What a patient had been told of their appointments at that moment; undefined: the service cannot be asked now. */
  readonly look: (
    row: OwedRow,
    signal: AbortSignal,
  ) => Promise<Result<ArrivalFinding, ServiceError>> | undefined
  /** The one appointment that the patient came for. */
  readonly take: (appointment: ArrivalAppointment, row: OwedRow) => void
  readonly clock: WallClock
  readonly log: (line: MarkLine) => void
}

/** At work until it is stopped. */
export interface LateArrivals {
  /** A patient is known who was there at `at` (ms since 1970). Told again it does nothing. */
  owe(row: Omit<OwedRow, 'isOwed'>): void
  wake(): void
  stop(): Promise<void>
}

const backoff = { firstMs: 3_000, longestMs: 10 * 60_000 } as const

/**
 * Looks up for each patient, once, which appointment of that day they came for. Where it is one that they could have
 * confirmed at the kiosk, it is; where there are several or none, nothing is done: nobody is there any more to ask.
 */
export function startLateArrivals(parts: LateArrivalsParts): LateArrivals {
  const { book, clock, log } = parts
  const tries = new Map<string, { due: number; failures: number }>()
  const dueOf = ({ intakeId }: OwedRow) => tries.get(intakeId)?.due ?? -Infinity
  const isOld = (at: number) => clock.wallTime() - at > dropAfterMs

  function again(row: OwedRow, askedMs = 0) {
    const failures = (tries.get(row.intakeId)?.failures ?? 0) + 1
    const waitMs = Math.max(askedMs, backoffMs(backoff, failures))
    tries.set(row.intakeId, { due: clock.now() + waitMs, failures })
  }

  function take(row: OwedRow, found: Result<ArrivalFinding, ServiceError>) {
    if (!found.ok) {
      const { error } = found
      const isHopeless = isFinal(error) || (error.kind === 'unreadableAnswer' && !isCutOff(error))
      if (isHopeless) book.settle(row)
      else again(row, 'retryAfterMs' in error ? error.retryAfterMs : 0)
      log({ outcome: isHopeless ? 'refused' : 'again', ...wordsOf(error) })
      return
    }
    const { kind, appointments } = found.value
    const [only] = appointments
    if (only && (kind === 'due' || kind === 'late')) parts.take(only, row)
    // Noted after what follows from it is kept: a stop in between looks again, and finds it taken.
    book.settle(row)
  }

  /** ms until there is something to do. */
  async function once(stopped: AbortSignal): Promise<number> {
    for (const row of book.owed())
      if (isOld(row.at)) {
        book.settle(row)
        log({ outcome: 'dropped' })
      }
    const row = book.owed().find((each) => dueOf(each) <= clock.now())
    if (!row)
      return Math.max(1, Math.min(pollMs, ...book.owed().map((each) => dueOf(each) - clock.now())))
    const asked = parts.look(row, stopped)
    if (!asked) return pollMs
    try {
      const found = await asked
      if (!stopped.aborted) take(row, found)
    } catch (error) {
      // The vault cannot be written, or a call not be audited: nothing is known to be done, and all stays as it is.
      again(row)
      log({ outcome: 'again', error: kindOfThrown(error) })
    }
    return 0
  }
  const turns = runInTurns(clock, once)

  return {
    owe(row) {
      if (isOld(row.at)) return
      book.add(row)
      turns.wake()
    },
    wake() {
      tries.clear()
      turns.wake()
    },
    stop: () => turns.stop(),
  }
}
