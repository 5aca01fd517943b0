import { backoffMs } from '../../shared/backoff.ts'
import { mostConfirmed, type StationId } from '../../shared/bus/messages.ts'
import type { Clock } from '../base/clock.ts'
import { after } from '../base/timers.ts'
import type { BusLines } from './bus-log.ts'

/** A broadcast that waits, with who has it. */
export interface Broadcast {
  readonly id: string
  readonly number: number
  /** Elapsed ms at which the broker took it; null: it has not. */
  takenAt: number | null
  /** Stations that say they have it. */
  readonly confirmed: Set<StationId>
  /** Stations that it was sent again to. */
  readonly resent: Map<StationId, { tries: number; dueAt: number }>
}

/** The other stations, as presence tells of them. */
export interface Peers {
  count(): number
  all(): readonly { readonly id: StationId; readonly isThere: boolean }[]
}

/** Sees to it that every station that is there has each broadcast. */
export interface Broadcasts {
  /** The broker took one. */
  taken(broadcast: Broadcast): void
  confirmed(broadcast: Broadcast, by: StationId): void
  close(): void
}

/** Broadcasts that are sent again to one station at once: as many as one confirmation names, which then comes at once. */
const window = mostConfirmed
/** ms between two looks at who lacks what. */
const lookMs = 1_000
const resend = { firstMs: 5_000, longestMs: 60_000 }
/** ms for which one is kept that only stations lack which are gone: what their sessions at the broker do not bring is sent again when they are back. */
const keepForGoneMs = 600_000
/** ms after which nobody needs one any more: who missed it asks the service itself. */
const longestMs = 3_600_000

/**
 * The broker confirms that it took a broadcast, and may lose it for a station that is slow. So each station confirms what
 * it has, and what it lacks is sent to it again, the oldest first and no more at once than it keeps up with.
 */
export function createBroadcasts(parts: {
  /** In order. */
  readonly waiting: () => Iterable<Broadcast>
  readonly peers: Peers
  readonly clock: Clock
  readonly lines: BusLines
  /** Sends one to a station. `before`: number of the one before it that the station lacks. */
  readonly send: (broadcast: Broadcast, to: StationId, before: number | null) => void
  readonly remove: (id: string) => void
}): Broadcasts {
  const { peers, clock } = parts
  /** Stations that something was sent to again, and that go on as soon as they confirm it. */
  const slow = new Set<StationId>()
  let cancelLook: (() => void) | undefined
  let isClosed = false

  const taken = () => [...parts.waiting()].filter(({ takenAt }) => takenAt !== null)

  function look() {
    cancelLook = undefined
    const all = taken()
    for (const broadcast of all) settle(broadcast)
    slow.clear()
    for (const { id, isThere } of peers.all()) if (isThere) resendTo(id, all)
    lookSoon(all.length > 0)
  }
  function lookSoon(isNeeded: boolean) {
    if (isNeeded && !isClosed) cancelLook ??= after(clock, lookMs, look)
  }

  function resendTo(to: StationId, all: readonly Broadcast[]) {
    let before: number | null = null
    let count = 0
    for (const broadcast of all) {
      if (broadcast.confirmed.has(to)) continue
      if (count === window) return
      count += 1
      const { tries, dueAt } = broadcast.resent.get(to) ?? firstTry(broadcast)
      if (dueAt <= clock.now()) {
        const next = { tries: tries + 1, dueAt: clock.now() + backoffMs(resend, tries + 1) }
        broadcast.resent.set(to, next)
        slow.add(to)
        parts.send(broadcast, to, before)
      }
      before = broadcast.number
    }
  }

  /** Lets go of it where nobody needs it any more. */
  function settle({ id, takenAt, confirmed }: Broadcast) {
    const age = clock.now() - (takenAt ?? clock.now())
    const lacking = peers.all().filter((peer) => !confirmed.has(peer.id))
    const isEverywhere = peers.count() > 0 && lacking.length === 0
    const isOnlyForGone = age > keepForGoneMs && !lacking.some(({ isThere }) => isThere)
    if (age > longestMs) parts.lines.dropped('unconfirmed')
    if (isEverywhere || isOnlyForGone || age > longestMs) parts.remove(id)
  }

  return {
    taken(broadcast) {
      broadcast.takenAt = clock.now()
      settle(broadcast)
      lookSoon(true)
    },
    confirmed(broadcast, by) {
      broadcast.confirmed.add(by)
      broadcast.resent.delete(by)
      if (broadcast.takenAt === null) return
      if (broadcast.confirmed.size >= peers.count()) settle(broadcast)
      if (slow.has(by)) resendTo(by, taken())
    },
    close() {
      isClosed = true
      cancelLook?.()
    },
  }
}

const firstTry = ({ takenAt }: Broadcast) => ({ tries: 0, dueAt: (takenAt ?? 0) + resend.firstMs })
