import { describe, expect, it } from 'vitest'
import { openKioskWork, pairedAt } from '../../../../test/harness/desk/kiosk-work.ts'
import {
  backKiosk,
  frontKiosk,
  helpOf,
  intakeOf,
  neededOf,
  presenceOf,
  saidBy,
} from '../../../../test/harness/hub/stations.ts'
import { pinUses } from '../../../shared/desk/kiosks.ts'
import { err, ok } from '../../../shared/result.ts'
import { helpPlace } from './help.ts'
import { intakesPlace } from './intakes.ts'
import { kiosksPlace } from './kiosks.ts'

const why = 'The printer beside it is on fire'
const unheard = err({ kind: 'kiosksUnheard' })
const gone = err({ kind: 'unknownReference' })

describe('help', () => {
  async function open() {
    const at = await openKioskWork()
    const place = helpPlace(at.work)
    const calls = async () => {
      const read = await place.queries.helpCalls({})?.run()
      if (!read?.ok) throw new Error(read?.error.kind)
      return read.value
    }
    return { ...at, place, calls }
  }

  it('shows who asked and who was sent to the desk, the oldest first, and no id of theirs', async () => {
    const { bus, calls } = await open()
    bus.hear(saidBy(backKiosk, neededOf('7'), '2026-03-02T12:02:00.000Z'))
    bus.hear(saidBy(frontKiosk, helpOf('secret-id'), '2026-03-02T12:01:00.000Z'))
    const shown = await calls()
    expect(shown).toEqual([
      {
        ...{ kind: 'asked', call: 'helpCall-1', number: '417', kiosk: 'Front door' },
        ...{ at: Date.parse('2026-03-02T12:01:00.000Z'), language: 'en' },
        ...{ screen: 'contact', coming: null },
      },
      {
        ...{ kind: 'sent', call: 'sentCall-2', number: '7', kiosk: 'Back door' },
        ...{ at: Date.parse('2026-03-02T12:02:00.000Z'), language: 'es', reason: 'noMatch' },
      },
    ])
    expect(JSON.stringify(shown)).not.toContain('secret-id')
  })

  it('says at the kiosk that somebody comes, once the audit can name the call', async () => {
    const { bus, place, calls } = await open()
    bus.hear(saidBy(frontKiosk, helpOf('a b')))
    const [call] = await calls()
    const prepared = place.commands.comeToHelp({ call: call?.call ?? '' })
    expect(prepared?.records).toEqual({ callId: `${frontKiosk} a b` })
    expect(bus.commands).toEqual([])
    expect(await prepared?.run()).toEqual(ok(null))
    expect(bus.commands).toMatchObject([
      { to: frontKiosk, command: { act: 'coming', helpId: 'a b', by: 'Ana Ruiz', member: 'ana' } },
    ])
    expect(await calls()).toMatchObject([{ coming: 'Ana Ruiz' }])
  })

  it('takes who was sent to the desk from the list, and nobody else', async () => {
    const { bus, place, calls } = await open()
    bus.hear(saidBy(frontKiosk, helpOf('a')))
    bus.hear(saidBy(frontKiosk, neededOf('7')))
    const [asked, sent] = await calls()
    expect(place.commands.takeCareOf({ call: asked?.call ?? '' })).toBeUndefined()
    expect(place.commands.comeToHelp({ call: sent?.call ?? '' })).toBeUndefined()
    expect(await place.commands.takeCareOf({ call: sent?.call ?? '' })?.run()).toEqual(ok(null))
    expect(await calls()).toMatchObject([{ kind: 'asked' }])
  })

  it('says so of a call that ended meanwhile, and where no kiosk is heard', async () => {
    const { bus, place, calls, goDeaf } = await open()
    bus.hear(saidBy(frontKiosk, helpOf('a')))
    const [call] = await calls()
    bus.hear(saidBy(frontKiosk, { kind: 'helpEnded', helpId: 'a' }))
    const come = () => place.commands.comeToHelp({ call: call?.call ?? '' })?.run()
    expect(await come()).toEqual(gone)
    goDeaf()
    expect(await come()).toEqual(unheard)
    expect(await place.queries.helpCalls({})?.run()).toEqual(unheard)
  })
})

