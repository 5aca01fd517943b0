import type { Timers } from '../../base/clock.ts'
import { after } from '../../base/timers.ts'
import type { WebhookEventRow, WebhookEventRows } from '../../vault/store/webhook-events.ts'

/** What became of an event. `notKept`: the vault cannot be written; it may come again later. */
type Kept = 'new' | 'known' | 'notKept'

/** Keeps events durably, those that come at once in one write. */
export interface EventKeeper {
  /** Resolves when the event is on the disk. Never rejects. */
  keep(row: WebhookEventRow): Promise<Kept>
}

/** ms from the first delivery of a write to the write, which takes about as long: the more go together, the fewer wait. */
const gatherMs = 2

/**
 * A keeper of events. Each write waits for the disk, which would be slow for one event after another: all that came
 * since the last one go together. `onNew` is called after a write with something new in it.
 */
export function createEventKeeper(
  rows: Pick<WebhookEventRows, 'keep'>,
  timers: Timers,
  onNew: () => void,
): EventKeeper {
  let batch: { readonly row: WebhookEventRow; readonly settle: (kept: Kept) => void }[] = []
  function write() {
    const now = batch
    batch = []
    const news = tryKeep(now.map(({ row }) => row))
    for (const [index, { settle }] of now.entries())
      settle(news === undefined ? 'notKept' : news[index] ? 'new' : 'known')
    if (news?.includes(true)) onNew()
  }
  function tryKeep(all: readonly WebhookEventRow[]): readonly boolean[] | undefined {
    try {
      return rows.keep(all)
    } catch {
      // The vault reports its faults itself.
      return undefined
    }
  }
  return {
    keep: (row) =>
      new Promise((settle) => {
        if (batch.push({ row, settle }) === 1) after(timers, gatherMs, write)
      }),
  }
}
