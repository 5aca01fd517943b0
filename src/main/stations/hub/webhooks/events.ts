import type { ServiceEvent } from '../../../../shared/bus/messages.ts'
import { backoffMs } from '../../../../shared/backoff.ts'
import type { Timers, WallClock } from '../../../base/clock.ts'
import { after, every } from '../../../base/timers.ts'
import type { Bus } from '../../port.ts'
import type { WebhookEventRow, WebhookEventRows } from '../../../vault/store/webhook-events.ts'
import { webhookLimits } from './limits.ts'

/** Asks the vault; undefined where it fails, which it reports itself. */
function attempt<T>(run: () => T): T | undefined {
  try {
    return run()
  } catch {
    return undefined
  }
}

/** `notKept`: the vault cannot be written; it may come again later. */
type Kept = 'new' | 'known' | 'notKept'

/**
 * ms from the first delivery of a write to the write, which takes about as long: the more go together, the fewer wait.
 */
const gatherMs = 2

// Each write waits for the disk, which would be slow for one event after another: all events since the last write are
// written together.
/** Creates a durable keeper of events. `onNew` is called after a write that holds new ones. */
export function createEventKeeper(
  rows: Pick<WebhookEventRows, 'keep'>,
  timers: Timers,
  onNew: () => void,
) {
  let batch: { readonly row: WebhookEventRow; readonly settle: (kept: Kept) => void }[] = []
  function write() {
    const now = batch
    batch = []
    const news = attempt(() => rows.keep(now.map(({ row }) => row)))
    for (const [index, { settle }] of now.entries())
      settle(news === undefined ? 'notKept' : news[index] ? 'new' : 'known')
    if (news?.includes(true)) onNew()
  }
  return {
    /** Resolves when the event is on the disk. Never rejects. */
    keep: (row: WebhookEventRow) =>
      new Promise<Kept>((settle) => {
        if (batch.push({ row, settle }) === 1) after(timers, gatherMs, write)
      }),
  }
}

const forgetEveryMs = 60_000
/** Counting what waits reads the disk: once for many deliveries is enough. */
const countEvery = 500

/** Bounds the memory of events by their age and their number, now and once a minute. */
export function boundEventMemory(
  rows: Pick<WebhookEventRows, 'forget' | 'forgottenUntil' | 'waiting'>,
  clock: WallClock,
) {
  const { rememberMs, clockMs, remembered, waiting } = webhookLimits
  let oldest = 0
  let isFull = false
  let uncounted = 0
  const forget = () =>
    attempt(() => {
      rows.forget(clock.wallTime() - rememberMs - clockMs, remembered)
      oldest = rows.forgottenUntil()
    })
  forget()
  const stop = every(clock, forgetEveryMs, forget)
  return {
    /** Returns the time (ms since 1970) up to which new events cannot be distinguished from repeated ones. */
    oldest: () => oldest,
    /** Tells whether so many events wait that no more are accepted. */
    isFull() {
      if (isFull || uncounted % countEvery === 0)
        isFull = (attempt(() => rows.waiting()) ?? Infinity) >= waiting
      uncounted += 1
      return isFull
    },
    stop,
  }
}

// The service is answered first, and no kiosk is flooded by many events at once. 200 events a second are more than the
// service sends of any clinic.
/** Events in one write, and ms between two writes. */
const batchSize = 20
const pauseMs = 100
const backoff = { firstMs: 1_000, longestMs: 60_000 } as const

// The bus keeps its messages in the vault too, and the same write notes that it took an event.
/** Puts the kept events on the bus after `wake`; none is lost or sent twice, even if the process ends at any moment. */
export function forwardEvents(
  rows: Pick<WebhookEventRows, 'handOver'>,
  bus: Pick<Bus, 'broadcast'>,
  timers: Timers,
) {
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
    const take = (event: string) => {
      const { ok } = bus.broadcast(JSON.parse(event) as ServiceEvent)
      said.isRefused = !ok
      return ok
    }
    const taken = attempt(() => rows.handOver(batchSize, take))
    if (taken === undefined || said.isRefused) {
      failures += 1
      schedule(() => after(timers, backoffMs(backoff, failures), work))
      return
    }
    failures = 0
    if (taken === batchSize) soon()
  }
  return {
    wake: soon,
    stop() {
      isStopped = true
      next?.cancel()
    },
  }
}
