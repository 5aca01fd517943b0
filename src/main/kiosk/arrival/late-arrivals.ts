import type { Result } from '../../../shared/result.ts'
import type { WallClock } from '../../base/clock.ts'
import { kindOfThrown, pollMs, runInTurns } from '../../base/turns.ts'
import type { ServiceError } from '../../intake/http/errors.ts'
import type { ArrivalAppointment, ArrivalFinding } from '../visit/ports.ts'
import type { OwedBook, OwedRow } from './rows.ts'
import { createTries, dropAfterMs, isHopeless, wordsOf, type MarkLine } from './tries.ts'

/**
 * Finds each patient's appointment of that day, once, and confirms it if the kiosk could have. With several or none,
 * nobody is left to ask.
 */
export function startLateArrivals(parts: {
  readonly book: OwedBook
  /**
   * Looks up the appointments as the patient would have seen them at that moment; undefined: the service cannot be
   * asked now.
   */
  readonly look: (
    row: OwedRow,
    signal: AbortSignal,
  ) => Promise<Result<ArrivalFinding, ServiceError>> | undefined
  /** The one appointment that the patient came for. */
  readonly take: (appointment: ArrivalAppointment, row: OwedRow) => void
  readonly clock: WallClock
  readonly log: (line: MarkLine) => void
}) {
  const { book, clock, log } = parts
  const tries = createTries(clock)
  const isOld = (at: number) => clock.wallTime() - at > dropAfterMs

  function take(row: OwedRow, found: Result<ArrivalFinding, ServiceError>) {
    if (!found.ok) {
      const { error } = found
      if (isHopeless(error)) book.settle(row)
      else tries.again(row.intakeId, error)
      log({ outcome: isHopeless(error) ? 'refused' : 'again', ...wordsOf(error) })
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
    const row = book.owed().find(({ intakeId }) => tries.isDue(intakeId))
    if (!row) return tries.waitMs(book.owed().map(({ intakeId }) => intakeId))
    const asked = parts.look(row, stopped)
    if (!asked) return pollMs
    try {
      const found = await asked
      if (!stopped.aborted) take(row, found)
    } catch (error) {
      // The vault cannot be written, or a call not be audited: nothing is known to be done, and all stays as it is.
      tries.again(row.intakeId)
      log({ outcome: 'again', error: kindOfThrown(error) })
    }
    return 0
  }
  const turns = runInTurns(clock, once)

  return {
    /** Notes an identified patient who was there at `at` (ms since 1970). Repeating it has no effect. */
    owe(row: Omit<OwedRow, 'isOwed'>) {
      if (isOld(row.at)) return
      book.add(row)
      turns.wake()
    },
    wake() {
      tries.forgetAll()
      turns.wake()
    },
    stop: () => turns.stop(),
  }
}
