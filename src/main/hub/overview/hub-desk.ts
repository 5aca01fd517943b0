import type { BusCommand, CommandAct } from '../../../shared/bus/messages.ts'
import { sameId, type Id } from '../../../contract/values.ts'
import { err, mapOk, ok, type Result } from '../../../shared/result.ts'
import type { WallClock } from '../../base/clock.ts'
import { after, every } from '../../base/timers.ts'
import { goodbyeMs } from '../../bus/kiosk/goodbye.ts'
import type { Bus, BusFault, BusMessage } from '../../bus/port.ts'
import type { Audit } from '../../vault/audit/audit.ts'
import type { HubNoticeRows } from '../../vault/store/rows.ts'
import { createCompletions } from './completions.ts'
import { openKeptNotices, type KeptNotice } from './kept-notices.ts'
import { followPinUses, type PinUse } from './pin-uses.ts'
import type { Overview, SentCommand } from './overview.ts'

/** Why a command was not sent. */
type CommandFault =
  BusFault | { readonly kind: 'unknownStation' } | { readonly kind: 'unknownCall' }

/** Why a kiosk did not begin: it could not be told, it serves somebody else, or it did not answer in time. */
export type BeginFault =
  CommandFault | { readonly kind: 'kioskBusy' } | { readonly kind: 'kioskSilent' }

/** Who asks for a command. */
export interface CommandedBy {
  /** As their colleagues know them. */
  readonly by: string
  /** Their id, where they are a member of staff of the desk. */
  readonly member?: string
}

/** Who asks for a command, and why, in their own words. */
interface Commander extends CommandedBy {
  readonly reason: string
}

/** What somebody at the hub sees of the kiosks, and can ask of them. */
export interface HubDesk {
  overview(): Overview
  /** See `Completions.all`. */
  completions(): ReadonlyMap<string, number>
  onChange(listener: () => void): () => void
  /** Tells who asked for help that somebody is on the way. */
  come(
    call: { readonly from: string; readonly helpId: string },
    who: CommandedBy,
  ): Result<null, CommandFault>
  /** Somebody takes care of who was sent to the desk with that number: nobody is told of it any more. */
  attend(to: { readonly from: string; readonly number: string }): Result<null, CommandFault>
  /** Somebody found that the patient of that appointment is not here, whatever a kiosk told. */
  forgetArrival(appointmentId: Id): void
  /** Uses of kiosks' PINs that no administrator has seen, the oldest first. */
  pinUses(): readonly PinUse[]
  /** An administrator has seen one; the audit keeps it. */
  seePinUse(use: Pick<PinUse, 'from' | 'useId'>): Result<null, CommandFault>
  /** Forgets what a station told that is a station of the clinic no more. */
  forget(station: string): void
  command(
    to: string,
    act: Exclude<CommandAct, 'coming' | 'beginWithCode'>,
    who: Commander,
  ): Result<null, CommandFault>
  /** Has a kiosk begin a visit with a code of the front desk, and waits for what it says, for ten seconds at the most. */
  begin(to: string, code: string, who: CommandedBy): Promise<Result<null, BeginFault>>
  stop(): void
}

/** What the desk of a hub is made of. */
export interface HubDeskParts {
  readonly bus: Bus
  readonly rows: HubNoticeRows
  readonly audit: Pick<Audit, 'append'>
  readonly clock: WallClock
  /** A kiosk ended its pairing itself: it is to be unpaired here, too, and then forgotten. */
  readonly unpair: (station: string) => void
}

/** ms between two looks at what says nothing any more. */
const forgetEveryMs = 600_000
/** ms after which a command is no longer carried out: who sent it may think otherwise by then. */
const commandMs = 10 * 60_000
const commandsShown = 5
/** ms for which a kiosk may begin a visit that was sent to it: the patient stands at the desk. */
const beginMs = 10_000

