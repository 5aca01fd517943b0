import { backoffMs } from '../../../shared/backoff.ts'
import type { Clock } from '../../base/clock.ts'
import { kindOfThrown, pollMs, runInTurns } from '../../base/turns.ts'
import { isCutOff, type ServiceError, type ServiceErrorKind } from '../../intake/http/errors.ts'
import { isRefusal, retryAfterOf, statusOf } from '../../intake/http/refusal.ts'

/** ms after which an arrival says nothing any more to the service. */
export const dropAfterMs = 12 * 60 * 60_000
const backoff = { firstMs: 3_000, longestMs: 10 * 60_000 } as const

/** It has no field for patient data. */
export interface MarkLine {
  readonly outcome: 'done' | 'again' | 'inDoubt' | 'refused' | 'dropped'
  readonly operation?: string
  readonly error?: ServiceErrorKind | 'vault' | 'bug'
  readonly status?: number
  readonly detail?: string
}

/** Tries rows one at a time, each again later where it fails. `attempt`: undefined where the service cannot be asked now. */
export function runTries<R>(parts: {
  readonly clock: Clock
  readonly log: (line: MarkLine) => void
  readonly waiting: () => readonly R[]
  readonly keyOf: (row: R) => string
  readonly attempt: (row: R, stopped: AbortSignal) => Promise<void> | undefined
}) {
  const { clock, log, waiting, keyOf, attempt } = parts
  const tries = new Map<string, { readonly due: number; readonly failures: number }>()
  const msUntilDue = (row: R) => (tries.get(keyOf(row))?.due ?? -Infinity) - clock.now()

  function tryAgain(row: R, error?: ServiceError) {
    const failures = (tries.get(keyOf(row))?.failures ?? 0) + 1
    const waitMs = Math.max(retryAfterOf(error), backoffMs(backoff, failures))
    tries.set(keyOf(row), { due: clock.now() + waitMs, failures })
  }

  const turns = runInTurns(clock, async (stopped) => {
    const rows = waiting()
    const row = rows.find((each) => msUntilDue(each) <= 0)
    if (!row) return Math.max(1, Math.min(pollMs, ...rows.map(msUntilDue)))
    try {
      const tried = attempt(row, stopped)
      if (!tried) return pollMs
      await tried
    } catch (error) {
      // The vault cannot be written, or a call not be audited: nothing is known to be done, and all stays as it is.
      tryAgain(row)
      log({ outcome: 'again', error: kindOfThrown(error) })
    }
    return 0
  })
  return {
    tryAgain,
    waitUntil: (row: R, due: number) => void tries.set(keyOf(row), { due, failures: 0 }),
    forget: (key: string) => void tries.delete(key),
    look: turns.wake,
    wake: () => {
      tries.clear()
      turns.wake()
    },
    stop: () => turns.stop(),
  }
}

/** Tells why a try came to nothing, as a line of the log has it. */
export function wordsOf(why: ServiceError | string): Omit<MarkLine, 'outcome'> {
  if (typeof why === 'string') return { detail: why }
  const status = statusOf(why)
  return { operation: why.operation, error: why.kind, ...(status !== undefined && { status }) }
}

/** Tells whether the service understood the request and will never accept it. */
export function isFinal(error: ServiceError): boolean {
  return isRefusal(error) && error.kind !== 'unauthorized'
}

/** Tells whether no later look can succeed. */
export const isHopeless = (error: ServiceError): boolean =>
  isFinal(error) || (error.kind === 'unreadableAnswer' && !isCutOff(error))
