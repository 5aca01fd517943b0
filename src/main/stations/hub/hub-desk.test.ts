import { describe, expect, it } from 'vitest'
import { openDesk } from '#harness/hub/desk.ts'
import {
  arrivalOf,
  backKiosk,
  frontKiosk,
  helpOf,
  intakeOf,
  neededOf,
  saidBy,
} from '#harness/hub/stations.ts'
import { isFullTier } from '#harness/tier.ts'
import { keptFor } from './kept-notices.ts'

const who = { by: 'Sam', member: 'sam-id', reason: 'the printer is stuck' }
const hour = 3_600_000

describe('what the desk of a hub knows', () => {
  it('is what kiosks told and still holds, the oldest first', async () => {
    const { bus, desk } = await openDesk()
    bus.hear(saidBy(frontKiosk, helpOf('b', '418'), '2026-03-02T12:01:00.000Z'))
    bus.hear(saidBy(backKiosk, helpOf('a')))
    bus.hear(saidBy(frontKiosk, helpOf('gone', '1')))
    bus.hear(saidBy(frontKiosk, { kind: 'helpEnded', helpId: 'gone' }))
    // Of another kiosk: it ends nobody else's call.
    bus.hear(saidBy(frontKiosk, { kind: 'helpEnded', helpId: 'a' }))
    bus.hear(saidBy(frontKiosk, arrivalOf(5)))
    bus.hear(saidBy(backKiosk, intakeOf('i')))
    bus.hear(saidBy(backKiosk, intakeOf('j')))
    bus.hear(saidBy(backKiosk, { kind: 'intakeSettled', intakeId: 'j' }))
    const known = desk.overview()
    expect(known.help.map(({ body }) => body.helpId)).toEqual(['a', 'b'])
    expect(known.arrivals).toMatchObject([{ from: frontKiosk, body: { appointmentId: 5 } }])
    expect(known.intakes).toMatchObject([{ from: backKiosk, body: { intakeId: 'i' } }])
    expect(known.stations).toHaveLength(2)
  })

  it('is the same after a restart, and what is told twice is there once', async () => {
    const first = await openDesk()
    for (const again of [1, 2]) first.bus.hear(saidBy(frontKiosk, helpOf('a', String(again))))
    expect(first.desk.come({ from: frontKiosk, helpId: 'a' }, { by: 'Sam' }).ok).toBe(true)
    first.bus.hear(saidBy(frontKiosk, helpOf('a', '2')))
    first.desk.stop()
    const again = await openDesk({ vault: first.vault })
    expect(again.desk.overview().help).toMatchObject([{ body: { number: '2' }, coming: 'Sam' }])
  })

  it('forgets calls and arrivals of another day, and no intake that waits', async () => {
    const { bus, desk, clock, vault } = await openDesk()
    for (const body of [helpOf('a'), arrivalOf(5), intakeOf('i')])
      bus.hear(saidBy(frontKiosk, body))
    clock.increment(11 * hour)
    expect(desk.overview()).toMatchObject({ help: [{}], arrivals: [{}], intakes: [{}] })
    clock.increment(2 * hour)
    expect(desk.overview()).toMatchObject({ help: [], arrivals: [], intakes: [{}] })
    expect(vault.hubNotices.all()).toHaveLength(1)
  })

  it('keeps of completed forms whose they are, for a short while, and writes it nowhere', async () => {
    const { bus, desk, clock, vault } = await openDesk()
    bus.hear(saidBy(frontKiosk, { kind: 'formsCompleted', patientId: 9 }))
    expect([...desk.completions().keys()]).toEqual(['9'])
    expect(vault.hubNotices.all()).toEqual([])
    clock.increment(hour)
    bus.hear(saidBy(frontKiosk, { kind: 'formsCompleted', patientId: 10 }))
    expect([...desk.completions().keys()]).toEqual(['10'])
  })

  it('knows who was sent to the desk, until somebody takes care of them or an hour is over', async () => {
    const { bus, desk, clock } = await openDesk()
    for (const number of ['7', '8']) bus.hear(saidBy(frontKiosk, neededOf(number)))
    expect(desk.overview().needed).toMatchObject([{ body: { number: '7' } }, {}])
    expect(desk.attend({ from: backKiosk, number: '7' })).toMatchObject({
      error: { kind: 'unknownCall' },
    })
    expect(desk.attend({ from: frontKiosk, number: '7' }).ok).toBe(true)
    expect(desk.overview().needed).toMatchObject([{ body: { number: '8' } }])
    clock.increment(2 * hour)
    expect(desk.overview().needed).toEqual([])
  })

  it('is no more of one kiosk than it can have, the newest, and all of every other', async () => {
    const { bus, desk, vault } = await openDesk()
    const helpAsked = keptFor.helpAsked.most
    // A thousand writes to the disk are for the night.
    const intakeWaits = isFullTier ? keptFor.intakeWaits.most : -1
    bus.hear(saidBy(backKiosk, helpOf('theirs')))
    bus.hear(saidBy(backKiosk, intakeOf('theirs')))
    const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString()
    for (let call = 0; call < 2 * helpAsked; call += 1)
      bus.hear(saidBy(frontKiosk, helpOf(`${call}`), at(call)))
    for (let intake = 0; intake <= intakeWaits; intake += 1)
      bus.hear(saidBy(frontKiosk, intakeOf(`${intake}`), at(intake)))
    const { help, intakes } = desk.overview()
    const of = (kiosk: string) => help.filter(({ from }) => from === kiosk)
    expect(of(frontKiosk).map(({ body }) => Number(body.helpId))).toEqual(
      Array.from({ length: helpAsked }, (_, index) => helpAsked + index),
    )
    expect(of(backKiosk)).toMatchObject([{ body: { helpId: 'theirs' } }])
    expect(intakes).toHaveLength(Math.max(intakeWaits, 0) + 1)
    expect(vault.hubNotices.all()).toHaveLength(helpAsked + 1 + intakes.length)
    // A repeated notice takes no other's place.
    bus.hear(saidBy(frontKiosk, helpOf(`${helpAsked}`, '9'), at(helpAsked)))
    expect(of(frontKiosk)).toHaveLength(helpAsked)
  })

  it('forgets a kiosk that unpairs itself once that is done, also after a stop in between', async () => {
    const first = await openDesk()
    first.bus.hear(saidBy(frontKiosk, helpOf('a')))
    first.bus.hear(saidBy(backKiosk, intakeOf('i')))
    first.bus.hear(saidBy(frontKiosk, { kind: 'unpaired' }))
    expect(first.unpaired).toEqual([])
    first.desk.stop()
    const { desk, clock, unpaired } = await openDesk({ vault: first.vault })
    // As long as the kiosk waits to hear that it was heard.
    clock.increment(4_999)
    expect(unpaired).toEqual([])
    clock.increment(1)
    expect(unpaired).toEqual([frontKiosk])
    desk.forget(frontKiosk)
    expect(desk.overview()).toMatchObject({ help: [], intakes: [{ from: backKiosk }] })
    expect(first.vault.hubNotices.all()).toHaveLength(1)
  })

  it('takes what a clock says that is ahead as of now', async () => {
    const { bus, desk, clock } = await openDesk()
    bus.hear(saidBy(frontKiosk, helpOf('a'), '2030-01-01T00:00:00.000Z'))
    expect(desk.overview().help[0]?.at).toBe(clock.wallTime())
  })
})

