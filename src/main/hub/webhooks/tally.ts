import type { Timers } from '../../base/clock.ts'
import { after } from '../../base/timers.ts'

const quietMs = 60_000

/**
 * Counts events: a sender could fill the log and the audit. Reports the first at once, and the count of later ones once a
 * minute.
 */
export function createTally(timers: Timers, tell: (what: string, count: number) => void) {
  const counts = new Map<string, number>()
  let cancel: (() => void) | undefined
  function flush() {
    cancel = undefined
    const told = [...counts].filter(([, count]) => count > 0)
    counts.clear()
    for (const [what, count] of told) tell(what, count)
    if (told.length === 0) return
    // Silent until then for what was told just now.
    for (const [what] of told) counts.set(what, 0)
    cancel = after(timers, quietMs, flush)
  }
  return {
    count(what: string) {
      const before = counts.get(what)
      counts.set(what, (before ?? 0) + 1)
      if (before !== undefined) return
      counts.set(what, 0)
      tell(what, 1)
      cancel ??= after(timers, quietMs, flush)
    },
    /** Reports the remaining counts. */
    stop() {
      cancel?.()
      flush()
      cancel?.()
    },
  }
}
