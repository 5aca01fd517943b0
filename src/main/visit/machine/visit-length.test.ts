import { describe, expect, it } from 'vitest'
import { VisitHarness } from '../../../../test/harness/visit/visit-harness.ts'

const minuteMs = 60_000

/** Touched every minute, as by a wedged key, for so long. */
async function touched(kiosk: VisitHarness, forMs: number) {
  for (let ms = 0; ms < forMs; ms += minuteMs) {
    await kiosk.play(Math.min(minuteMs, forMs - ms), 'activity')
  }
}

async function inForm(idle = {}) {
  const kiosk = new VisitHarness({ idle })
  kiosk.admitAna('p1')
  await kiosk.reachForm()
  return kiosk
}

describe('a visit that lasts long', () => {
  it('is ended however often the screen is touched, after a warning', async () => {
    const kiosk = await inForm()
    await touched(kiosk, 59 * minuteMs)
    expect(kiosk.view.overlay).toBeNull()
    await kiosk.wait(minuteMs)
    expect(kiosk.view.overlay).toMatchObject({
      name: 'visitEnds',
      closesInMs: 30_000,
      canExtend: true,
    })
    expect(kiosk.form).toMatchObject({ visible: false, closed: false })
    for (let second = 0; second < 29; second += 1) {
      await kiosk.play(1_000, 'activity')
      kiosk.form.events.onActivity()
    }
    expect(kiosk.form.closed).toBe(false)
    await kiosk.play(1_000, 'at welcome')
    expect(kiosk.windows).toEqual(['form closed', 'renewed'])
    expect(kiosk.logged('visitEnded')).toMatchObject([{ reason: 'tooLong' }])
  })

  it('goes on where it was when the patient takes more time, twice, half as long each', async () => {
    const kiosk = await inForm()
    await touched(kiosk, 60 * minuteMs)
    await kiosk.tap('stillHere')
    expect(kiosk.view.overlay).toBeNull()
    expect(kiosk.form).toMatchObject({ visible: true, closed: false })
    await touched(kiosk, 29 * minuteMs)
    expect(kiosk.view.overlay).toBeNull()
    await kiosk.wait(minuteMs)
    expect(kiosk.view.overlay).toMatchObject({ name: 'visitEnds', canExtend: true })
    await kiosk.tap('stillHere')
    await touched(kiosk, 30 * minuteMs)
    expect(kiosk.view.overlay).toMatchObject({ name: 'visitEnds', canExtend: false })
    await kiosk.tap('stillHere')
    expect(kiosk.view.overlay).toMatchObject({ name: 'visitEnds', canExtend: false })
    await kiosk.play(30_000, 'at welcome')
  })

  it('is warned of over help, which can be had then too, and does not stop the end', async () => {
    const kiosk = await inForm()
    await touched(kiosk, 59 * minuteMs)
    await kiosk.play('help', minuteMs)
    expect(kiosk.view.overlay).toMatchObject({ name: 'visitEnds', closesInMs: 30_000 })
    await kiosk.play(10_000, 'help')
    expect(kiosk.view.overlay).toMatchObject({ name: 'help' })
    await kiosk.tap('closeHelp')
    expect(kiosk.view.overlay).toMatchObject({ name: 'visitEnds', closesInMs: 20_000 })
    await kiosk.play('help', 20_000, 'at welcome')
  })

  it('can be given up for a new one while the warning stands', async () => {
    const kiosk = await inForm()
    await touched(kiosk, 60 * minuteMs)
    await kiosk.tap('startOver')
    expect(kiosk.view.overlay).toEqual({ name: 'startOver' })
    await kiosk.play('confirmStartOver', 'at welcome')
    expect(kiosk.logged('visitEnded')).toMatchObject([{ reason: 'startedOver' }])
  })

  it('is counted from its first tap, not from when the screen before it was drawn', async () => {
    const kiosk = new VisitHarness({ idle: { visitMaxMs: 10 * minuteMs } })
    await kiosk.play(120 * minuteMs, 'begin')
    await touched(kiosk, 9 * minuteMs)
    expect(kiosk.view.overlay).toBeNull()
    await kiosk.wait(minuteMs)
    expect(kiosk.view.overlay).toMatchObject({ name: 'visitEnds' })
  })

  it('leaves the next one its whole time', async () => {
    const kiosk = new VisitHarness({ idle: { visitMaxMs: 10 * minuteMs } })
    await kiosk.tap('begin')
    await touched(kiosk, 10 * minuteMs)
    await kiosk.play('stillHere', 'startOver', 'confirmStartOver', 'begin')
    await touched(kiosk, 9 * minuteMs)
    expect(kiosk.view.overlay).toBeNull()
    await kiosk.wait(minuteMs)
    expect(kiosk.view.overlay).toMatchObject({ name: 'visitEnds', canExtend: true })
  })
})