describe('the PIN of a kiosk that was used', () => {
  const used = (useId: string, at?: string) =>
    saidBy(frontKiosk, { kind: 'pinUsed', useId }, ...(at === undefined ? [] : [at]))
  const audited = ({ audit }: Awaited<ReturnType<typeof openDesk>>['vault']) =>
    audit.recent(['kioskPinUsed'], { since: 0, limit: 9 }).map(({ fields }) => fields)
  const noon = '2026-03-02T12:00:00.000Z'

  it('stands in the audit with where and when, once, and on a list until somebody saw it', async () => {
    const { bus, desk, vault, clock } = await openDesk()
    for (const again of [1, 2]) {
      bus.hear(used('a'))
      clock.increment(again)
    }
    bus.hear(used('b', '2026-03-02T11:00:00.000Z'))
    clock.increment(60_000)
    expect(audited(vault)).toEqual([
      { station: frontKiosk, at: '2026-03-02T11:00:00.000Z' },
      { station: frontKiosk, at: noon },
    ])
    expect(desk.pinUses()).toEqual([
      { from: frontKiosk, useId: 'b', at: Date.parse('2026-03-02T11:00:00.000Z') },
      { from: frontKiosk, useId: 'a', at: Date.parse(noon) },
    ])
    expect(desk.seePinUse({ from: frontKiosk, useId: 'b' }).ok).toBe(true)
    expect(desk.seePinUse({ from: frontKiosk, useId: 'b' })).toMatchObject({
      error: { kind: 'unknownCall' },
    })
    expect(desk.pinUses()).toMatchObject([{ useId: 'a' }])
    desk.stop()
    const next = await openDesk({ vault })
    next.clock.increment(0)
    expect(next.desk.pinUses()).toMatchObject([{ useId: 'a' }])
    expect(audited(vault)).toHaveLength(2)
  })

  it('fills no audit, however often a kiosk says so', async () => {
    const { bus, vault, clock } = await openDesk()
    for (let minute = 0; minute < 3; minute += 1) {
      for (let use = 0; use < 50; use += 1) {
        bus.hear(used(`${minute} ${use}`))
        clock.increment(100)
      }
      clock.increment(55_000)
    }
    clock.increment(60_000)
    const entries = audited(vault)
    expect(entries.length).toBeLessThanOrEqual(4)
    expect(entries.reduce((sum, { uses }) => sum + Number(uses ?? 1), 0)).toBe(150)
  })

  it('comes into the audit at the next start where the desk ended before', async () => {
    const { bus, desk, vault } = await openDesk()
    bus.hear(used('a'))
    desk.stop()
    expect(audited(vault)).toEqual([])
    const next = await openDesk({ vault })
    next.clock.increment(0)
    expect(audited(vault)).toEqual([{ station: frontKiosk, at: noon }])
  })
})

