import { describe, expect, it } from 'vitest'
import * as m from '../../../../test/harness/visit/moves.ts'
import {
  ana,
  anasBirthday,
  anotherBirthday,
  settle,
  visit,
  VisitHarness,
  type VisitHarnessOptions,
} from '../../../../test/harness/visit/visit-harness.ts'

const right = { type: 'submitDeskCode', code: '482 913' } as const
const wrong = { type: 'submitDeskCode', code: '111111' } as const

/** A kiosk at which Ana is asked for the code that the desk gave her. */
async function atDeskCode(packetId: string | null = null, options: VisitHarnessOptions = {}) {
  const kiosk = await visit({ deskCodes: true, ...options }, m.admits('p1', 'p2'))
  kiosk.deskCodes.give('482913', ana.id, packetId)
  await kiosk.play('at welcome', 'begin', m.shows('contact', { canUseDeskCode: true }))
  await kiosk.play('haveDeskCode')
  expect(await kiosk.sees('deskCode')).toEqual({
    ...{ name: 'deskCode', length: 6, error: null, errorCount: 0, waitMs: 0, lastTry: false },
  })
  return kiosk
}

describe('a code of the front desk', () => {
  it('takes the place of the phone, and of nothing else: the date of birth is asked', async () => {
    const kiosk = await atDeskCode()
    await kiosk.play(right, 'at dateOfBirth')
    expect(kiosk.service.calls).toEqual([])
    await kiosk.play(anasBirthday, 'at choosePacket')
    expect(kiosk.deskCodes.asked).toEqual(['482913'])
  })

  it('opens nothing for who does not know the date of birth', async () => {
    const kiosk = await atDeskCode()
    await kiosk.play(right, anotherBirthday, anotherBirthday, 'at askStaff')
    expect(kiosk.logged('staffNeeded')).toMatchObject([{ reason: 'dateOfBirthNotMatched' }])
  })

  it('leads to the packet that it was given for, where that one still waits', async () => {
    const kiosk = await atDeskCode('p2')
    await kiosk.play(right, anasBirthday, 'at completing')
    expect(kiosk.form.url).toContain('p2')
  })

  it('leaves the choice to the patient where that packet waits no more', async () => {
    const kiosk = await atDeskCode('p9')
    await kiosk.play(right, anasBirthday)
    expect((await kiosk.sees('choosePacket')).packets).toHaveLength(2)
  })

  it('works once', async () => {
    const kiosk = await atDeskCode()
    await kiosk.play(right, 'startOver', 'confirmStartOver', 'at welcome', 'begin', 'haveDeskCode')
    await kiosk.play(right, m.shows('deskCode', { error: 'wrong', errorCount: 1 }))
  })

  it('is in the audit before anything of the patient is asked for', async () => {
    const kiosk = await atDeskCode()
    kiosk.logThrowsOn = 'deskCodeTaken'
    await kiosk.tap(right).catch(() => undefined)
    await settle()
    expect(kiosk.view.screen.name).not.toBe('dateOfBirth')
    expect(kiosk.service.calls).toEqual([])
  })

  it('is not asked about before it is whole', async () => {
    const kiosk = await atDeskCode()
    await kiosk.tap({ type: 'submitDeskCode', code: '48291' })
    expect(await kiosk.sees('deskCode')).toMatchObject({ error: 'incomplete', errorCount: 1 })
    expect(kiosk.deskCodes.asked).toEqual([])
  })

  it('is not taken for wrong where no desk answers', async () => {
    const kiosk = await atDeskCode()
    kiosk.deskCodes.isThere = false
    for (let tries = 0; tries < 8; tries += 1) await kiosk.tap(right)
    expect(await kiosk.sees('deskCode')).toMatchObject({ error: 'unheard', waitMs: 0 })
    kiosk.deskCodes.isThere = true
    await kiosk.play(right, 'at dateOfBirth')
  })
})

describe('wrong codes of the front desk', () => {
  it('lead to a person after the fifth', async () => {
    const kiosk = await atDeskCode()
    for (let tries = 1; tries < 5; tries += 1) {
      await kiosk.play(m.shows('deskCode', { lastTry: false }), wrong)
    }
    await kiosk.play(
      m.shows('deskCode', { error: 'wrong', lastTry: true }),
      wrong,
      'at tooManyTries',
    )
    await kiosk.play(m.logs('staffNeeded', { reason: 'tooManyWrongCodes' }))
  })

  it('make the next wait, whoever types it, and never for longer than two minutes', async () => {
    const kiosk = await atDeskCode()
    for (let tries = 0; tries < 5; tries += 1) await kiosk.tap(wrong)
    for (let visits = 0; visits < 6; visits += 1) {
      await kiosk.play('startOver', 'confirmStartOver', 'at welcome', 'begin', 'haveDeskCode')
      for (let tries = 0; tries < 5; tries += 1) {
        const { waitMs } = await kiosk.sees('deskCode')
        expect(waitMs).toBeGreaterThan(0)
        expect(waitMs).toBeLessThanOrEqual(120_000)
        const asked = kiosk.deskCodes.asked.length
        await kiosk.tap(wrong).catch(() => undefined)
        expect(kiosk.deskCodes.asked).toHaveLength(asked)
        for (let left = waitMs; left > 0; left -= 30_000) {
          await kiosk.play(Math.min(left, 30_000), 'activity')
        }
        await kiosk.tap(wrong)
      }
      await kiosk.sees('tooManyTries')
    }
  })
})

