import { describe, expect, it } from 'vitest'
import { openKioskWork, pairedAt } from '#harness/desk/kiosk-work.ts'
import { valueOf } from '#harness/desk/staffed-desk.ts'
import {
  arrivalOf,
  backKiosk,
  frontKiosk,
  helpOf,
  intakeOf,
  neededOf,
  presenceOf,
  saidBy,
} from '#harness/hub/stations.ts'
import { notice, presence } from '../../../shared/bus/messages.ts'
import { kioskOperations, pinUses } from '../../../shared/desk/kiosks.ts'
import { err, ok } from '../../../shared/result.ts'
import { serveKiosks } from './kiosks.ts'

const { helpCalls, kiosks, waitingIntakes } = kioskOperations.queries
const why = 'The printer beside it is on fire'
const unheard = err({ kind: 'kiosksUnheard' })
const gone = err({ kind: 'unknownReference' })

async function open() {
  const at = await openKioskWork()
  const place = serveKiosks(at.work)
  return {
    ...at,
    place,
    calls: async () => valueOf((await place.helpCalls({})?.run()) ?? gone),
    rows: async () => valueOf((await place.kiosks({})?.run()) ?? gone),
  }
}

describe('help', () => {
  it('raises an alarm of a kiosk that says much, once, until somebody has seen it', async () => {
    const { bus, calls, place, clock } = await open()
    const alarms = async () => (await calls()).filter(({ kind }) => kind === 'alarm')
    const arrives = (id: number, minutes: number) => {
      const at = new Date(Date.parse('2026-03-02T08:00:00Z') + minutes * 60_000)
      bus.hear(saidBy(backKiosk, arrivalOf(id), at.toISOString()))
    }
    // A busy morning, told at once when the desk opens.
    for (let patient = 0; patient < 60; patient += 1) arrives(patient, patient * 3)
    for (let call = 0; call < 3; call += 1) bus.hear(saidBy(frontKiosk, helpOf(`${call}`)))
    expect(await alarms()).toEqual([])
    for (let patient = 100; patient < 150; patient += 1) arrives(patient, 200)
    for (let call = 3; call < 30; call += 1) bus.hear(saidBy(frontKiosk, helpOf(`${call}`)))
    expect(await alarms()).toMatchObject([
      { kiosk: 'Back door', what: 'arrivals' },
      { kiosk: 'Front door', what: 'calls' },
    ])
    for (const { call } of await alarms()) await place.seeAlarm({ call })?.run()
    arrives(200, 200)
    expect(await alarms()).toEqual([])
    clock.increment(60 * 60_000)
    arrives(201, 200)
    expect(await alarms()).toMatchObject([{ kiosk: 'Back door', what: 'arrivals' }])
  })

  it('shows who asked and who was sent to the desk, the oldest first, and no id of theirs', async () => {
    const { bus, calls } = await open()
    bus.hear(saidBy(backKiosk, neededOf('7'), '2026-03-02T12:02:00.000Z'))
    bus.hear(saidBy(frontKiosk, helpOf('secret-id'), '2026-03-02T12:01:00.000Z'))
    const shown = await calls()
    expect(shown).toEqual([
      {
        kind: 'asked',
        call: 'helpCall-1',
        number: '417',
        kiosk: 'Front door',
        at: Date.parse('2026-03-02T12:01:00.000Z'),
        language: 'en',
        screen: 'contact',
        coming: null,
      },
      {
        kind: 'sent',
        call: 'sentCall-2',
        number: '7',
        kiosk: 'Back door',
        at: Date.parse('2026-03-02T12:02:00.000Z'),
        language: 'es',
        reason: 'noMatch',
      },
    ])
    expect(JSON.stringify(shown)).not.toContain('secret-id')
  })

  it('says at the kiosk that somebody comes, once the audit can name the call', async () => {
    const { bus, place, calls } = await open()
    bus.hear(saidBy(frontKiosk, helpOf('a b')))
    const [call] = await calls()
    const prepared = place.comeToHelp({ call: call?.call ?? '' })
    expect(prepared?.records).toEqual({ callId: `${frontKiosk} a b` })
    expect(bus.commands).toEqual([])
    expect(await prepared?.run()).toEqual(ok(null))
    expect(bus.commands).toMatchObject([
      {
        to: frontKiosk,
        command: {
          act: 'coming',
          helpId: 'a b',
          by: 'Ana Ruiz',
          member: 'ana',
          reason: 'help 417',
        },
      },
    ])
    expect(await calls()).toMatchObject([{ coming: 'Ana Ruiz' }])
  })

  it('takes who was sent to the desk from the list, and nobody else', async () => {
    const { bus, place, calls } = await open()
    bus.hear(saidBy(frontKiosk, helpOf('a')))
    bus.hear(saidBy(frontKiosk, neededOf('7')))
    const [asked, sent] = await calls()
    expect(place.takeCareOf({ call: asked?.call ?? '' })).toBeUndefined()
    expect(place.comeToHelp({ call: sent?.call ?? '' })).toBeUndefined()
    expect(await place.takeCareOf({ call: sent?.call ?? '' })?.run()).toEqual(ok(null))
    expect(await calls()).toMatchObject([{ kind: 'asked' }])
  })

  it('says so of a call that ended meanwhile, and where no kiosk is heard', async () => {
    const { bus, place, calls, goDeaf } = await open()
    bus.hear(saidBy(frontKiosk, helpOf('a')))
    const [call] = await calls()
    bus.hear(saidBy(frontKiosk, { kind: 'helpEnded', helpId: 'a' }))
    const come = () => place.comeToHelp({ call: call?.call ?? '' })?.run()
    expect(await come()).toEqual(gone)
    goDeaf()
    expect(await come()).toEqual(unheard)
    expect(await place.helpCalls({})?.run()).toEqual(unheard)
  })
})

