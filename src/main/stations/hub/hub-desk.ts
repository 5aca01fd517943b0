import type {
  BusCommand,
  CommandAct,
  CommandOutcome,
  LastingNotice,
  StationId,
} from '../../../shared/bus/messages.ts'
import { sameId, type Id } from '../../../contract/values.ts'
import { err, mapOk, ok, type Result } from '../../../shared/result.ts'
import type { WallClock } from '../../base/clock.ts'
import { createListeners } from '../../base/listeners.ts'
import { after, every } from '../../base/timers.ts'
import { goodbyeMs } from '../kiosk/notices.ts'
import type { AdmittedStation } from '../pairing/clinic.ts'
import type { Bus, BusFault, BusMessage } from '../port.ts'
import type { Audit } from '../../vault/audit/audit.ts'
import type { HubNoticeRows } from '../../vault/store/rows.ts'
import { openKeptNotices, type KeptNotice } from './kept-notices.ts'

/** Notice from a kiosk. `at`: ms since 1970. */
type Told<K extends LastingNotice['kind']> = Pick<KeptNotice, 'from' | 'at'> & {
  readonly body: Extract<LastingNotice, { readonly kind: K }>
}
/** Call of a patient for help. `coming`: the member of staff who is on the way. */
export type HelpCall = Told<'helpAsked'> & { readonly coming: string | null }
/** Something that one kiosk said more often than people who stand at it do. */
export interface KioskAlarm {
  readonly from: StationId
  /** ms since 1970. */
  readonly at: number
  readonly what: 'arrivals' | 'calls' | 'wrongCodes'
}
export type NeededStaff = Told<'staffNeeded'>

/** Command that was sent from here; `outcome` null: no answer yet. */
interface SentCommand {
  readonly id: string
  readonly to: StationId
  readonly act: CommandAct
  readonly by: string
  /** ms since 1970. */
  readonly at: number
  readonly outcome: CommandOutcome['outcome'] | null
}

/** A station that is paired, as its hub shows it. */
export type PairedStation = Pick<AdmittedStation, 'id' | 'kind' | 'name' | 'since'>

export interface ShownInvitation {
  /** As it is typed in at a kiosk. */
  readonly code: string
  /** Host and port that are typed in with the code. */
  readonly address: string
  /** Text of the QR. */
  readonly link: string
  /** ms since 1970 until which it can be taken. */
  readonly until: number
}

/** Pairs stations with this hub. An error is a code such as `cannotListen`. */
export interface HubPairing {
  invite(): Promise<Result<ShownInvitation, string>>
  withdraw(): Promise<void>
  stations(): readonly PairedStation[]
  /** Unpairs a station. `by`: for the audit; without it, the user at the hub. */
  unpair(station: string, by?: string): Promise<Result<null, string>>
}

type CommandFault =
  | BusFault
  | { readonly kind: 'unknownStation' }
  | { readonly kind: 'unknownCall' }

/**
 * Reason why a kiosk did not begin: the command was not sent, the kiosk serves another patient, or it did not answer in
 * time.
 */
export type BeginFault =
  | CommandFault
  | { readonly kind: 'kioskBusy' }
  | { readonly kind: 'kioskSilent' }

export interface CommandedBy {
  /** As their colleagues know them. */
  readonly by: string
  /** Their id, where they are a member of staff of the desk. */
  readonly member?: string
}

/** State of the kiosks, and the commands that staff at the hub or the desk can send them. */
export type HubDesk = ReturnType<typeof openHubDesk>

/** State of the hub's kiosks and their patients, each list with the oldest first. */
export type Overview = ReturnType<HubDesk['overview']>

/** Notices of one kiosk within `oddMs` of each other, and in all that are kept, beyond which they raise an alarm. */
const usual = {
  patientArrived: { what: 'arrivals', soon: 12, kept: 200 },
  helpAsked: { what: 'calls', soon: 6, kept: 20 },
} as const
const oddMs = 10 * 60_000
const alarmMs = 60 * 60_000
const pinsAuditedEveryMs = 60_000
/** Times of uses in one entry of the audit. */
const mostTimesAudited = 20
const forgetEveryMs = 600_000
/** Ms after which a command is no longer carried out: its sender may have changed their mind by then. */
const commandMs = 10 * 60_000
const commandsShown = 5
/** ms for which a kiosk may begin a visit that was sent to it: the patient stands at the desk. */
const beginMs = 10_000
/** Ms for which a completion matters: lists of forms were read anew by then. */
const completionMs = 10 * 60_000

/**
 * Opens the desk of a hub, which receives kiosks' notices and keeps them over restarts. `unpair`: a kiosk ended its
 * pairing itself.
 */
