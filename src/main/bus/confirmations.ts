import { mostConfirmed, type StationId } from '../../shared/bus/messages.ts'
import type { Timers } from '../base/clock.ts'
import { after } from '../base/timers.ts'
import type { Lane } from './topics.ts'

/** Tells senders which of their messages are kept here. */
export interface Confirmations {
  confirm(message: { readonly id: string; readonly from: StationId; readonly lane: Lane }): void
  /** What was not told yet is not told any more: it comes again. */
  close(): void
}

/** ms for which broadcasts are gathered: a thousand kiosks must not answer each of a burst. */
const gatherMs = 250

/** Confirms at once, and broadcasts many at a time. `say`: names messages to the station that sent them. */
export function createConfirmations(
  timers: Timers,
  say: (to: StationId, of: string[]) => void,
): Confirmations {
  const gathered = new Map<StationId, string[]>()
  let cancel: (() => void) | undefined

  function flush() {
    cancel = undefined
    for (const [to, of] of gathered) say(to, of)
    gathered.clear()
  }

  return {
    confirm({ id, from, lane }) {
      if (lane !== 'all') {
        say(from, [id])
        return
      }
      const of = gathered.get(from) ?? []
      gathered.set(from, of)
      of.push(id)
      if (of.length === mostConfirmed) {
        gathered.delete(from)
        say(from, of)
      } else cancel ??= after(timers, gatherMs, flush)
    },
    close: () => cancel?.(),
  }
}