describe('kiosks', () => {
  it('are shown as they say themselves, by their names', async () => {
    const { bus, rows } = await open()
    const intakes = { waiting: 3, needPerson: 1 }
    bus.see(presenceOf(backKiosk, { state: 'outOfService', connection: 'offline', intakes }))
    expect(await rows()).toEqual([
      {
        kiosk: 'kiosk-2',
        name: 'Back door',
        pairedAt,
        isSignInShut: false,
        sent: null,
        presence: {
          state: 'outOfService',
          version: '0.1.0',
          connection: 'offline',
          intakes,
          since: Date.parse('2026-03-02T08:00:00.000Z'),
        },
      },
      expect.objectContaining({ kiosk: 'kiosk-1', name: 'Front door' }),
    ])
  })

  it('are told what to do with who and why, and their answer is shown', async () => {
    const { bus, place, rows } = await open()
    await rows()
    const locked = place.commandKiosk({ kiosk: 'kiosk-1', act: 'lock' }, why)
    expect(locked?.records).toEqual({ stationId: frontKiosk })
    expect(await locked?.run()).toEqual(ok(null))
    expect(bus.commands).toMatchObject([
      { to: frontKiosk, command: { act: 'lock', by: 'Ana Ruiz', member: 'ana', reason: why } },
    ])
    bus.hear(
      saidBy(frontKiosk, {
        kind: 'commandOutcome',
        of: 'message-1',
        outcome: 'done',
        detail: null,
      }),
    )
    const front = (await rows()).find(({ name }) => name === 'Front door')
    expect(front?.sent).toMatchObject({ act: 'lock', by: 'Ana Ruiz', outcome: 'done' })
    expect(await place.askKioskToForget({ kiosk: 'kiosk-2' }, why)?.run()).toEqual(ok(null))
    expect(bus.commands.at(-1)).toMatchObject({ to: backKiosk, command: { act: 'askToWipe' } })
  })

  it('whose PIN was used are shown to who pairs them, until they saw it', async () => {
    const { bus, place } = await open()
    bus.hear(saidBy(frontKiosk, { kind: 'pinUsed', useId: 'a-use' }))
    const uses = async () => {
      const read = await place.pinUses({})?.run()
      return read?.ok ? pinUses.parse(read.value) : undefined
    }
    const [row] = (await uses()) ?? []
    expect(row).toEqual({
      use: 'pinUse-1',
      kiosk: 'Front door',
      at: Date.parse('2026-03-02T12:00:00.000Z'),
    })
    expect(place.seePinUse({ use: 'pinUse-2' })).toBeUndefined()
    const seen = place.seePinUse({ use: 'pinUse-1' })
    expect(seen?.records).toEqual({ useId: `${frontKiosk} a-use` })
    expect(await seen?.run()).toEqual(ok(null))
    expect(await uses()).toEqual([])
  })

  it('let nobody sign in at their panel where an administrator shuts that, until it is opened', async () => {
    const { place, rows } = await open()
    const shut = async () => (await rows()).map(({ isSignInShut }) => isSignInShut)
    expect(await shut()).toEqual([false, false])
    await place.setKioskSignIn({ kiosk: 'kiosk-2', isShut: true }, why)?.run()
    expect(await shut()).toEqual([true, false])
    await place.setKioskSignIn({ kiosk: 'kiosk-2', isShut: false }, why)?.run()
    expect(await shut()).toEqual([false, false])
  })

  it('that were never shown, or cannot be told now, are told nothing', async () => {
    const { bus, place, rows, goDeaf } = await open()
    expect(place.unpairKiosk({ kiosk: 'kiosk-1' }, why)).toBeUndefined()
    await rows()
    bus.refuse({ kind: 'full' })
    const lock = () => place.commandKiosk({ kiosk: 'kiosk-1', act: 'lock' }, why)?.run()
    expect(await lock()).toEqual(err({ kind: 'failed' }))
    goDeaf()
    expect(await lock()).toEqual(unheard)
    expect(await place.inviteKiosk({})?.run()).toEqual(unheard)
  })

  it('are paired by a code and its QR, which can be ended, and let go of with who did it', async () => {
    const { place, rows, invitations, unpaired, takePort } = await open()
    const invited = await place.inviteKiosk({})?.run()
    expect(invited).toMatchObject({
      value: { code: 'ABCD-EFGH-JKLM', address: '192.0.2.1:8884', isThisMachineAlone: false },
    })
    expect(invited?.ok && invited.value.qr.path).toMatch(/^M/)
    await place.endInvitation({})?.run()
    expect(invitations()).toBe(0)
    await rows()
    expect(await place.unpairKiosk({ kiosk: 'kiosk-1' }, why)?.run()).toEqual(ok(null))
    expect(unpaired).toEqual([[frontKiosk, 'Ana Ruiz']])
    takePort()
    expect(await place.inviteKiosk({})?.run()).toEqual(unheard)
  })
})