/** Opens the desk of a hub: it hears what kiosks tell, and keeps what holds over restarts. */
export function openHubDesk({ bus, rows, audit, clock, unpair }: HubDeskParts): HubDesk {
  const notices = openKeptNotices(rows)
  const completions = createCompletions()
  const pinUses = followPinUses({ notices, audit, timers: clock })
  const listeners = new Set<() => void>()
  let commands: readonly SentCommand[] = []
  const changed = () => {
    for (const listener of listeners) listener()
  }
  const forget = () => notices.forgetOld(clock.wallTime())
  const unpairLeaving = () => {
    for (const { from } of pick(notices.all(), 'unpaired')) unpair(from)
  }
  // Not sooner than the kiosk stops waiting: until then what confirms it may be on its way.
  const unpairSoon = () => void ends.push(after(clock, goodbyeMs, unpairLeaving))
  forget()
  const ends = [
    bus.onMessage((message) => {
      hear(message)
      changed()
    }),
    bus.onChange(changed),
    every(clock, forgetEveryMs, () => {
      forget()
      changed()
    }),
  ]

  unpairSoon()

  function hear({ from, at, body }: BusMessage) {
    switch (body.kind) {
      case 'command':
      case 'serviceEvent':
        return
      case 'formsCompleted':
        completions.note(body.patientId, clock.wallTime())
        return
      case 'commandOutcome':
        commands = commands.map((one) =>
          one.id === body.of && one.to === from ? { ...one, outcome: body.outcome } : one,
        )
        return
      default:
        // A clock that is ahead must not make something of now younger than what comes after.
        notices.take(from, Math.min(Date.parse(at), clock.wallTime()), body)
        if (body.kind === 'unpaired') unpairSoon()
        if (body.kind === 'pinUsed') pinUses.told()
    }
  }

  /** `ms`: for which it may be carried out. The value is the command's id. */
  function send(
    to: string,
    asked: Omit<BusCommand, 'kind' | 'until'>,
    ms = commandMs,
  ): Result<string, CommandFault> {
    if (!bus.stations().some(({ from, kind }) => from === to && kind === 'kiosk'))
      return err({ kind: 'unknownStation' })
    const until = new Date(clock.wallTime() + ms).toISOString()
    const { act, by, member, reason } = asked
    audit.append('commandSent', { act, to, by, reason, ...(member !== undefined && { member }) })
    const sent = bus.command(to, { kind: 'command', until, ...asked })
    if (!sent.ok) return sent
    const at = clock.wallTime()
    commands = [...commands, { id: sent.value, to, act, by, at, outcome: null }].slice(
      -commandsShown,
    )
    return sent
  }

  /** What became of a command; null after `beginMs`. */
  function outcomeOf(id: string): Promise<SentCommand['outcome']> {
    return new Promise((resolve) => {
      const look = () => {
        const outcome = commands.find((one) => one.id === id)?.outcome ?? null
        if (outcome !== null) end(outcome)
      }
      const end = (outcome: SentCommand['outcome']) => {
        cancel()
        listeners.delete(look)
        resolve(outcome)
      }
      const cancel = after(clock, beginMs, () => end(null))
      listeners.add(look)
      changed()
    })
  }

  return {
    overview: () => ({
      help: pick(notices.all(), 'helpAsked'),
      needed: pick(notices.all(), 'staffNeeded').map(withoutComing),
      arrivals: pick(notices.all(), 'patientArrived').map(withoutComing),
      intakes: pick(notices.all(), 'intakeWaits').map(withoutComing),
      stations: [...bus.stations()],
      commands: [...commands],
      connection: bus.view().connection,
    }),
    completions: () => completions.all(),
    onChange(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    come({ from, helpId }, who) {
      const call = pick(notices.all(), 'helpAsked').find(
        (one) => one.from === from && one.body.helpId === helpId,
      )
      if (!call) return err({ kind: 'unknownCall' })
      const reason = `help ${call.body.number}`
      const sent = send(from, { act: 'coming', ...named(who), reason, helpId })
      if (sent.ok) {
        notices.markComing(from, helpId, who.by)
        changed()
      }
      return mapOk(sent, () => null)
    },
    attend({ from, number }) {
      const sent = pick(notices.all(), 'staffNeeded').find(
        (one) => one.from === from && one.body.number === number,
      )
      if (!sent) return err({ kind: 'unknownCall' })
      notices.remove(sent)
      changed()
      return ok(null)
    },
    forgetArrival(appointmentId) {
      const told = pick(notices.all(), 'patientArrived').filter(({ body }) =>
        sameId(body.appointmentId, appointmentId),
      )
      if (told.length === 0) return
      for (const one of told) notices.remove(one)
      changed()
    },
    pinUses: () => pinUses.unseen(),
    seePinUse(use) {
      if (!pinUses.see(use)) return err({ kind: 'unknownCall' })
      changed()
      return ok(null)
    },
    forget(station) {
      notices.forgetStation(station)
      changed()
    },
    command(to, act, who) {
      const sent = send(to, { act, ...named(who), reason: who.reason, helpId: null })
      if (sent.ok) changed()
      return mapOk(sent, () => null)
    },
    async begin(to, code, who) {
      const sent = send(
        to,
        { act: 'beginWithCode', ...named(who), reason: 'forms', helpId: null, code },
        beginMs,
      )
      if (!sent.ok) return sent
      const outcome = await outcomeOf(sent.value)
      if (outcome === 'done') return ok(null)
      return err({ kind: outcome === null ? 'kioskSilent' : 'kioskBusy' })
    },
    stop() {
      for (const end of ends) end()
      pinUses.stop()
      listeners.clear()
    },
  }
}

/** Of who asks, what a command says: what else is known of them stays here. */
const named = ({ by, member }: CommandedBy): CommandedBy => ({
  by,
  ...(member !== undefined && { member }),
})

type Told<K> = KeptNotice & { readonly body: Extract<KeptNotice['body'], { readonly kind: K }> }

function pick<K extends KeptNotice['body']['kind']>(all: readonly KeptNotice[], kind: K) {
  return all.filter((one): one is Told<K> => one.body.kind === kind)
}

const withoutComing = <One extends KeptNotice>({ coming: _, isAudited: __, ...one }: One) => one
