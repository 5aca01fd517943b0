import { describe, expect, it } from 'vitest'
import {
  admits,
  formIs,
  formIsTouched,
  logs,
  overlayIs,
  windowsDid,
} from '../../../../test/harness/visit/moves.ts'
import { visit, VisitHarness } from '../../../../test/harness/visit/visit-harness.ts'

const minuteMs = 60_000

/** Touched every minute, as by a wedged key, for so long. */
async function touched(kiosk: VisitHarness, forMs: number) {
  for (let ms = 0; ms < forMs; ms += minuteMs) {
    await kiosk.play(Math.min(minuteMs, forMs - ms), 'activity')
  }
}

async function inForm(idle = {}) {
  const kiosk = await visit({ idle }, admits('p1'), 'reachForm')
  return kiosk
}

describe('a visit that lasts long', () => {
  it('is ended however often the screen is touched, after a warning', async () => {
    const kiosk = await inForm()
    await touched(kiosk, 59 * minuteMs)
    await kiosk.play(overlayIs(null), minuteMs)
    expect(kiosk.view.overlay).toMatchObject({
      name: 'visitEnds',
      closesInMs: 30_000,
      canExtend: true,
    })
    expect(kiosk.form).toMatchObject({ visible: false, closed: false })
    for (let second = 0; second < 29; second += 1) {
      await kiosk.play(1_000, 'activity', formIsTouched)
    }
    await kiosk.play(formIs({ closed: false }), 1_000, 'at welcome')
    await kiosk.play(windowsDid('form closed', 'renewed'))
    await kiosk.play(logs('visitEnded', { reason: 'tooLong' }))
  })

  it('goes on where it was when the patient takes more time, twice, half as long each', async () => {
    const kiosk = await inForm()
    await touched(kiosk, 60 * minuteMs)
    await kiosk.play('stillHere', overlayIs(null), formIs({ visible: true, closed: false }))
    await touched(kiosk, 29 * minuteMs)
    await kiosk.play(overlayIs(null), minuteMs, overlayIs({ name: 'visitEnds', canExtend: true }))
    await kiosk.play('stillHere')
    await touched(kiosk, 30 * minuteMs)
    await kiosk.play(overlayIs({ name: 'visitEnds', canExtend: false }), 'stillHere')
    await kiosk.play(overlayIs({ name: 'visitEnds', canExtend: false }), 30_000, 'at welcome')
  })

  it('is warned of over help, which can be had then too, and does not stop the end', async () => {
    const kiosk = await inForm()
    await touched(kiosk, 59 * minuteMs)
    await kiosk.play('help', minuteMs, overlayIs({ name: 'visitEnds', closesInMs: 30_000 }), 10_000)
    await kiosk.play('help', overlayIs({ name: 'help' }), 'closeHelp')
    await kiosk.play(overlayIs({ name: 'visitEnds', closesInMs: 20_000 }), 'help', 20_000)
    await kiosk.play('at welcome')
  })

  it('can be given up for a new one while the warning stands', async () => {
    const kiosk = await inForm()
    await touched(kiosk, 60 * minuteMs)
    await kiosk.play('startOver', overlayIs({ name: 'startOver' }), 'confirmStartOver')
    await kiosk.play('at welcome', logs('visitEnded', { reason: 'startedOver' }))
  })

  it('is counted from its first tap, not from when the screen before it was drawn', async () => {
    const kiosk = await visit({ idle: { visitMaxMs: 10 * minuteMs } }, 120 * minuteMs, 'begin')
    await touched(kiosk, 9 * minuteMs)
    await kiosk.play(overlayIs(null), minuteMs, overlayIs({ name: 'visitEnds' }))
  })

  it('leaves the next one its whole time', async () => {
    const kiosk = await visit({ idle: { visitMaxMs: 10 * minuteMs } }, 'begin')
    await touched(kiosk, 10 * minuteMs)
    await kiosk.play('stillHere', 'startOver', 'confirmStartOver', 'begin')
    await touched(kiosk, 9 * minuteMs)
    await kiosk.play(overlayIs(null), minuteMs, overlayIs({ name: 'visitEnds', canExtend: true }))
  })
})
