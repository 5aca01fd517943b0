import type { Presence } from '../../../shared/bus/messages.ts'
import type { DeskRefusal } from '../../../shared/desk/messages.ts'
import type { kioskOperations } from '../../../shared/desk/kiosks.ts'
import type { Reference } from '../../../shared/desk/references.ts'
import { isThisMachine } from '../../../shared/loopback.ts'
import { err, mapOk, ok, type Result } from '../../../shared/result.ts'
import { drawQrCode } from '../../base/draw-qr-code.ts'
import { onRecord, prepare, type Handlers, type Reply } from '../feature.ts'
import type { KioskAlarm } from '../../stations/hub/hub-desk.ts'
import {
  hubReply,
  idAt,
  kioskNames,
  onHub,
  partsOf,
  type KioskHub,
  type KioskWork,
} from '../kiosks/hearing.ts'
import type { KeptIntakes } from '../../../shared/staff-intakes.ts'
import type { IntakeAsk, IntakeResult } from '../../stations/intake-questions.ts'

type Done = Result<null, DeskRefusal>

/** Serves this desk's paired kiosks, patients there who need help, and intakes that need staff. */
export function serveKiosks(work: KioskWork): Handlers<typeof kioskOperations> {
  const read = <T>(rows: (hub: KioskHub, work: KioskWork) => T) =>
    prepare({}, () => onHub(work, (hub) => ok(rows(hub, work))))
  /** Of a kiosk, or of something there: its own `name` for that. */
  const on = (
    kind: Parameters<typeof onRecord>[1],
    reference: Reference,
    run: (hub: KioskHub, kiosk: string, name: string) => Done | Reply<null>,
  ) => onRecord(work, kind, reference, (id) => onHub(work, (hub) => run(hub, ...partsOf(id))))
  const command = (
    kiosk: Reference,
    act: Parameters<KioskHub['desk']['command']>[1],
    reason: string,
  ) =>
    on('kiosk', kiosk, ({ desk }, id) => hubReply(desk.command(id, act, { ...work.who(), reason })))
  return {
    kiosks: () => read(kioskRows),
    pinUses: () => read(pinUses),
    helpCalls: () => read(helpCalls),
    waitingIntakes: () => read(waitingIntakes),
    ...serveKioskIntakes(work),
    commandKiosk: ({ kiosk, act }, reason) => command(kiosk, act, reason),
    askKioskToForget: ({ kiosk }, reason) => command(kiosk, 'askToWipe', reason),
    setKioskSignIn: ({ kiosk, isShut }) =>
      on('kiosk', kiosk, ({ desk }, id) => {
        work.signIn.set(id, isShut)
        desk.changed()
        return ok(null)
      }),
    unpairKiosk: ({ kiosk }) =>
      on('kiosk', kiosk, async ({ pairing }, id) => {
        const done = await pairing.unpair(id, work.who().by)
        return done.ok ? ok(null) : err({ kind: 'unknownReference' })
      }),
    inviteKiosk: () => prepare({}, () => onHub(work, invite)),
    endInvitation: () =>
      prepare({}, () => onHub(work, ({ pairing }) => pairing.withdraw().then(() => ok(null)))),
    seePinUse: ({ use }) =>
      on('pinUse', use, ({ desk }, from, useId) => hubReply(desk.seePinUse({ from, useId }))),
    comeToHelp: ({ call }) =>
      on('helpCall', call, ({ desk }, from, helpId) =>
        hubReply(desk.come({ from, helpId }, work.who())),
      ),
    seeAlarm: ({ call }) =>
      on('kioskAlarm', call, ({ desk }, from, what) =>
        hubReply(desk.seeAlarm({ from, what: what as KioskAlarm['what'] })),
      ),
    takeCareOf: ({ call }) =>
      on('sentCall', call, ({ desk }, from, number) => hubReply(desk.attend({ from, number }))),
  }
}

function kioskRows({ desk, pairing }: KioskHub, { references, signIn }: KioskWork) {
  const { stations, commands } = desk.overview()
  return pairing
    .stations()
    .filter((paired) => paired.kind === 'kiosk')
    .map(({ id, name, since: pairedAt }) => {
      const known = stations.find(({ from }) => from === id)
      const sent = commands.findLast(({ to, act }) => to === id && act !== 'coming')
      return {
        kiosk: references.of('kiosk', id),
        name,
        pairedAt,
        isSignInShut: signIn.isShut(id),
        presence: known ? presenceOf(known) : null,
        sent: sent ? { act: sent.act, by: sent.by, at: sent.at, outcome: sent.outcome } : null,
      }
    })
    .toSorted((one, other) => one.name.localeCompare(other.name))
}

function presenceOf({ state, version, connection, intakes, since }: Presence) {
  return { state, version, connection, intakes, since: Date.parse(since) }
}

function pinUses(hub: KioskHub, { references }: KioskWork) {
  const nameOf = kioskNames(hub)
  return hub.desk.pinUses().map(({ from, useId, at }) => ({
    use: references.of('pinUse', idAt(from, useId)),
    kiosk: nameOf(from),
    at,
  }))
}

