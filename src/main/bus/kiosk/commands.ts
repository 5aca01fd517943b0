import type { BusCommand, CommandOutcome } from '../../../shared/bus/messages.ts'
import type { WallClock } from '../../base/clock.ts'
import type { Bus, BusMessage } from '../port.ts'
import type { BusPlace } from './bus-place.ts'
import { openCommandBook, type BookedCommand } from './command-book.ts'
import type { KeptText } from './kept-text.ts'
import { acts, done, waitsForFree, type CommandedKiosk } from './kiosk-acts.ts'

/** What the audit is told: that a command came, with who and why, before anything is done; and what became of it. */
export type AuditCommand = (
  kind: 'deskCommand' | 'deskCommandEnded',
  fields: Readonly<Record<string, string>>,
) => void

/** What carries commands out. */
export interface CommandsParts {
  readonly place: BusPlace
  readonly kiosk: CommandedKiosk
  readonly kept: KeptText
  readonly audit: AuditCommand
  readonly clock: WallClock
}

/** The commands of a desk to this kiosk. */
export interface KioskCommands {
  /** Takes what came by the bus; each command is carried out once, however often it comes. */
  take(message: BusMessage): void
  /** The kiosk may be free now: what waits for that is carried out. */
  proceed(): void
  stop(): void
}

/** The longest that a timer can wait, ms. */
const longestTimerMs = 2 ** 31 - 1

/**
 * When a command that the bus hands on is too late. The bus knows how far the clocks are apart, and hands on nothing that
 * is too late: where this kiosk's clock is ahead or behind, it lasts for as long as it did when it was said.
 */
function deadlineOf({ until }: BusCommand, at: string, now: number): number {
  const end = Date.parse(until)
  const latest = now + Math.max(0, end - Date.parse(at))
  return end > now ? Math.min(end, latest) : latest
}

/** Carries commands out, now or when the kiosk is free, and answers what became of each. */
export function carryOutCommands(parts: CommandsParts): KioskCommands {
  const { place, kiosk, audit, clock } = parts
  const book = openCommandBook(parts.kept)
  const timers = new Map<string, unknown>()
  /** Ids of what was begun and ends with Foyer. */
  const begun = new Set<string>()
  let soon: unknown
  let isStopped = false

  function answer({ id, from }: BookedCommand, outcome: CommandOutcome) {
    const bus: Bus | undefined = place.bus()
    bus?.answer({ id, from }, outcome)
  }
  function settle(booked: BookedCommand, of: Pick<CommandOutcome, 'outcome' | 'detail'>) {
    const outcome: CommandOutcome = { kind: 'commandOutcome', of: booked.id, ...of }
    clock.clearTimeout(timers.get(booked.id))
    timers.delete(booked.id)
    book.put({ ...booked, outcome })
    const { detail } = of
    audit('deskCommandEnded', {
      ...{ command: booked.id, outcome: of.outcome },
      ...(detail !== null && { detail }),
    })
    answer(booked, outcome)
  }
  const isLate = ({ deadline }: BookedCommand) => clock.wallTime() > deadline

  /** Nothing is done before the audit says who wants it, and why. */
  function audited(booked: BookedCommand): BookedCommand {
    if (booked.isAudited) return booked
    const { id, from: station, command } = booked
    const { act, by, member, reason } = command
    audit('deskCommand', {
      ...{ command: id, station, act, by, reason },
      ...(member !== undefined && { member }),
    })
    const next = { ...booked, isAudited: true }
    book.put(next)
    return next
  }
  function tryNow(booked: BookedCommand) {
    const { command, id } = booked
    if (begun.has(id)) return
    if (isLate(booked)) settle(booked, { outcome: 'tooLate', detail: null })
    else if (waitsForFree[command.act] && !kiosk.isFree()) waitFor(booked)
    else {
      begun.add(id)
      const outcome = acts[command.act](kiosk, command, clock.wallTime())
      if (outcome !== 'ends') settle(booked, outcome)
    }
  }
  /** Until the kiosk is free, or it is too late. */
  function waitFor(booked: BookedCommand) {
    if (timers.has(booked.id) || isStopped) return
    const ms = booked.deadline - clock.wallTime() + 1
    const look = () => {
      timers.delete(booked.id)
      tryNow(booked)
    }
    timers.set(booked.id, clock.setTimeout(look, Math.min(ms, longestTimerMs)))
  }

  function proceed() {
    soon = undefined
    if (isStopped) return
    for (const booked of book.waiting()) tryNow(audited(booked))
  }

  // What was asked for before this start: it is one.
  for (const booked of book.waiting()) {
    if (booked.command.act === 'restart') settle(booked, done)
  }

  return {
    take({ id, from, at, body }) {
      if (body.kind !== 'command') return
      const known = book.get(id)
      if (known?.outcome) answer(known, known.outcome)
      if (known) return
      // The bus hands it on within a transaction of the vault: the rest follows after that.
      const deadline = deadlineOf(body, at, clock.wallTime())
      book.put({ id, from, command: body, deadline, isAudited: false, outcome: null })
      soon ??= clock.setTimeout(proceed, 0)
    },
    proceed,
    stop() {
      isStopped = true
      clock.clearTimeout(soon)
      for (const timer of timers.values()) clock.clearTimeout(timer)
      timers.clear()
    },
  }
}
