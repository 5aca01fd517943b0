import { describe, expect, it } from 'vitest'
import * as m from '#harness/visit/moves.ts'
import {
  ana,
  anasBirthday,
  anotherBirthday,
  settle,
  visit,
  VisitHarness,
  type Move,
} from '#harness/visit/visit-harness.ts'

const right = { type: 'submitDeskCode', code: '482 913' } as const
const wrong = { type: 'submitDeskCode', code: '111111' } as const
const anew: readonly Move[] = ['startOver', 'confirmStartOver', 'at welcome', 'begin']
const asked =
  (...codes: string[]): Move =>
  ({ deskCodes }) =>
    expect(deskCodes.asked).toEqual(codes)
const deskIsThere =
  (isThere: boolean): Move =>
  ({ deskCodes }) =>
    void (deskCodes.isThere = isThere)

/** A kiosk of a desk that gave Ana a code. */
async function given(packetId: string | null = null) {
  const kiosk = await visit({ deskCodes: true }, m.admits('p1', 'p2'), 'at welcome')
  kiosk.deskCodes.give('482913', ana.id, packetId)
  return kiosk
}

/** One at which she is asked for it. */
async function atDeskCode(packetId: string | null = null) {
  const kiosk = await given(packetId)
  await kiosk.play('begin', m.shows('contact', { canUseDeskCode: true }), 'haveDeskCode')
  expect(await kiosk.sees('deskCode')).toEqual({
    name: 'deskCode',
    length: 6,
    error: null,
    errorCount: 0,
    waitMs: 0,
    lastTry: false,
  })
  return kiosk
}

describe('a code of the front desk', () => {
  it('takes the place of the phone, and of nothing else: the date of birth is asked', async () => {
    const kiosk = await atDeskCode()
    await kiosk.play(right, 'at dateOfBirth', m.asksNothing, anasBirthday, 'at choosePacket')
    await kiosk.play(asked('482913'), 'help', 'closeHelp', 'at locked', anasBirthday)
    await kiosk.play('at choosePacket')
  })

  it('opens nothing for who does not know the date of birth', async () => {
    const kiosk = await atDeskCode()
    await kiosk.play(right, anotherBirthday, anotherBirthday, 'at askStaff')
    await kiosk.play(m.logs('staffNeeded', { reason: 'dateOfBirthNotMatched' }))
  })

  it('leads to the packet that it was given for, where that one still waits', async () => {
    const kiosk = await atDeskCode('p2')
    await kiosk.play(right, anasBirthday, 'at completing')
    expect(kiosk.form.url).toContain('p2')
  })

  it('leaves the choice to the patient where that packet waits no more', async () => {
    const kiosk = await atDeskCode('p9')
    await kiosk.play(right, anasBirthday, m.shows('choosePacket', { packets: [{}, {}] }))
  })

  it('works once', async () => {
    const kiosk = await atDeskCode()
    await kiosk.play(right, ...anew, 'haveDeskCode', right)
    await kiosk.play(m.shows('deskCode', { error: 'wrong', errorCount: 1 }))
  })

  it('is in the audit before anything of the patient is asked for', async () => {
    const kiosk = await atDeskCode()
    kiosk.logThrowsOn = 'deskCodeTaken'
    await kiosk.tap(right).catch(() => undefined)
    await settle()
    expect(kiosk.view.screen.name).not.toBe('dateOfBirth')
    await kiosk.play(m.asksNothing)
  })

  it('is not asked about before it is whole', async () => {
    const kiosk = await atDeskCode()
    await kiosk.play({ ...right, code: '48291' }, asked())
    await kiosk.play(m.shows('deskCode', { error: 'incomplete', errorCount: 1 }))
  })

  it('is not taken for wrong where no desk answers', async () => {
    const kiosk = await atDeskCode()
    await kiosk.play(deskIsThere(false), ...Array.from({ length: 8 }, () => right))
    await kiosk.play(m.shows('deskCode', { error: 'unheard', waitMs: 0 }), deskIsThere(true))
    await kiosk.play(right, 'at dateOfBirth')
  })
})

