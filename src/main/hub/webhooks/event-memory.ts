import type { WallClock } from '../../base/clock.ts'
import { every } from '../../base/timers.ts'
import type { WebhookEventRows } from '../../vault/store/webhook-events.ts'
import { webhookLimits } from './limits.ts'

/** How much is remembered of what came, and how much still waits. */
export interface EventMemory {
  /** Events from this time or before (ms since 1970) are not told from those that came before. */
  oldest(): number
  /** Whether so much waits that nothing more is taken. */
  isFull(): boolean
  stop(): void
}

const forgetEveryMs = 60_000
/** Counting what waits reads the disk: once for many deliveries is enough. */
const countEvery = 500

/** Bounds the memory of events by their age and their number, now and once a minute. */
export function boundEventMemory(
  rows: Pick<WebhookEventRows, 'forget' | 'forgottenUntil' | 'waiting'>,
  clock: WallClock,
): EventMemory {
  const { rememberMs, clockMs, remembered, waiting } = webhookLimits
  let oldest = 0
  let isFull = false
  let uncounted = 0
  function forget() {
    try {
      rows.forget(clock.wallTime() - rememberMs - clockMs, remembered)
      oldest = rows.forgottenUntil()
    } catch {
      // The vault reports its faults itself.
    }
  }
  function count() {
    try {
      return rows.waiting() >= waiting
    } catch {
      return true
    }
  }
  forget()
  const stop = every(clock, forgetEveryMs, forget)
  return {
    oldest: () => oldest,
    isFull() {
      if (isFull || uncounted % countEvery === 0) isFull = count()
      uncounted += 1
      return isFull
    },
    stop,
  }
}
