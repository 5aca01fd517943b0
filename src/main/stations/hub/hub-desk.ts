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
import { after, every, within } from '../../base/timers.ts'
import { goodbyeMs } from '../kiosk/notices.ts'
import type { AdmittedStation } from '../pairing/clinic.ts'
import type { Bus } from '../create-bus.ts'
import type { BusFault, BusMessage } from '../port.ts'
import type { Audit } from '../../vault/audit/audit.ts'
import type { HubNoticeRows } from '../../vault/store/rows.ts'
import { openKeptNotices, type KeptNotice } from './kept-notices.ts'

/** `at`: ms since 1970. */
type Told<K extends LastingNotice['kind']> = Pick<KeptNotice, 'from' | 'at'> & {
  readonly body: Extract<LastingNotice, { readonly kind: K }>
}
/** `coming`: the member of staff who is on the way. */
export type HelpCall = Told<'helpAsked'> & { readonly coming: string | null }
/** Kind of message that one kiosk sent more often than people at it could. */
export interface KioskAlarm extends Pick<KeptNotice, 'from' | 'at'> {
  readonly what: 'arrivals' | 'calls' | 'wrongCodes'
}
export type NeededStaff = Told<'staffNeeded'>

/** `outcome` null: no answer yet. */
interface SentCommand extends Pick<BusCommand, 'act' | 'by'>, Pick<KeptNotice, 'at'> {
  readonly id: string
  readonly to: StationId
  readonly outcome: CommandOutcome['outcome'] | null
}

export type PairedStation = Pick<AdmittedStation, 'id' | 'kind' | 'name' | 'since'>

export interface ShownInvitation {
  readonly code: string
  readonly address: string
  readonly link: string
  /** ms since 1970 until which it can be taken. */
  readonly until: number
}

/** An error is a code such as `cannotListen`. */
export interface HubPairing {
  invite(): Promise<Result<ShownInvitation, string>>
  withdraw(): Promise<void>
  stations(): readonly PairedStation[]
  /** `by`: for the audit; without it, the user at the hub. */
  unpair(station: string, by?: string): Promise<Result<null, string>>
}

type CommandFault = BusFault | { readonly kind: 'unknownStation' | 'unknownCall' }

/** The command was not sent, the kiosk serves another patient, or it did not answer in time. */
export type BeginFault = CommandFault | { readonly kind: 'kioskBusy' | 'kioskSilent' }

export interface CommandedBy {
  readonly by: string
  /** Their id, where they are a member of staff of the desk. */
  readonly member?: string
}

export type HubDesk = ReturnType<typeof openHubDesk>

/** State of the kiosks and their patients, each list with the oldest first. */
export type Overview = ReturnType<HubDesk['overview']>

/** Notices of one kiosk, within `oddMs` of each other and in all, beyond which they raise an alarm. */
const usual = {
  patientArrived: { what: 'arrivals', soon: 12, kept: 200 },
  helpAsked: { what: 'calls', soon: 6, kept: 20 },
} as const
const oddMs = 10 * 60_000
const alarmMs = 60 * 60_000
const pinsAuditedEveryMs = 60_000
const mostTimesAudited = 20
const forgetEveryMs = 600_000
/** ms: the sender of an older command may have changed their mind. */
const commandMs = 10 * 60_000
const commandsShown = 5
/** ms for which a kiosk may begin a visit that was sent to it: the patient stands at the desk. */
const beginMs = 10_000
/** ms: lists of forms were read anew by then. */
const completionMs = 10 * 60_000