describe('a command', () => {
  it('goes to its kiosk with who, why and until when, and its outcome is told', async () => {
    const { bus, desk, vault } = await openDesk()
    expect(desk.command(backKiosk, 'takeOutOfService', who)).toEqual({ ok: true, value: null })
    const until = '2026-03-02T12:15:00.000Z'
    const command = { kind: 'command', act: 'takeOutOfService', ...who, until, helpId: null }
    expect(bus.commands).toEqual([{ to: backKiosk, command }])
    const done = { of: 'message-1', outcome: 'done', detail: null } as const
    const outcome = { kind: 'commandOutcome', ...done } as const
    bus.hear(saidBy(frontKiosk, outcome))
    expect(desk.overview().commands).toMatchObject([{ outcome: null }])
    bus.hear(saidBy(backKiosk, outcome))
    expect(desk.overview().commands).toMatchObject([{ to: backKiosk, outcome: 'done' }])
    expect(vault.audit.recent(['commandSent'], { since: 0, limit: 9 })).toMatchObject([
      { fields: { act: 'takeOutOfService', to: backKiosk, ...who } },
    ])
  })

  it.each([
    ['done', { ok: true, value: null }],
    ['refused', { ok: false, error: { kind: 'kioskBusy' } }],
    ['tooLate', { ok: false, error: { kind: 'kioskBusy' } }],
  ] as const)(
    'has a kiosk begin with a code, and waits for its word: %s',
    async (outcome, told) => {
      const { bus, desk, vault } = await openDesk()
      const begun = desk.begin(frontKiosk, '482913', { by: 'Sam' })
      expect(bus.commands).toMatchObject([
        {
          to: frontKiosk,
          command: { act: 'beginWithCode', code: '482913', until: '2026-03-02T12:05:10.000Z' },
        },
      ])
      bus.hear(
        saidBy(frontKiosk, { kind: 'commandOutcome', of: 'message-1', outcome, detail: null }),
      )
      expect(await begun).toEqual(told)
      const audited = JSON.stringify(vault.audit.recent(['commandSent'], { since: 0, limit: 9 }))
      expect(audited).toContain('beginWithCode')
      expect(audited).not.toContain('482913')
      expect(JSON.stringify(desk.overview())).not.toContain('482913')
    },
  )

  it('does not wait for long for a kiosk that says nothing', async () => {
    const { desk, clock } = await openDesk()
    const begun = desk.begin(frontKiosk, '482913', { by: 'Sam' })
    clock.increment(10_000)
    expect(await begun).toMatchObject({ error: { kind: 'kioskSilent' } })
    expect(await desk.begin('nobody0000000000', '482913', { by: 'Sam' })).toMatchObject({
      error: { kind: 'unknownStation' },
    })
  })
})
