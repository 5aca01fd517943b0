import { randomUUID } from 'node:crypto'
import {
  busVersion,
  type BusBody,
  type Envelope,
  type StationId,
} from '../../shared/bus/messages.ts'
import { backoffMs } from '../../shared/backoff.ts'
import { err, ok, type Result } from '../../shared/result.ts'
import { after, longestTimerMs } from '../base/timers.ts'
import type { WallClock } from '../base/clock.ts'
import type { BusRows } from '../vault/store/bus-rows.ts'
import type { BusLines } from './bus-log.ts'
import type { ReplyKind } from './inbox.ts'
import type { BusFault, Say } from './port.ts'
import type { Lane, topicsOf } from './topics.ts'

/** A message as it rests in the vault. */
interface Stored {
  readonly at: string
  readonly lane: Lane
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
  /** Elapsed ms at which it is sent again. */
  dueAt: number
  readonly onConfirmed?: (() => void) | undefined
}

const receiverOf = ({ lane, to }: Pick<Stored, 'lane' | 'to'>) => `${lane} ${to ?? ''}`

const resend = { firstMs: 5_000, longestMs: 60_000 }
/** Ms between tries while no station is there to confirm: each try stays in the broker's session of an absent one. */
const resendUnheard = { firstMs: 5_000, longestMs: 600_000 }

/**
 * Stores messages in the vault, and sends them until confirmed. Each receiver gets one at a time, so that they arrive
 * in order.
 */
export function createOutbox(parts: {
  readonly id: StationId
  readonly topics: ReturnType<typeof topicsOf>
  readonly rows: BusRows
  readonly say: Say
  readonly clock: WallClock
  readonly random: () => number
  /** Most messages that may wait for one receiver: what is for others never takes its room. */
  readonly most: number
  readonly lines: BusLines
  /** True if a station is there to confirm the message. */
  readonly isHeard: (to: StationId | null) => boolean
  readonly onChange: () => void
}) {
  const { id: from, topics, rows, say, clock, lines } = parts
  const waiting = new Map<string, Waiting>()
  /** By receiver. */
  const counts = new Map<string, number>()
  function count(of: Stored, change: 1 | -1) {
    const receiver = receiverOf(of)
    const now = (counts.get(receiver) ?? 0) + change
    if (now === 0) counts.delete(receiver)
    else counts.set(receiver, now)
  }
  function wait(message: Waiting) {
    waiting.set(message.id, message)
    count(message, 1)
  }
  for (const { id, number, row } of rows.queued())
    wait({ ...(JSON.parse(row) as Stored), id, number, tries: 0, dueAt: 0 })
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
    count(message, -1)
    parts.onChange()
    pump()
  }

  /** Once for everything that happens in one turn. */
  function pump() {
    if (isPumping || isClosed) return
    isPumping = true
    queueMicrotask(() => {
      isPumping = false
      if (!isClosed) sendDue()
    })
  }

  function sendDue() {
    cancelTimer()
    const [now, wallTime] = [clock.now(), clock.wallTime()]
    let next = Number.POSITIVE_INFINITY
    const busy = new Set<string>()
    for (const message of waiting.values()) {
      const { id, until } = message
      if (until !== null && until <= wallTime) {
        lines.dropped('outdated')
        remove(id)
        continue
      }
      if (until !== null) next = Math.min(next, until - wallTime)
      const receiver = receiverOf(message)
      if (!isConnected || busy.has(receiver)) continue
      busy.add(receiver)
      if (message.dueAt <= now) {
        const { at, number, lane, to, body } = message
        message.tries += 1
        const waits = parts.isHeard(to) ? resend : resendUnheard
        message.dueAt = now + backoffMs(waits, message.tries) * (0.5 + parts.random() / 2)
        const topic = lane === 'up' ? topics.up(from) : topics.down(to ?? '')
        void say(topic, { v: busVersion, id, from, at, number, to, body } satisfies Envelope)
      }
      next = Math.min(next, message.dueAt - now)
    }
    if (next < Number.POSITIVE_INFINITY)
      cancelTimer = after(clock, Math.min(Math.max(next, 0), longestTimerMs), pump)
  }

  /** Begins anew with the messages for one station, or all. */
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
      if ((counts.get(receiverOf(stored)) ?? 0) >= parts.most) return err({ kind: 'full' })
      try {
        const row = JSON.stringify(stored)
        const number = rows.queue({ id, row }, clock.wallTime())
        wait({ ...stored, id, number, tries: 0, dueAt: 0, onConfirmed })
      } catch {
        return err({ kind: 'notKept' })
      }
      parts.onChange()
      pump()
      return ok(id)
    },
    remove,
    /** Removes the message that a station confirmed or cannot understand, if that one is to have it. */
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
    /** Sends at once what waits for a station that came. */
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