it('shows what every kiosk tells, and answers its calls, whatever one of them says', async () => {
  const { bus, work } = await openKioskWork()
  const place = serveKiosks(work)
  const odd = (most: number) => '\u202e\0__proto__'.padEnd(most, 'x').slice(0, most)
  const numbers = { waiting: Number.MAX_SAFE_INTEGER, needPerson: Number.MIN_SAFE_INTEGER }
  const strange = { name: odd(40), version: odd(40), connection: odd(20), intakes: numbers }
  bus.see(presence.parse({ ...presenceOf(frontKiosk), ...strange }))
  const bodies = [
    { ...helpOf(odd(40), odd(8)), screen: odd(40), appointmentId: Number.MAX_SAFE_INTEGER },
    { ...arrivalOf(5), appointmentId: '__proto__', with: odd(200) },
    { ...intakeOf(odd(80)), reason: odd(60), since: '9999-12-31T23:59:59.999Z' },
    neededOf('\0', odd(60)),
    { ...helpOf('toString'), number: '\u202e' },
  ]
  for (const [at, body] of bodies.entries())
    bus.hear({ ...saidBy(frontKiosk, notice.parse(body), '0001-01-01T00:00:00Z'), id: `${at}` })
  const calls = await place.helpCalls({})?.run()
  const rows = await place.kiosks({})?.run()
  const waiting = await place.waitingIntakes({})?.run()
  if (!calls?.ok || !rows?.ok || !waiting?.ok) throw new Error('nothing is shown')
  kiosks.output.parse(rows.value)
  expect(waitingIntakes.output.parse(waiting.value)).toHaveLength(1)
  expect(helpCalls.output.parse(calls.value)).toHaveLength(3)
  for (const { kind, call } of calls.value) {
    const { comeToHelp: asked, takeCareOf: sent, seeAlarm: alarm } = place
    expect(await { asked, sent, alarm }[kind]({ call })?.run()).toMatchObject({ ok: true })
  }
})