function helpCalls(hub: KioskHub, { references }: KioskWork) {
  const { help, needed, alarms } = hub.desk.overview()
  const nameOf = kioskNames(hub)
  const callOf = <K extends string>(
    kind: K,
    named: 'helpCall' | 'sentCall' | 'kioskAlarm',
    name: string,
    { from, at }: { readonly from: string; readonly at: number },
  ) => ({ kind, call: references.of(named, idAt(from, name)), kiosk: nameOf(from), at })
  const calls = [
    ...help.map(({ body: { helpId, number, language, screen }, coming, ...told }) => ({
      ...callOf('asked', 'helpCall', helpId, told),
      coming,
      number,
      language,
      screen,
    })),
    ...needed.map(({ body: { number, language, reason }, ...told }) => ({
      ...callOf('sent', 'sentCall', number, told),
      number,
      language,
      reason,
    })),
    ...alarms.map(({ what, ...told }) => ({ ...callOf('alarm', 'kioskAlarm', what, told), what })),
  ]
  return calls.toSorted((one, other) => one.at - other.at)
}

function waitingIntakes(hub: KioskHub, { references }: KioskWork) {
  const nameOf = kioskNames(hub)
  return hub.desk
    .overview()
    .intakes.map(({ from, body: { intakeId, reason, since } }) => ({
      intake: references.of('intake', idAt(from, intakeId)),
      kiosk: nameOf(from),
      reason,
      since: Date.parse(since),
    }))
    .toSorted((one, other) => one.since - other.since)
}

async function invite({ pairing }: KioskHub) {
  const invited = await pairing.invite()
  if (!invited.ok) return err({ kind: 'kiosksUnheard' } as const)
  const { code, address, link, until } = invited.value
  const host = URL.parse(`foyer://${address}`)?.hostname ?? ''
  return ok({ code, address, until, qr: drawQrCode(link), isThisMachineAlone: isThisMachine(host) })
}

/** Each kiosk shows and carries out what it is asked of its intakes, and nothing of it is kept here. */
function serveKioskIntakes(work: KioskWork) {
  const { references } = work
  const ask = <T extends IntakeAsk['type']>(
    kiosk: string,
    what: Extract<IntakeAsk, { readonly type: T }>,
  ): Reply<IntakeResult<T>> =>
    onHub(work, async (hub): Promise<Result<IntakeResult<T>, DeskRefusal>> => {
      const { member: id, by: name } = work.who()
      const told = await hub.askIntakes(kiosk, { id, name }, what)
      return told === undefined ? err({ kind: 'kioskSilent' }) : ok(told)
    })
  /** Asks the kiosk for something that it may not have. */
  async function find<T extends IntakeAsk['type']>(
    kiosk: string,
    what: Extract<IntakeAsk, { readonly type: T }>,
  ): Promise<Result<NonNullable<IntakeResult<T>>, DeskRefusal>> {
    const told = await ask(kiosk, what)
    if (!told.ok) return told
    return told.value === null ? err({ kind: 'unknownReference' }) : ok(told.value)
  }
  /** `id`: the kiosk's own. */
  const on = <T>(reference: Reference, run: (kiosk: string, id: string) => Reply<T>) =>
    onRecord(work, 'intake', reference, (at) => run(...partsOf(at)))
  return {
    kioskIntakes: ({ kiosk }) =>
      onRecord(work, 'kiosk', kiosk, async (id) => {
        const kept = await ask(String(id), { type: 'listIntakes' })
        return mapOk(kept, (all) => named(all, String(id)))
      }),
    kioskIntake: ({ intake }) =>
      on(intake, async (kiosk, id) => {
        const opened = await find(kiosk, { type: 'openIntake', intake: id })
        return mapOk(opened, (read) => ({ ...read, id: intake }))
      }),
    kioskIntakeAnswers: ({ intake }) =>
      on(intake, (kiosk, id) => find(kiosk, { type: 'readIntake', intake: id })),
    kioskIntakePdf: ({ intake }) =>
      on(intake, (kiosk, id) => find(kiosk, { type: 'drawIntakePdf', intake: id })),
    settledIntakesPdf: ({ kiosk }) =>
      onRecord(work, 'kiosk', kiosk, (id) => find(String(id), { type: 'drawSettledPdf' })),
    settleIntake: (command) =>
      on(command.intake, (kiosk, id) => ask(kiosk, { ...command, intake: id })),
  } satisfies Partial<Handlers<typeof kioskOperations>>

  function named(kept: KeptIntakes, kiosk: string): KeptIntakes {
    const { intakes } = kept
    if (!intakes) return kept
    const each = <R extends { readonly id: string }>(rows: readonly R[]): R[] =>
      rows.map((row) => ({ ...row, id: references.of('intake', idAt(kiosk, row.id)) }))
    return {
      ...kept,
      intakes: {
        ...intakes,
        waiting: each(intakes.waiting),
        needsPerson: each(intakes.needsPerson),
        remaining: each(intakes.remaining),
        complete: each(intakes.complete),
      },
    }
  }
}
