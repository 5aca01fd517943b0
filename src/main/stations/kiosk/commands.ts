import * as z from 'zod/mini'
import {
  command,
  stationId,
  type BusCommand,
  type CommandAct,
  type CommandOutcome,
} from '../../../shared/bus/messages.ts'
import type { WipeAsked } from '../../../shared/staff-desk.ts'
import type { WallClock } from '../../base/clock.ts'
import { after, longestTimerMs } from '../../base/timers.ts'
import type { BusPlace } from '../create-bus.ts'
import type { BusMessage, KeptText } from '../port.ts'

export interface CommandedKiosk {
  /** Neither a patient's visit runs, nor are staff in their panel. */
  isFree(): boolean
  setOutOfService(isOut: boolean): void
  /** `detail`: settings that apply only from the next start, or the fault. */
  reloadSettings(): { readonly ok: boolean; readonly detail: string | null }
  readonly restart: (() => void) | undefined
  askToWipe(asked: WipeAsked): void
  lock(): boolean
  /** Staff are coming to the call for help of that id; false if it is over. */
  coming(helpId: string): boolean
  /** As if the patient had typed the front desk's code; false if none begins. */
  beginWithCode(code: string): boolean
}

const waitsForFree: Readonly<Record<CommandAct, boolean>> = {
  takeOutOfService: true,
  bringBack: false,
  reloadSettings: true,
  restart: true,
  askToWipe: false,
  lock: false,
  coming: false,
  beginWithCode: false,
}

type Outcome = Pick<CommandOutcome, 'outcome' | 'detail'>

const done: Outcome = { outcome: 'done', detail: null }
const refused = (detail: string): Outcome => ({ outcome: 'refused', detail })

/** `at`: ms since 1970. `ends`: Foyer ends by it, and answers at its next start. */
type Act = (kiosk: CommandedKiosk, command: BusCommand, at: number) => Outcome | 'ends'

const acts: Readonly<Record<CommandAct, Act>> = {
  takeOutOfService(kiosk) {
    kiosk.setOutOfService(true)
    return done
  },
  bringBack(kiosk) {
    kiosk.setOutOfService(false)
    return done
  },
  reloadSettings(kiosk) {
    const { ok, detail } = kiosk.reloadSettings()
    return { outcome: ok ? 'done' : 'refused', detail: detail?.slice(0, 200) ?? null }
  },
  restart(kiosk) {
    if (!kiosk.restart) return refused('nothing would start it again')
    kiosk.restart()
    return 'ends'
  },
  askToWipe(kiosk, { by, reason }, at) {
    kiosk.askToWipe({ by, reason, at })
    return done
  },
  lock: (kiosk) => (kiosk.lock() ? done : refused('there is no visit that could be locked')),
  coming: (kiosk, { helpId }) =>
    helpId !== null && kiosk.coming(helpId) ? done : refused('nobody waits for help any more'),
  beginWithCode: (kiosk, { code }) =>
    code !== undefined && kiosk.isFree() && kiosk.beginWithCode(code)
      ? done
      : refused('somebody stands in front of it, or it serves nobody now'),
}

const entry = z.strictObject({
  id: z.string(),
  from: stationId,
  command,
  /** By this kiosk's clock; ms since 1970. */
  deadline: z.number(),
  isAudited: z.boolean(),
})
type WaitingCommand = z.infer<typeof entry>

/** Audits a command before anything is done, and what became of it. */
export type AuditCommand = (
  kind: 'deskCommand' | 'deskCommandEnded',
  fields: Readonly<Record<string, string>>,
) => void

/** ms since 1970. If this kiosk's clock is wrong, the command lasts as long as its sender intended. */
function deadlineOf({ until }: BusCommand, at: string, now: number): number {
  const end = Date.parse(until)
  const latest = now + Math.max(0, end - Date.parse(at))
  return end > now ? Math.min(end, latest) : latest
}

/** Carries commands out, now or when the kiosk is free, and answers what became of each. */
export function carryOutCommands(parts: {
  readonly place: BusPlace
  readonly kiosk: CommandedKiosk
  readonly kept: KeptText
  readonly audit: AuditCommand
  readonly clock: WallClock
}) {
  const { place, kiosk, kept, audit, clock } = parts
  // Unreadable ones are forgotten.
  let waiting: readonly WaitingCommand[] =
    z.array(entry).safeParse(JSON.parse(kept.read() ?? '[]')).data ?? []
  const cancels = new Map<string, () => void>()
  const begun = new Set<string>()
  /** Restarts that were asked for before this start, which is theirs. */
  const restarted = new Set(
    waiting.flatMap(({ id, command: { act } }) => (act === 'restart' ? [id] : [])),
  )
  let cancelSoon: (() => void) | undefined
  let isStopped = false

  function keep(next: readonly WaitingCommand[]) {
    kept.write(JSON.stringify(next))
    waiting = next
  }
  /** It waits no more before anything is said of it: a stop in between does nothing twice. */
  function settle(booked: WaitingCommand, { outcome, detail }: Outcome) {
    const { id } = booked
    cancels.get(id)?.()
    cancels.delete(id)
    keep(waiting.filter((each) => each.id !== id))
    audit('deskCommandEnded', { command: id, outcome, ...(detail !== null && { detail }) })
    place.bus()?.answer(booked, { kind: 'commandOutcome', of: id, outcome, detail })
  }
  /** Nothing is done before the audit says who wants it, and why. */
  function audited(booked: WaitingCommand): WaitingCommand {
    if (booked.isAudited) return booked
    const { id, from: station, command } = booked
    const { act, by, member, reason } = command
    const asked = { command: id, station, act, by, reason }
    audit('deskCommand', { ...asked, ...(member !== undefined && { member }) })
    const next = { ...booked, isAudited: true }
    keep(waiting.map((each) => (each.id === id ? next : each)))
    return next
  }
  function tryNow(booked: WaitingCommand) {
    const { command, id, deadline } = booked
    if (begun.has(id)) return
    if (restarted.has(id)) settle(booked, done)
    else if (clock.wallTime() > deadline) settle(booked, { outcome: 'tooLate', detail: null })
    else if (waitsForFree[command.act] && !kiosk.isFree()) waitFor(booked)
    else {
      begun.add(id)
      const outcome = acts[command.act](kiosk, command, clock.wallTime())
      if (outcome !== 'ends') settle(booked, outcome)
    }
  }
  function waitFor(booked: WaitingCommand) {
    if (cancels.has(booked.id) || isStopped) return
    const ms = Math.min(booked.deadline - clock.wallTime() + 1, longestTimerMs)
    const cancel = after(clock, ms, () => {
      cancels.delete(booked.id)
      tryNow(booked)
    })
    cancels.set(booked.id, cancel)
  }

  function proceed() {
    cancelSoon = undefined
    // Without a bus nobody would hear the outcome; it is opened a moment after the start.
    if (isStopped || !place.bus()) return
    for (const booked of waiting) tryNow(audited(booked))
  }

  return {
    take: ({ id, from, at, body }: BusMessage) => {
      if (body.kind !== 'command') return
      // Within a transaction of the vault: the rest follows after that.
      const deadline = deadlineOf(body, at, clock.wallTime())
      keep([...waiting, { id, from, command: body, deadline, isAudited: false }])
      cancelSoon ??= after(clock, 0, proceed)
    },
    proceed,
    stop: () => {
      isStopped = true
      cancelSoon?.()
      for (const cancel of cancels.values()) cancel()
      cancels.clear()
    },
  }
}
