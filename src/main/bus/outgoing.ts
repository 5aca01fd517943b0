import { randomUUID } from 'node:crypto'
import {
  busVersion,
  type BusBody,
  type Envelope,
  type StationId,
} from '../../shared/bus/messages.ts'
import { backoffMs } from '../../shared/backoff.ts'
import { err, ok, type Result } from '../../shared/result.ts'
import { after } from '../base/timers.ts'
import type { WallClock } from '../base/clock.ts'
import type { BusRows } from '../vault/store/bus-rows.ts'
import { createBroadcasts, type Broadcast, type Peers } from './broadcasts.ts'
import type { BusLines } from './bus-log.ts'
import type { BusFault } from './port.ts'
import type { Say } from './speaker.ts'
import type { Lane, topicsOf } from './topics.ts'

/** A message that waits, as it rests in the vault. */
interface Kept {
  readonly at: string
  readonly lane: Lane
  /** Of a command: whom it is for. Of an outcome: who commanded. Only that station's confirmation counts; null: anyone's. */
  readonly to: StationId | null
  /** ms since 1970. */
  readonly until: number | null
  readonly body: BusBody
}

interface Waiting extends Kept, Broadcast {
  tries: number
  /** Elapsed ms at which it is sent again. */
  dueAt: number
}

/** What waits to be told. */
export interface Outgoing {
  /** Keeps a message, then sends it. The value is its id. */
  tell(message: Omit<Kept, 'at'>): Result<string, BusFault>
  withdraw(id: string): void
  /** A station says that it has the message. */
  confirmed(id: string, from: StationId): void
  /** Whether anything can be sent now; everything is sent again once it can. */
  setConnected(isConnected: boolean): void
  /** A station came: what waits for it is sent at once. */
  wake(station: StationId): void
  waiting(): number
  close(): void
}

/** Messages of one lane and receiver that are under way at once. */
const window = 32
const resend = { firstMs: 5_000, longestMs: 60_000 }
/** While nobody is there to confirm: each try stays in the session of whoever is gone. */
const resendUnheard = { firstMs: 5_000, longestMs: 600_000 }

