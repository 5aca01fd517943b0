import type { Clock } from '../service/clock.ts'
import type { Audit } from './audit.ts'

const dayMs = 24 * 60 * 60_000

/** Lets go of the audit's entries that are older than `keepDays`; `wallTime` is ms since 1970. */
export function retainAudit(
  audit: Pick<Audit, 'retain'>,
  keepDays: number,
  wallTime = Date.now(),
): void {
  audit.retain(wallTime - keepDays * dayMs)
}

/**
 * Does so every day while Foyer runs, by the policy that holds then; the function that comes back ends it. A vault
 * that fails is told of by whoever watches it, and asked again the day after.
 */
export function keepRetention({
  audit,
  keepDays,
  clock,
}: {
  readonly audit: Pick<Audit, 'retain'>
  readonly keepDays: () => number
  readonly clock: Pick<Clock, 'after' | 'wallTime'>
}): () => void {
  let cancel: () => void
  const wait = () => {
    cancel = clock.after(dayMs, () => {
      wait()
      try {
        retainAudit(audit, keepDays(), clock.wallTime())
      } catch {
        // Nobody waits for this one, and nothing is done in its place.
      }
    })
  }
  wait()
  return () => cancel()
}