export function openHubDesk(parts: {
  readonly bus: Bus
  readonly rows: HubNoticeRows
  readonly audit: Pick<Audit, 'append'>
  readonly clock: WallClock
  readonly unpair: (station: string) => void
}) {
  const { bus, audit, clock } = parts
  const notices = openKeptNotices(parts.rows)
  /** Completions, in memory alone: a page that opens later reads everything anew. */
  const completions = new Map<string, number>()
  const listeners = createListeners()
  /** In memory alone: what goes on raises it again. By `alarmKey`. */
  const alarms = new Map<string, KioskAlarm & { readonly isSeen: boolean }>()
  let commands: readonly SentCommand[] = []
  const changed = listeners.call
  const allOf = <K extends KeptNotice['body']['kind']>(kind: K) =>
    notices.all().filter((one): one is Told<K> & KeptNotice => one.body.kind === kind)
  const ends: (() => void)[] = []

  // Not sooner than the kiosk stops waiting: until then what confirms it may be on its way.
  const unpairSoon = () =>
    void ends.push(
      after(clock, goodbyeMs, () => {
        for (const { from } of allOf('unpaired')) parts.unpair(from)
      }),
    )
  // The bus delivers within a transaction of the vault, which may be taken back: the audit is written after that.
  let cancelAudit = () => {}
  let pinsAuditedAt = Number.NEGATIVE_INFINITY
  /** One entry a minute for a kiosk, whatever it says: none fills the audit. */
  function auditPinsSoon() {
    cancelAudit()
    const waitMs = Math.max(0, pinsAuditedAt + pinsAuditedEveryMs - clock.now())
    cancelAudit = after(clock, waitMs, () => {
      const uses = allOf('pinUsed').filter(({ isAudited }) => !isAudited)
      if (uses.length > 0) pinsAuditedAt = clock.now()
      for (const station of new Set(uses.map(({ from }) => from))) {
        const all = uses.filter(({ from }) => from === station)
        const times = all.slice(0, mostTimesAudited).map(({ at }) => new Date(at).toISOString())
        const count = all.length > 1 && { uses: String(all.length) }
        audit.append('kioskPinUsed', { station, at: times.join(', '), ...count })
        for (const one of all) notices.markAudited(one)
      }
    })
  }

  notices.forgetOld(clock.wallTime())
  unpairSoon()
  auditPinsSoon()
  /** Counts of what a page at the desk announces, or reads the day again for. */
  const news = {
    told: allOf('helpAsked').length + allOf('staffNeeded').length,
    arrived: allOf('patientArrived').length,
    formsDone: 0,
  }
  ends.push(
    bus.onMessage(hear),
    bus.onChange(changed),
    every(clock, forgetEveryMs, () => {
      notices.forgetOld(clock.wallTime())
      changed()
    }),
  )

  function hear({ from, at, body }: BusMessage) {
    const now = clock.wallTime()
    if (body.kind === 'formsCompleted') {
      for (const [patient, when] of completions)
        if (now - when > completionMs) completions.delete(patient)
      completions.set(String(body.patientId), now)
      news.formsDone += 1
    } else if (body.kind === 'commandOutcome')
      commands = commands.map((one) =>
        one.id === body.of && one.to === from ? { ...one, outcome: body.outcome } : one,
      )
    else if (body.kind !== 'command') {
      // A clock that is ahead must not make something of now younger than what comes after.
      const isNew = notices.take(from, Math.min(Date.parse(at), now), body)
      if (isNew && body.kind === 'patientArrived') news.arrived += 1
      if (isNew && (body.kind === 'helpAsked' || body.kind === 'staffNeeded')) news.told += 1
      if (body.kind === 'patientArrived' || body.kind === 'helpAsked')
        lookForOdd(from, Date.parse(at), body.kind)
      if (body.kind === 'unpaired') unpairSoon()
      if (body.kind === 'pinUsed') auditPinsSoon()
    }
    changed()
  }

  function lookForOdd(from: StationId, at: number, kind: keyof typeof usual) {
    const { what, soon, kept } = usual[kind]
    const alike = allOf(kind).filter((one) => one.from === from)
    const near = alike.filter((one) => Math.abs(one.at - at) < oddMs)
    if (near.length > soon || alike.length > kept) raise(from, what)
  }
  function raise(from: StationId, what: KioskAlarm['what']) {
    const at = clock.wallTime()
    const last = alarms.get(alarmKey({ from, what }))
    if (last && at - last.at < alarmMs) return
    alarms.set(alarmKey({ from, what }), { from, at, what, isSeen: false })
    news.told += 1
    changed()
  }

  /** Removes a notice that somebody has seen to. */
  function settle<K extends KeptNotice['body']['kind']>(
    kind: K,
    isIt: (one: Told<K>) => boolean,
  ): Result<null, CommandFault> {
    const found = allOf(kind).find(isIt)
    if (!found) return err({ kind: 'unknownCall' })
    notices.remove(found)
    changed()
    return ok(null)
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

  /** Resolves with the outcome of a command; null after `beginMs`. */
  function outcomeOf(id: string): Promise<SentCommand['outcome']> {
    return new Promise((resolve) => {
      const look = () => {
        const outcome = commands.find((one) => one.id === id)?.outcome ?? null
        if (outcome !== null) end(outcome)
      }
      const end = (outcome: SentCommand['outcome']) => {
        cancel()
        endLooking()
        resolve(outcome)
      }
      const cancel = after(clock, beginMs, () => end(null))
      const endLooking = listeners.add(look)
      changed()
    })
  }

  return {
    overview: () => ({
      help: allOf('helpAsked') as readonly HelpCall[],
      needed: allOf('staffNeeded') as readonly NeededStaff[],
      /** Not yet seen by anybody. */
      alarms: [...alarms.values()]
        .filter(({ isSeen }) => !isSeen)
        .map(({ from, at, what }): KioskAlarm => ({ from, at, what })),
      arrivals: allOf('patientArrived') as readonly Told<'patientArrived'>[],
      intakes: allOf('intakeWaits') as readonly Told<'intakeWaits'>[],
      stations: [...bus.stations()],
      commands: [...commands],
      connection: bus.view().connection,
    }),
    /** Counts calls, arrivals and completions so far, with those kept before this start. */
    news: () => ({ ...news }),
    /** Returns the time of each patient's last forms completed at a kiosk, a short while ago; ms since 1970. */
    completions: (): ReadonlyMap<string, number> => completions,
    onChange: (listener: () => void) => listeners.add(listener),
    /** Calls the listeners: something else has changed that they show with this. */
    changed,
    /** Tells the kiosk of the call that staff are coming. */
    come(
      { from, helpId }: { readonly from: string; readonly helpId: string },
      who: CommandedBy,
    ): Result<null, CommandFault> {
      const call = allOf('helpAsked').find((one) => one.from === from && one.body.helpId === helpId)
      if (!call) return err({ kind: 'unknownCall' })
      const reason = `help ${call.body.number}`
      const sent = send(from, { act: 'coming', ...named(who), reason, helpId })
      if (sent.ok) {
        notices.markComing(from, helpId, who.by)
        changed()
      }
      return mapOk(sent, () => null)
    },
    /** Removes the patient who was sent to the desk with that number: staff take care of them. */
    attend: ({ from, number }: { readonly from: string; readonly number: string }) =>
      settle('staffNeeded', (one) => one.from === from && one.body.number === number),
    /** Raises an alarm of a kiosk, once an hour at most. */
    raise,
    seeAlarm(of: Pick<KioskAlarm, 'from' | 'what'>): Result<null, CommandFault> {
      const alarm = alarms.get(alarmKey(of))
      if (!alarm) return err({ kind: 'unknownCall' })
      alarms.set(alarmKey(of), { ...alarm, isSeen: true })
      changed()
      return ok(null)
    },
    /** Removes the arrival of a patient who is not here, whatever kiosk reported it. */
    forgetArrival(appointmentId: Id) {
      const told = allOf('patientArrived').filter(({ body }) =>
        sameId(body.appointmentId, appointmentId),
      )
      if (told.length === 0) return
      for (const one of told) notices.remove(one)
      changed()
    },
    /**
     * Lists uses of kiosks' PINs that no administrator has seen, the oldest first. `at`: ms since 1970 by the kiosk's
     * clock, never later than the notice's arrival here.
     */
    pinUses: () => allOf('pinUsed').map(({ from, at, body }) => ({ from, at, useId: body.useId })),
    /** Removes one that an administrator has seen; the audit keeps it. */
    seePinUse: ({ from, useId }: { readonly from: StationId; readonly useId: string }) =>
      settle('pinUsed', (one) => one.from === from && one.body.useId === useId),
    /** Removes the notices of a station that left the clinic. */
    forget(station: string) {
      notices.forgetStation(station)
      changed()
    },
    command(
      to: string,
      act: Exclude<CommandAct, 'coming' | 'beginWithCode'>,
      who: CommandedBy & { readonly reason: string },
    ) {
      const sent = send(to, { act, ...named(who), reason: who.reason, helpId: null })
      if (sent.ok) changed()
      return mapOk(sent, () => null)
    },
    /** Has a kiosk begin a visit with a code of the front desk; resolves with its answer within ten seconds. */
    async begin(to: string, code: string, who: CommandedBy): Promise<Result<null, BeginFault>> {
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
      cancelAudit()
      listeners.clear()
    },
  }
}

const alarmKey = ({ from, what }: Pick<KioskAlarm, 'from' | 'what'>) => `${from} ${what}`

/** Reduces the sender of a command to the fields that the command carries. */
const named = ({ by, member }: CommandedBy): CommandedBy => ({
  by,
  ...(member !== undefined && { member }),
})