/** Opens the desk of a hub; it keeps kiosks' notices over restarts. `unpair`: a kiosk ended its pairing itself. */
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
  // The bus delivers in a transaction that may be taken back: the audit is written after it.
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

  function settle<K extends KeptNotice['body']['kind']>(kind: K, isIt: (one: Told<K>) => boolean) {
    const found = allOf(kind).find(isIt)
    if (!found) return err({ kind: 'unknownCall' } as const)
    notices.remove(found)
    changed()
    return ok(null)
  }

  /** `ms`: it lasts. The value is the command's id. */
  function send(
    to: string,
    { by, member }: CommandedBy,
    asked: Pick<BusCommand, 'act' | 'reason' | 'helpId' | 'code'>,
    ms = commandMs,
  ): Result<string, CommandFault> {
    if (!bus.stations().some(({ from, kind }) => from === to && kind === 'kiosk'))
      return err({ kind: 'unknownStation' })
    const at = clock.wallTime()
    const until = new Date(at + ms).toISOString()
    const { act, reason } = asked
    const named = member !== undefined && { member }
    audit.append('commandSent', { act, to, by, reason, ...named })
    const sent = bus.command(to, { kind: 'command', until, ...asked, by, ...named })
    if (!sent.ok) return sent
    commands = [
      ...commands.slice(1 - commandsShown),
      { id: sent.value, to, act, by, at, outcome: null },
    ]
    changed()
    return sent
  }

  /** Null after `beginMs`. */
  async function outcomeOf(id: string): Promise<SentCommand['outcome']> {
    let endLooking = () => {}
    const known = new Promise<SentCommand['outcome']>((resolve) => {
      const look = () => {
        const outcome = commands.find((one) => one.id === id)?.outcome ?? null
        if (outcome !== null) resolve(outcome)
      }
      endLooking = listeners.add(look)
      look()
    })
    return (await within(clock, beginMs, known).finally(endLooking)) ?? null
  }

  return {
    overview: () => ({
      help: allOf('helpAsked') as readonly HelpCall[],
      needed: allOf('staffNeeded') as readonly NeededStaff[],
      alarms: [...alarms.values()]
        .filter(({ isSeen }) => !isSeen)
        .map(({ from, at, what }): KioskAlarm => ({ from, at, what })),
      arrivals: allOf('patientArrived') as readonly Told<'patientArrived'>[],
      intakes: allOf('intakeWaits') as readonly Told<'intakeWaits'>[],
      stations: [...bus.stations()],
      commands: [...commands],
      connection: bus.view().connection,
    }),
    news: () => ({ ...news }),
    /** Of each patient's last forms completed at a kiosk, a short while ago; ms since 1970. */
    completions: (): ReadonlyMap<string, number> => completions,
    onChange: (listener: () => void) => listeners.add(listener),
    changed,
    come({ from, helpId }: { readonly from: string; readonly helpId: string }, who: CommandedBy) {
      const call = allOf('helpAsked').find((one) => one.from === from && one.body.helpId === helpId)
      if (!call) return err({ kind: 'unknownCall' } as const)
      const reason = `help ${call.body.number}`
      const sent = send(from, who, { act: 'coming', reason, helpId })
      if (sent.ok) {
        notices.markComing(from, helpId, who.by)
        changed()
      }
      return mapOk(sent, () => null)
    },
    attend: ({ from, number }: { readonly from: string; readonly number: string }) =>
      settle('staffNeeded', (one) => one.from === from && one.body.number === number),
    raise,
    seeAlarm(of: Pick<KioskAlarm, 'from' | 'what'>): Result<null, CommandFault> {
      const alarm = alarms.get(alarmKey(of))
      if (!alarm) return err({ kind: 'unknownCall' })
      alarms.set(alarmKey(of), { ...alarm, isSeen: true })
      changed()
      return ok(null)
    },
    /** The patient is not here, whatever kiosk reported it. */
    forgetArrival(appointmentId: Id) {
      const told = allOf('patientArrived').filter(({ body }) =>
        sameId(body.appointmentId, appointmentId),
      )
      if (told.length === 0) return
      for (const one of told) notices.remove(one)
      changed()
    },
    /** Uses of PINs that no administrator has seen. `at`: ms since 1970 by the kiosk's clock, at most of now. */
    pinUses: () => allOf('pinUsed').map(({ from, at, body }) => ({ from, at, useId: body.useId })),
    seePinUse: ({ from, useId }: { readonly from: StationId; readonly useId: string }) =>
      settle('pinUsed', (one) => one.from === from && one.body.useId === useId),
    forget(station: string) {
      notices.forgetStation(station)
      changed()
    },
    command(
      to: string,
      act: Exclude<CommandAct, 'coming' | 'beginWithCode'>,
      who: CommandedBy & { readonly reason: string },
    ) {
      return mapOk(send(to, who, { act, reason: who.reason, helpId: null }), () => null)
    },
    /** Has a kiosk begin a visit with the front desk's code; resolves within ten seconds. */
    async begin(to: string, code: string, who: CommandedBy): Promise<Result<null, BeginFault>> {
      const asked = { act: 'beginWithCode', reason: 'forms', helpId: null, code } as const
      const sent = send(to, who, asked, beginMs)
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