/** Keeps what is said in the vault, and sends it in order until it is confirmed. */
export function createOutgoing(parts: {
  readonly id: StationId
  readonly topics: ReturnType<typeof topicsOf>
  readonly rows: BusRows
  readonly say: Say
  readonly clock: WallClock
  readonly random: () => number
  /** How many may wait. */
  readonly most: number
  readonly lines: BusLines
  /** Whether somebody is there to confirm it. */
  readonly isHeard: (to: StationId | null) => boolean
  readonly peers: Peers
  readonly onChange: () => void
}): Outgoing {
  const { id: from, topics, rows, say, clock, lines } = parts
  const waiting = new Map<string, Waiting>()
  for (const { id, number, row } of rows.queued())
    waiting.set(id, waitingOf(JSON.parse(row) as Kept, id, number))
  const broadcasts = createBroadcasts({
    ...{ peers: parts.peers, clock, lines, remove },
    waiting: () => waiting.values(),
    send({ id }, to, before) {
      const message = waiting.get(id)
      if (message && isConnected) void say(topics.down(to), envelopeOf(message, before))
    },
  })
  let isConnected = false
  let isClosed = false
  let isPumping = false
  let cancelTimer = () => {}

  const topicOf = ({ lane, to }: Kept) =>
    lane === 'up' ? topics.up(from) : lane === 'down' ? topics.down(to ?? '') : topics.all()

  function remove(id: string) {
    if (!waiting.has(id)) return
    try {
      rows.unqueue(id)
    } catch {
      // It stays in the vault, and is sent again after the next start: whoever heard it knows it.
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
    queueMicrotask(() => {
      isPumping = false
      if (!isClosed) sendDue()
    })
  }

  function sendDue() {
    dropOutdated()
    cancelTimer()
    // Asked once: thousands may wait.
    const [now, wallTime] = [clock.now(), clock.wallTime()]
    let next = Number.POSITIVE_INFINITY
    const streams = new Map<string, { before: number | null; count: number }>()
    for (const message of waiting.values()) {
      next = Math.min(next, endsIn(message, wallTime))
      if (!isConnected) continue
      const key = message.lane === 'down' ? `down ${message.to ?? ''}` : message.lane
      const stream = streams.get(key) ?? { before: null, count: 0 }
      streams.set(key, stream)
      if (stream.count >= window) continue
      if (message.takenAt === null) {
        if (message.dueAt <= now) send(message, stream.before)
        next = Math.min(next, message.dueAt - now)
        stream.count += 1
      }
      stream.before = message.number
    }
    if (next < Number.POSITIVE_INFINITY)
      cancelTimer = after(clock, Math.min(Math.max(next, 0), longestTimerMs), pump)
  }

  /** ms until it is let go of. */
  const endsIn = ({ until }: Waiting, wallTime: number) =>
    until === null ? Number.POSITIVE_INFINITY : until - wallTime

  function dropOutdated() {
    const wallTime = clock.wallTime()
    for (const message of waiting.values()) {
      if (endsIn(message, wallTime) > 0) continue
      lines.dropped('outdated')
      remove(message.id)
    }
  }

  function send(message: Waiting, before: number | null) {
    message.tries += 1
    const waits = parts.isHeard(message.to) ? resend : resendUnheard
    message.dueAt = clock.now() + backoffMs(waits, message.tries) * (0.5 + parts.random() / 2)
    void say(topicOf(message), envelopeOf(message, before)).then((isTaken) => {
      if (!isTaken || message.lane !== 'all' || isClosed || !waiting.has(message.id)) return
      broadcasts.taken(message)
      parts.onChange()
      pump()
    })
  }

  const envelopeOf = ({ id, at, number, body }: Waiting, before: number | null): Envelope => ({
    ...{ v: busVersion, id, from, at, number, after: before, body },
  })

  return {
    tell(message) {
      const id = randomUUID()
      const kept: Kept = { ...message, at: new Date(clock.wallTime()).toISOString() }
      const row = JSON.stringify(kept)
      const number = attempt(() => rows.queue({ id, row }, clock.wallTime(), parts.most))
      if (!number.ok) return number
      if (number.value === undefined) return err({ kind: 'full' })
      waiting.set(id, waitingOf(kept, id, number.value))
      parts.onChange()
      pump()
      return ok(id)
    },
    withdraw: remove,
    confirmed(id, by) {
      const message = waiting.get(id)
      if (message?.lane === 'all') broadcasts.confirmed(message, by)
      else if (message && (message.to === null || message.to === by)) remove(id)
    },
    setConnected(now) {
      if (now && !isConnected) for (const message of waiting.values()) Object.assign(message, fresh)
      isConnected = now
      pump()
    },
    wake(station) {
      for (const message of waiting.values())
        if (message.takenAt === null && (message.to === null || message.to === station))
          Object.assign(message, { tries: 0, dueAt: 0 })
      pump()
    },
    waiting() {
      let count = 0
      for (const { takenAt } of waiting.values()) if (takenAt === null) count += 1
      return count
    },
    close() {
      isClosed = true
      cancelTimer()
      broadcasts.close()
    },
  }
}

/** A timer cannot be set for longer. */
const longestTimerMs = 2 ** 31 - 1

const fresh = { tries: 0, dueAt: 0, takenAt: null }

const waitingOf = (kept: Kept, id: string, number: number): Waiting => ({
  ...kept,
  ...{ id, number, ...fresh, confirmed: new Set(), resent: new Map() },
})

function attempt<T>(work: () => T): Result<T, BusFault> {
  try {
    return ok(work())
  } catch {
    return err({ kind: 'notKept' })
  }
}