describe('kiosks', () => {
  async function open() {
    const at = await openKioskWork()
    const place = kiosksPlace(at.work)
    const rows = async () => {
      const read = await place.queries.kiosks({})?.run()
      if (!read?.ok) throw new Error(read?.error.kind)
      return read.value
    }
    return { ...at, place, rows }
  }

  it('are shown as they say themselves, by their names', async () => {
    const { bus, rows } = await open()
    const intakes = { waiting: 3, needPerson: 1 }
    bus.see(presenceOf(backKiosk, { state: 'outOfService', connection: 'offline', intakes }))
    expect(await rows()).toEqual([
      {
        ...{ kiosk: 'kiosk-2', name: 'Back door', pairedAt, sent: null },
        presence: {
          ...{ state: 'outOfService', version: '0.1.0', connection: 'offline', intakes },
          since: Date.parse('2026-03-02T08:00:00.000Z'),
        },
      },
      expect.objectContaining({ kiosk: 'kiosk-1', name: 'Front door' }),
    ])
  })

  it('are told what to do with who and why, and their answer is shown', async () => {
    const { bus, place, rows } = await open()
    await rows()
    const locked = place.commands.commandKiosk({ kiosk: 'kiosk-1', act: 'lock' }, why)
    expect(locked?.records).toEqual({ stationId: frontKiosk })
    expect(await locked?.run()).toEqual(ok(null))
    expect(bus.commands).toMatchObject([
      { to: frontKiosk, command: { act: 'lock', by: 'Ana Ruiz', member: 'ana', reason: why } },
    ])
    bus.hear(
      saidBy(frontKiosk, {
        ...{ kind: 'commandOutcome', of: 'message-1', outcome: 'done', detail: null },
      }),
    )
    const front = (await rows()).find(({ name }) => name === 'Front door')
    expect(front?.sent).toMatchObject({ act: 'lock', by: 'Ana Ruiz', outcome: 'done' })
  })

  it('whose PIN was used are shown to who pairs them, until they saw it', async () => {
    const { bus, place } = await open()
    bus.hear(saidBy(frontKiosk, { kind: 'pinUsed', useId: 'a-use' }))
    const uses = async () => {
      const read = await place.queries.pinUses({})?.run()
      return read?.ok ? pinUses.parse(read.value) : undefined
    }
    const [row] = (await uses()) ?? []
    expect(row).toEqual({
      ...{ use: 'pinUse-1', kiosk: 'Front door' },
      at: Date.parse('2026-03-02T12:00:00.000Z'),
    })
    expect(place.commands.seePinUse({ use: 'pinUse-2' })).toBeUndefined()
    const seen = place.commands.seePinUse({ use: 'pinUse-1' })
    expect(seen?.records).toEqual({ useId: `${frontKiosk} a-use` })
    expect(await seen?.run()).toEqual(ok(null))
    expect(await uses()).toEqual([])
  })

  it('are asked to forget by a command of its own', async () => {
    const { bus, place, rows } = await open()
    await rows()
    expect(await place.commands.askKioskToForget({ kiosk: 'kiosk-2' }, why)?.run()).toEqual(
      ok(null),
    )
    expect(bus.commands).toMatchObject([{ to: backKiosk, command: { act: 'askToWipe' } }])
  })

  it('that were never shown, or cannot be told now, are told nothing', async () => {
    const { bus, place, rows, goDeaf } = await open()
    expect(place.commands.unpairKiosk({ kiosk: 'kiosk-1' }, why)).toBeUndefined()
    await rows()
    bus.refuse({ kind: 'full' })
    const lock = () => place.commands.commandKiosk({ kiosk: 'kiosk-1', act: 'lock' }, why)?.run()
    expect(await lock()).toEqual(err({ kind: 'failed' }))
    goDeaf()
    expect(await lock()).toEqual(unheard)
    expect(await place.commands.inviteKiosk({})?.run()).toEqual(unheard)
  })

  it('are paired by a code and its QR, which can be ended, and let go of with who did it', async () => {
    const { place, rows, invitations, unpaired, takePort } = await open()
    const invited = await place.commands.inviteKiosk({})?.run()
    expect(invited).toMatchObject({
      value: { code: 'ABCD-EFGH-JKLM', address: '192.0.2.1:8884', isThisMachineAlone: false },
    })
    expect(invited?.ok && invited.value.qr.path).toMatch(/^M/)
    await place.commands.endInvitation({})?.run()
    expect(invitations()).toBe(0)
    await rows()
    expect(await place.commands.unpairKiosk({ kiosk: 'kiosk-1' }, why)?.run()).toEqual(ok(null))
    expect(unpaired).toEqual([[frontKiosk, 'Ana Ruiz']])
    takePort()
    expect(await place.commands.inviteKiosk({})?.run()).toEqual(unheard)
  })
})

describe('intakes', () => {
  it('are shown with their kiosk and why, the oldest first, until the kiosk has settled them', async () => {
    const { bus, work } = await openKioskWork()
    const { queries } = intakesPlace(work)
    bus.hear(saidBy(frontKiosk, { ...intakeOf('young'), since: '2026-03-02T11:30:00.000Z' }))
    bus.hear(saidBy(backKiosk, intakeOf('old')))
    expect(await queries.waitingIntakes({})?.run()).toEqual(
      ok([
        { kiosk: 'Back door', reason: 'noMatch', since: Date.parse('2026-03-02T11:00:00.000Z') },
        { kiosk: 'Front door', reason: 'noMatch', since: Date.parse('2026-03-02T11:30:00.000Z') },
      ]),
    )
    bus.hear(saidBy(backKiosk, { kind: 'intakeSettled', intakeId: 'old' }))
    expect(await queries.waitingIntakes({})?.run()).toMatchObject({
      value: [{ kiosk: 'Front door' }],
    })
  })
})
