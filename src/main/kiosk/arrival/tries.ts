import { backoffMs } from '../../../shared/backoff.ts'
import type { Clock } from '../../base/clock.ts'
import { kindOfThrown, pollMs, runInTurns } from '../../base/turns.ts'
import { isCutOff, type ServiceError, type ServiceErrorKind } from '../../intake/http/errors.ts'
import { isRefusal, statusOf } from '../../intake/http/refusal.ts'

/** ms after which an arrival says nothing any more to the service. */
export const dropAfterMs = 12 * 60 * 60_000
const backoff = { firstMs: 3_000, longestMs: 10 * 60_000 } as const

function createTries(clock: Clock) {
  const tries = new Map<string, { readonly due: number; readonly failures: number }>()
  const dueOf = (key: string) => tries.get(key)?.due ?? -Infinity
  return {
    isDue: (key: string) => dueOf(key) <= clock.now(),
    waitMs: (keys: readonly string[]) =>
      Math.max(1, Math.min(pollMs, ...keys.map((key) => dueOf(key) - clock.now()))),
    again(key: string, error?: ServiceError) {
      const failures = (tries.get(key)?.failures ?? 0) + 1
      const asked = error && 'retryAfterMs' in error ? (error.retryAfterMs ?? 0) : 0
      const waitMs = Math.max(asked, backoffMs(backoff, failures))
      tries.set(key, { due: clock.now() + waitMs, failures })
    },
    notBefore: (key: string, due: number) => void tries.set(key, { due, failures: 0 }),
    forget: (key: string) => void tries.delete(key),
    forgetAll: () => tries.clear(),
  }
}

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
  const tries = createTries(clock)
  const turns = runInTurns(clock, async (stopped) => {
    const rows = waiting()
    const row = rows.find((each) => tries.isDue(keyOf(each)))
    if (!row) return tries.waitMs(rows.map(keyOf))
    try {
      const tried = attempt(row, stopped)
      if (!tried) return pollMs
      await tried
    } catch (error) {
      // The vault cannot be written, or a call not be audited: nothing is known to be done, and all stays as it is.
      tries.again(keyOf(row))
      log({ outcome: 'again', error: kindOfThrown(error) })
    }
    return 0
  })
  return {
    tries,
    look: turns.wake,
    wake: () => {
      tries.forgetAll()
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
