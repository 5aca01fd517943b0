import type { Envelope, HandedOnBody, StationId } from '../../shared/bus/messages.ts'
import type { WallClock } from '../base/clock.ts'
import { every } from '../base/timers.ts'
import type { BusRows } from '../vault/store/bus-rows.ts'
import type { BusLines } from './bus-log.ts'
import { createHeld } from './held.ts'
import type { BusMessage } from './port.ts'
import type { StationClocks } from './station-clocks.ts'
import type { Stations } from './stations.ts'
import type { Lane } from './topics.ts'

/** A message that came on a lane. */
interface Came {
  readonly lane: Lane
  readonly envelope: Omit<Envelope, 'body'> & { readonly body: HandedOnBody }
}

/** Hands on each message once, and in order. */
export interface HandingOn {
  take(came: Came): void
  /** The presence of a station was heard: its commands can be judged now. */
  presenceHeard(station: StationId): void
  listen(listener: (message: BusMessage) => void): () => void
  close(): void
}

/** Numbers that are known one by one of each station and lane. */
const mostHeard = 200
/** Messages that wait for one before them, for a presence, or for a listener. */
const mostHeld = 1_000
/** ms after which a message does not wait for one before it any more: another listener has confirmed that one. */
const holdMs = 600_000

/** Parts of `createHandingOn`. */
interface Parts {
  readonly rows: BusRows
  readonly clock: WallClock
  readonly clocks: StationClocks
  readonly stations: Stations
  readonly lines: BusLines
  /** Says that a message was handed on and is kept. */
  readonly confirm: (came: Came) => void
  /** Says that a command came after its `until`. */
  readonly tooLate: (command: Pick<Envelope, 'id' | 'from'>) => void
}

/** See `HandingOn`. */
export function createHandingOn(parts: Parts): HandingOn {
  const { rows, clock, clocks, stations, lines } = parts
  const listeners = new Set<(message: BusMessage) => void>()
  const held = createHeld<Came>(mostHeld, () => clock.now())
  /** What a listener threw on: it comes again at the next start, and holds nothing up until then. */
  const failed = new Set<string>()
  const stopLooking = every(clock, holdMs / 10, () => {
    // Whoever listens next has all of it: nothing goes to nobody.
    if (listeners.size === 0) return
    for (const came of held.overdue(holdMs))
      takeAll(came, (overdue) => (isHeard(overdue) ? [] : handOn(overdue)))
  })

  const keyOf = ({ lane, envelope: { from, number } }: Came) => ({ station: from, lane, number })
  const nameOf = ({ lane, envelope }: Came, number: number) => `${envelope.from} ${lane} ${number}`

  type Step = (came: Came) => readonly Came[]

  /** Takes one, then what waited for it, and so on. What the vault does not let through is not confirmed, and so comes again. */
  function takeAll(first: Came, firstStep: Step) {
    const ready: Came[] = []
    const step = (work: Step, came: Came) => {
      try {
        ready.push(...work(came))
      } catch {
        lines.failed('vault')
      }
    }
    step(firstStep, first)
    for (const came of ready) step(takeUp, came)
  }

  const take = (came: Came) => takeAll(came, takeUp)

  /** Whether it was handed on before: then its sender missed the confirmation. */
  function isHeard(came: Came): boolean {
    const wasHeard = rows.wasHeard(keyOf(came))
    if (wasHeard) parts.confirm(came)
    return wasHeard
  }

  /** What waited for it, and can be taken up now. */
  function takeUp(came: Came): readonly Came[] {
    const { envelope } = came
    const name = nameOf(came, envelope.number)
    if (failed.has(name)) return []
    if (isHeard(came)) return []
    if (listeners.size === 0) {
      held.hold('a listener', name, came)
      return []
    }
    const before = envelope.after
    if (before !== null && before < envelope.number && !isPast(came, before)) {
      held.hold(nameOf(came, before), name, came)
      return []
    }
    return handOn(came)
  }

  const isPast = (came: Came, number: number) =>
    failed.has(nameOf(came, number)) || rows.wasHeard({ ...keyOf(came), number })

  /** Of one that was not heard yet. */
  function handOn(came: Came): readonly Came[] {
    const { envelope } = came
    const { id, from, at, body } = envelope
    const name = nameOf(came, envelope.number)
    // It was unpaired meanwhile: a former key, or a broker that does not know it yet, still lets it speak.
    if (!stations.belongs(from)) {
      lines.refused('notPaired')
      return []
    }
    const isCommand = body.kind === 'command'
    if (isCommand && !stations.isKnown(from)) {
      held.hold(`presence ${from}`, name, came)
      return []
    }
    const isTooLate = isCommand && isPastUntil(from, Date.parse(body.until))
    const handing = { isWithListener: false }
    try {
      rows.hear(keyOf(came), mostHeard, () => {
        if (isTooLate) return parts.tooLate(envelope)
        handing.isWithListener = true
        for (const listener of listeners) listener({ id, from, at, body })
        handing.isWithListener = false
      })
      if (isTooLate) lines.dropped('tooLate')
      parts.confirm(came)
    } catch {
      lines.failed(handing.isWithListener ? 'listener' : 'vault')
      // What the vault could not keep may come again before the next start.
      if (!handing.isWithListener) return []
      if (failed.size < mostHeld) failed.add(name)
    }
    return held.release(name)
  }

  /**
   * By the commander's own clock, as its presence showed it last, which is never more than a minute old while it is there;
   * by ours too, where it is gone.
   */
  const isPastUntil = (from: StationId, until: number) =>
    (clocks.atLeast(from) ?? Number.NEGATIVE_INFINITY) > until ||
    (!stations.isThere(from) && clock.wallTime() > until)

  return {
    take,
    presenceHeard(station) {
      for (const came of held.release(`presence ${station}`)) take(came)
    },
    listen(listener) {
      listeners.add(listener)
      for (const came of held.release('a listener')) take(came)
      return () => void listeners.delete(listener)
    },
    close: stopLooking,
  }
}
