import type { ServiceEvent } from '../../../shared/bus/messages.ts'
import { backoffMs } from '../../../shared/backoff.ts'
import type { Timers } from '../../base/clock.ts'
import { after } from '../../base/timers.ts'
import type { Bus } from '../../bus/port.ts'
import type { WebhookEventRows } from '../../vault/store/webhook-events.ts'

/** Puts the events that are kept on the bus, one after another, until it has them all. */
export interface EventForwarder {
  /** Something is there to be put on the bus. */
  wake(): void
  stop(): void
}

/**
 * Events of one write, and ms between two: the service is answered first, and no kiosk is flooded, whatever comes at
 * once. 200 events a second are more than the service sends of any clinic.
 */
const batchSize = 20
const pauseMs = 100
const backoff = { firstMs: 1_000, longestMs: 60_000 } as const

/**
 * Puts events on the bus. The bus keeps what it takes in the vault too, and that it took an event stands there with the
 * same write: none is lost and none goes twice, whenever the process ends.
 */
export function forwardEvents(
  rows: Pick<WebhookEventRows, 'handOver'>,
  bus: Pick<Bus, 'broadcast'>,
  timers: Timers,
): EventForwarder {
  let failures = 0
  let isStopped = false
  let next: { readonly cancel: () => void } | undefined
  function schedule(run: () => () => void) {
    if (!isStopped && !next) next = { cancel: run() }
  }
  const soon = () => schedule(() => after(timers, pauseMs, work))
  function work() {
    next = undefined
    const said = { isRefused: false }
    const taken = tryHandOver((event) => {
      const { ok } = bus.broadcast(JSON.parse(event) as ServiceEvent)
      said.isRefused = !ok
      return ok
    })
    if (taken === undefined || said.isRefused) {
      failures += 1
      schedule(() => after(timers, backoffMs(backoff, failures), work))
      return
    }
    failures = 0
    if (taken === batchSize) soon()
  }
  function tryHandOver(take: (event: string) => boolean): number | undefined {
    try {
      return rows.handOver(batchSize, take)
    } catch {
      // The vault reports its faults itself.
      return undefined
    }
  }
  return {
    wake: soon,
    stop() {
      isStopped = true
      next?.cancel()
    },
  }
}