it('counts what was typed although its answer was not waited for', async () => {
  const kiosk = await atDeskCode()
  let answer = () => {}
  for (let visits = 0; visits < 5; visits += 1) {
    kiosk.deskCodes.answers = new Promise((resolve) => (answer = resolve))
    await kiosk.play(wrong, 'at checkingDeskCode', 'startOver', 'confirmStartOver')
    answer()
    await kiosk.play('at welcome', 'begin', 'haveDeskCode')
  }
  expect((await kiosk.sees('deskCode')).waitMs).toBeGreaterThan(0)
})

describe('the offer', () => {
  it('is there as long as a desk is', async () => {
    const kiosk = await visit({ deskCodes: true }, 'begin')
    for (const isThere of [false, true, false]) {
      kiosk.deskCodes.isThere = isThere
      expect(await kiosk.sees('contact')).toMatchObject({ canUseDeskCode: isThere })
    }
    expect((await kiosk.try({ type: 'haveDeskCode' })).ok).toBe(false)
  })

  it('is not there without a desk, nor for the second of two contacts', async () => {
    const alone = new VisitHarness()
    await alone.tap('begin')
    expect(await alone.sees('contact')).toMatchObject({ canUseDeskCode: false })

    const kiosk = await visit({ deskCodes: true, channels: 'both' }, m.admits('p1'), 'prove')
    await kiosk.play(m.shows('contact', { canUseDeskCode: false }), m.refuses('haveDeskCode'))
  })

  it('forgets what was wrong once the patient goes back', async () => {
    const kiosk = await atDeskCode()
    await kiosk.play(wrong, 'leaveDeskCode', 'haveDeskCode', m.shows('deskCode', { error: null }))
  })
})

describe('a patient whom the front desk sends here', () => {
  const sent = async (options: VisitHarnessOptions = {}) => {
    const kiosk = await visit({ deskCodes: true, ...options }, m.admits('p1'))
    kiosk.deskCodes.give('482913', ana.id)
    await kiosk.sees('welcome')
    return kiosk
  }

  it('is asked for the date of birth at once', async () => {
    const kiosk = await sent()
    expect(kiosk.beginWithCode('482913')).toBe(true)
    await kiosk.play('at dateOfBirth', m.logs('visitStarted', {}), anasBirthday, 'at completing')
  })

  it('sees the form that they fill in, for as long as any visit lasts', async () => {
    const kiosk = await sent()
    kiosk.beginWithCode('482913')
    await kiosk.play('at dateOfBirth', anasBirthday, 'at completing', m.formIs({ visible: true }))
    for (let minute = 0; minute < 60; minute += 1) {
      await kiosk.play(60_000, 'activity')
    }
    expect(kiosk.view.overlay).toMatchObject({ name: 'visitEnds' })
  })

  it('is told of as stopped where the kiosk ends meanwhile', async () => {
    const kiosk = await sent()
    kiosk.beginWithCode('482913')
    await kiosk.sees('dateOfBirth')
    await kiosk.stop()
    expect(kiosk.logged('visitEnded')).toMatchObject([{ reason: 'stopped' }])
  })

  it('finds the kiosk as it was where they do not come', async () => {
    const kiosk = await sent()
    kiosk.beginWithCode('482913')
    await kiosk.sees('dateOfBirth')
    const { afterMs, warningMs } = kiosk.settings.idle
    await kiosk.play(afterMs, warningMs, 'at welcome')
  })

  it('does not take the place of who is there', async () => {
    const kiosk = await sent()
    await kiosk.tap('begin')
    expect(kiosk.beginWithCode('482913')).toBe(false)
    await kiosk.sees('contact')
    expect(kiosk.deskCodes.asked).toEqual([])
  })

  it('is not begun with beneath the staff panel, nor where no desk can be asked', async () => {
    const kiosk = await sent()
    kiosk.cover(true)
    expect(kiosk.beginWithCode('482913')).toBe(false)
    kiosk.cover(false)
    kiosk.deskCodes.isThere = false
    expect(kiosk.beginWithCode('482913')).toBe(false)
    await kiosk.sees('welcome')
    expect(new VisitHarness().beginWithCode('482913')).toBe(false)
  })

  it('types the code themselves where it was not taken', async () => {
    const kiosk = await sent()
    expect(kiosk.beginWithCode('111111')).toBe(true)
    expect(await kiosk.sees('deskCode')).toMatchObject({ error: 'wrong' })
  })
})

it('locks the visit as ever once the date of birth was given', async () => {
  const kiosk = await atDeskCode()
  await kiosk.play(right, anasBirthday, 'help', 'closeHelp', 'at locked', anasBirthday)
  await kiosk.play('at choosePacket')
})
