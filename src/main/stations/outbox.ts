import { randomUUID } from 'node:crypto'
import type { BusBody, StationId } from '../../shared/bus/messages.ts'
import { backoffMs } from '../../shared/backoff.ts'
import { err, ok, type Result } from '../../shared/result.ts'
import { after, longestTimerMs } from '../base/timers.ts'
import type { WallClock } from '../base/clock.ts'
import type { BusRows } from '../vault/store/bus-rows.ts'
import type { BusLines } from './bus-log.ts'
import type { ReplyKind } from './inbox.ts'
import type { BusFault, SendMessage } from './port.ts'

interface Stored {
  readonly at: string
  /** The only station whose confirmation counts; null: any listener's. */
  readonly to: StationId | null
  /** ms since 1970. */
  readonly until: number | null
  readonly body: BusBody
}

interface Waiting extends Stored {
  readonly id: string
  readonly number: number
  tries: number
  dueAt: number
  readonly onConfirmed?: (() => void) | undefined
}

const resend = { firstMs: 5_000, longestMs: 60_000 }
/** Ms between tries while no station is there to confirm: each try stays in the broker's session of an absent one. */
const resendUnheard = { firstMs: 5_000, longestMs: 600_000 }

/** Stores messages in the vault, and sends them until confirmed: to each receiver one at a time, in order. */
export function createOutbox(parts: {
  readonly rows: BusRows
  readonly send: SendMessage
  readonly clock: WallClock
  readonly random: () => number
  /** Most messages that may wait for one receiver: what is for others never takes its room. */
  readonly most: number
  readonly lines: BusLines
  readonly isHeard: (to: StationId | null) => boolean
  readonly onChange: () => void
}) {
  const { rows, send, clock, lines } = parts
  const waiting = new Map<string, Waiting>()
  for (const { id, number, row } of rows.queued())
    waiting.set(id, { ...(JSON.parse(row) as Stored), id, number, tries: 0, dueAt: 0 })
  let isConnected = false
  let isClosed = false
  let isPumping = false
  let cancelTimer = () => {}

  function remove(id: string) {
    const message = waiting.get(id)
    if (!message) return
    try {
      rows.unqueue(id)
    } catch {
      // It stays in the vault, and is sent again after the next start: receivers recognise a repetition.
      lines.failed('vault')
    }
    waiting.delete(id)
    parts.onChange()
    pump()
  }

  /** Once for everything that happens in one turn. */
  function pump() {
    if (isPumping || isClosed) return
    isPumping = true
    queueMicrotask(sendDue)
  }

  function sendDue() {
    isPumping = false
    if (isClosed) return
    cancelTimer()
    const [now, wallTime] = [clock.now(), clock.wallTime()]
    let next = Number.POSITIVE_INFINITY
    const busy = new Set<StationId | null>()
    for (const message of waiting.values()) {
      const { id, until, to } = message
      if (until !== null && until <= wallTime) {
        lines.dropped('outdated')
        remove(id)
        continue
      }
      if (until !== null) next = Math.min(next, until - wallTime)
      if (!isConnected || busy.has(to)) continue
      busy.add(to)
      if (message.dueAt <= now) {
        message.tries += 1
        const waits = parts.isHeard(to) ? resend : resendUnheard
        message.dueAt = now + backoffMs(waits, message.tries) * (0.5 + parts.random() / 2)
        send(to, message.body, message)
      }
      next = Math.min(next, message.dueAt - now)
    }
    if (next < Number.POSITIVE_INFINITY)
      cancelTimer = after(clock, Math.min(Math.max(next, 0), longestTimerMs), pump)
  }

  function makeDue(station?: StationId) {
    for (const message of waiting.values())
      if (station === undefined || (message.to ?? station) === station)
        Object.assign(message, { tries: 0, dueAt: 0 })
  }

  return {
    /** Stores a message, then sends it. The value is its id. `onConfirmed` counts in this process alone. */
    tell(message: Omit<Stored, 'at'>, onConfirmed?: () => void): Result<string, BusFault> {
      const id = randomUUID()
      const stored: Stored = { ...message, at: new Date(clock.wallTime()).toISOString() }
      const alike = [...waiting.values()].filter(({ to }) => to === stored.to)
      if (alike.length >= parts.most) return err({ kind: 'full' })
      try {
        const number = rows.queue({ id, row: JSON.stringify(stored) }, clock.wallTime())
        waiting.set(id, { ...stored, id, number, tries: 0, dueAt: 0, onConfirmed })
      } catch {
        return err({ kind: 'notKept' })
      }
      parts.onChange()
      pump()
      return ok(id)
    },
    remove,
    /** Removes a message that a station confirmed or cannot understand, if that one is to have it. */
    settle(id: string, by: StationId, reply: ReplyKind) {
      const message = waiting.get(id)
      if (!message || (message.to ?? by) !== by) return
      remove(id)
      if (reply === 'confirmation') message.onConfirmed?.()
      else lines.dropped(reply)
    },
    /** Sends everything again once a connection stands. */
    setConnected(now: boolean) {
      if (now && !isConnected) makeDue()
      isConnected = now
      pump()
    },
    wake(station: StationId) {
      makeDue(station)
      pump()
    },
    waiting: () => waiting.size,
    close() {
      isClosed = true
      cancelTimer()
    },
  }
}
