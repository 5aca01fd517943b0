import { jitteredBackoffMs } from '../../../shared/backoff.ts'
import { cutOff, notReady, type Failure } from './errors.ts'
import { statusOf } from './refusal.ts'

export const maxAttempts = 3

const backoff = { firstMs: 200, longestMs: 5_000 } as const
/** Asked for longer, the call gives up. */
const longestWaitMs = 10_000
const longestRetryAfterMs = 24 * 3_600_000

/** True if another try may succeed; also after these statuses of the wire profile. */
export function isTransient(failure: Failure, statuses: readonly number[] = []): boolean {
  const status = failure.kind === 'unauthorized' ? undefined : statusOf(failure)
  if (status !== undefined && statuses.includes(status)) return true
  switch (failure.kind) {
    case 'unreachable':
    case 'timedOut':
    case 'rateLimited':
      return true
    case 'serverFault':
      return failure.status !== 501
    case 'rejected':
      return failure.status === 408 || failure.status === 425
    default:
      return failure === cutOff || failure === notReady
  }
}

/** Computes ms before the next attempt: jittered backoff after the service's own delay; undefined if that is too long. */
export function delayBefore(
  attempt: number,
  retryAfterMs: number | undefined,
  random: () => number,
): number | undefined {
  if (retryAfterMs !== undefined && retryAfterMs > longestWaitMs) return undefined
  return (retryAfterMs ?? 0) + jitteredBackoffMs(backoff, attempt, random)
}

/** Reads a `Retry-After` header, seconds or a date, as ms from now. */
export function retryAfter(header: string | string[] | undefined, wallTime: number) {
  if (typeof header !== 'string') return undefined
  const ms = /^\d+$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - wallTime
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(ms, 0), longestRetryAfterMs)
}

const budgetSize = 10
const earnedBySuccess = 0.1

/** Starts with ten and gains a tenth per success: an outage of any length adds ten requests in all. */
export class RetryBudget {
  #left = budgetSize

  earn(): void {
    this.#left = Math.min(budgetSize, this.#left + earnedBySuccess)
  }

  spend(): boolean {
    if (this.#left < 1) return false
    this.#left -= 1
    return true
  }
}