describe('wrong codes of the front desk', () => {
  it('lead to a person after the fifth', async () => {
    const kiosk = await atDeskCode()
    for (let tries = 1; tries < 5; tries += 1)
      await kiosk.play(m.shows('deskCode', { lastTry: false }), wrong)
    await kiosk.play(m.shows('deskCode', { error: 'wrong', lastTry: true }), wrong)
    await kiosk.play('at tooManyTries', m.logs('staffNeeded', { reason: 'tooManyWrongCodes' }))
  })

  it('make the next wait, whoever types it, and never for longer than two minutes', async () => {
    const kiosk = await atDeskCode()
    await kiosk.play(wrong, wrong, wrong, wrong, wrong)
    for (let visits = 0; visits < 6; visits += 1) {
      await kiosk.play(...anew, 'haveDeskCode')
      for (let tries = 0; tries < 5; tries += 1) {
        const { waitMs } = await kiosk.sees('deskCode')
        expect(waitMs).toBeGreaterThan(0)
        expect(waitMs).toBeLessThanOrEqual(120_000)
        const before = kiosk.deskCodes.asked.length
        await kiosk.tap(wrong).catch(() => undefined)
        expect(kiosk.deskCodes.asked).toHaveLength(before)
        for (let left = waitMs; left > 0; left -= 30_000)
          await kiosk.play(Math.min(left, 30_000), 'activity')
        await kiosk.tap(wrong)
      }
      await kiosk.play('at tooManyTries')
    }
  })

  it('count although their answer was not waited for', async () => {
    const kiosk = await atDeskCode()
    const answers = m.held(({ deskCodes }, until) => (deskCodes.answers = until))
    for (let visits = 0; visits < 5; visits += 1) {
      await kiosk.play(answers.hold, wrong, 'at checkingDeskCode', 'startOver', 'confirmStartOver')
      await kiosk.play(answers.release, 'at welcome', 'begin', 'haveDeskCode')
    }
    expect((await kiosk.sees('deskCode')).waitMs).toBeGreaterThan(0)
  })
})

it('a wait for codes of the front desk holds also where the screen did not know of it yet', async () => {
  const kiosk = await atDeskCode()
  for (let tries = 0; tries < 5; tries += 1) kiosk.counted.add('wrongDeskCode', 'desk code', 0, -1)
  await kiosk.play(right, m.shows('deskCode', { error: null, waitMs: 5_000 }), asked())
})

describe('the offer', () => {
  it('is there as long as a desk is', async () => {
    const kiosk = await visit({ deskCodes: true }, 'begin')
    for (const isThere of [false, true, false])
      await kiosk.play(deskIsThere(isThere), m.shows('contact', { canUseDeskCode: isThere }))
    await kiosk.play(m.refuses('haveDeskCode'))
  })

  it('is not there without a desk, nor for the second of two contacts', async () => {
    await visit({}, 'begin', m.shows('contact', { canUseDeskCode: false }))
    const kiosk = await visit({ deskCodes: true, channels: 'both' }, m.admits('p1'), 'prove')
    await kiosk.play(m.shows('contact', { canUseDeskCode: false }), m.refuses('haveDeskCode'))
  })

  it('forgets what was wrong once the patient goes back', async () => {
    const kiosk = await atDeskCode()
    await kiosk.play(wrong, 'leaveDeskCode', 'haveDeskCode', m.shows('deskCode', { error: null }))
  })
})

describe('a patient whom the front desk sends here', () => {
  const sent =
    (isBegun: boolean, code = '482913'): Move =>
    (kiosk) =>
      expect(kiosk.beginWithCode(code)).toBe(isBegun)

  it('is asked for the date of birth at once, and sees the form for as long as any visit lasts', async () => {
    const kiosk = await given('p1')
    await kiosk.play(sent(true), 'at dateOfBirth', m.logs('visitStarted', {}), anasBirthday)
    await kiosk.play(m.seesForm(1))
    for (let minute = 0; minute < 60; minute += 1) await kiosk.play(60_000, 'activity')
    await kiosk.play(m.overlayIs({ name: 'visitEnds' }))
  })

  it('is told of as stopped where the kiosk ends meanwhile', async () => {
    const kiosk = await given()
    await kiosk.play(sent(true), 'at dateOfBirth', (it) => it.stop())
    await kiosk.play(m.logs('visitEnded', { reason: 'stopped' }))
  })

  it('finds the kiosk as it was where they do not come', async () => {
    const kiosk = await given()
    const { afterMs, warningMs } = kiosk.settings.idle
    await kiosk.play(sent(true), 'at dateOfBirth', afterMs, warningMs, 'at welcome')
  })

  it('does not take the place of who is there', async () => {
    await (await given()).play('begin', sent(false), 'at contact', asked())
  })

  it('is not begun with beneath the staff panel, nor where no desk can be asked', async () => {
    const kiosk = await given()
    await kiosk.play(m.covers(true), sent(false), m.covers(false), deskIsThere(false), sent(false))
    await kiosk.play('at welcome')
    expect(new VisitHarness().beginWithCode('482913')).toBe(false)
  })

  it('types the code themselves where it was not taken', async () =>
    (await given()).play(sent(true, '111111'), m.shows('deskCode', { error: 'wrong' })))
})
