import { describe, expect, it } from 'vitest'
import {
  admits,
  formIs,
  formIsTouched,
  logs,
  overlayIs,
  shows,
  windowsDid,
} from '../../../../test/harness/visit/moves.ts'
import { anasBirthday, visit, VisitHarness } from '../../../../test/harness/visit/visit-harness.ts'

async function inForm() {
  const kiosk = await visit({}, admits('p1'), 'reachForm')
  return kiosk
}

async function atContact() {
  const kiosk = await visit({}, 'begin', 'at contact')
  return kiosk
}

describe('help', () => {
  it('help anywhere: a short number, in the log too, and back to where the patient was', async () => {
    const kiosk = await atContact()
    await kiosk.tap('help')
    const { overlay } = kiosk.view
    expect(overlay).toMatchObject({
      name: 'help',
      helpNumber: expect.stringMatching(/^\d{3}$/) as string,
    })
    expect(kiosk.logged('helpRequested')).toEqual([
      { reason: 'asked', helpNumber: overlay?.name === 'help' ? overlay.helpNumber : '' },
    ])
    await kiosk.play('closeHelp', overlayIs(null), 'at contact')
  })

  it('hides the form while help is open, and shows it again', async () => {
    const kiosk = await inForm()
    await kiosk.play('help', formIs({ visible: false }), 'closeHelp', anasBirthday)
    await kiosk.play(formIs({ visible: true, closed: false }))
  })

  it('gives every visit a number of its own', async () => {
    const numbers = new Set<string>()
    const kiosk = new VisitHarness()
    for (let visit = 0; visit < 20; visit += 1) {
      await kiosk.tap('help')
      if (kiosk.view.overlay?.name === 'help') numbers.add(kiosk.view.overlay.helpNumber)
      await kiosk.play('startOver', 'confirmStartOver')
    }
    expect(numbers.size).toBe(20)
  })
})

describe('start over', () => {
  it('start over anywhere: asks first, then wipes', async () => {
    const kiosk = await inForm()
    await kiosk.play({ type: 'chooseLanguage', locale: 'es' }, 'startOver')
    await kiosk.play(overlayIs({ name: 'startOver' }), formIs({ visible: false }))
    await kiosk.play('cancelStartOver', formIs({ visible: true }), 'startOver', 'confirmStartOver')
    await kiosk.play('at welcome')
    expect(kiosk.view).toMatchObject({ locale: 'en', overlay: null })
    expect(kiosk.windows).toEqual(['form closed', 'renewed'])
    expect(kiosk.logged('visitEnded')).toMatchObject([{ reason: 'startedOver' }])
  })

  it('wipes before the next visit begins; a tap in between is carried out after it', async () => {
    const kiosk = await atContact()
    await kiosk.tap('startOver')
    const ending = kiosk.try({ type: 'confirmStartOver' })
    const early = kiosk.try({ type: 'begin' })
    expect(await ending).toEqual({ ok: true })
    expect(await early).toEqual({ ok: true })
    await kiosk.play('at contact', windowsDid('renewed'))
  })

  it('waits for the form view to be gone before the page is made anew', async () => {
    const kiosk = await inForm()
    let isGone = () => {}
    kiosk.formCloses = new Promise((resolve) => (isGone = resolve))
    await kiosk.play('startOver', 'confirmStartOver')
    const early = kiosk.try({ type: 'begin' })
    await kiosk.play('at welcome', windowsDid())
    isGone()
    expect(await early).toEqual({ ok: true })
    expect(kiosk.windows).toEqual(['form closed', 'renewed'])
  })

  it('serves nobody until the wipe worked', async () => {
    const kiosk = await atContact()
    kiosk.renewalsToFail = 1
    await kiosk.play('startOver', 'confirmStartOver')
    const early = kiosk.try({ type: 'begin' })
    await kiosk.play('at welcome', windowsDid(), 5_000)
    expect(await early).toEqual({ ok: true })
    expect(kiosk.windows).toEqual(['renewed'])
    expect(kiosk.logged('bug')).toEqual([{ detail: 'RangeError' }])
  })
})

describe('the idle time', () => {
  it('idle warning extended', async () => {
    const kiosk = await atContact()
    await kiosk.play(90_000, overlayIs({ name: 'idleWarning', closesInMs: 30_000 }), 29_000)
    await kiosk.play('stillHere', overlayIs(null), 'at contact', 89_999, overlayIs(null), 1)
    await kiosk.play(overlayIs({ name: 'idleWarning' }))
  })

  it('idle wipe', async () => {
    const kiosk = await inForm()
    await kiosk.play(240_000, overlayIs({ name: 'idleWarning' }))
    await kiosk.play(formIs({ visible: false, closed: false }), 30_000, 'at welcome')
    await kiosk.play(windowsDid('form closed', 'renewed'), logs('visitEnded', { reason: 'idle' }))
  })

  it('is longer while a form is filled in, and any touch of it counts', async () => {
    const kiosk = await inForm()
    await kiosk.play(239_999, overlayIs(null), formIsTouched, 239_999, overlayIs(null), 1)
    await kiosk.play(overlayIs({ name: 'idleWarning' }), 'stillHere', formIs({ visible: true }))
  })

  it('begins anew with every touch of the screen', async () => {
    const kiosk = await atContact()
    const { length } = kiosk.views
    for (let count = 0; count < 5; count += 1) {
      await kiosk.play(80_000, 'activity')
    }
    expect(kiosk.views).toHaveLength(length)
  })

  it('goes on under help, and the warning gives the help back', async () => {
    const kiosk = await atContact()
    await kiosk.play('help', 90_000, overlayIs({ name: 'idleWarning' }), 'stillHere')
    await kiosk.play(overlayIs({ name: 'help' }))
  })

  it('help and start over are within reach of the warning too', async () => {
    const kiosk = await atContact()
    await kiosk.play(90_000, 'help', overlayIs({ name: 'help' }), 90_000, 'startOver')
    await kiosk.play(overlayIs({ name: 'startOver' }))
  })

  it('leaves the first screen alone, but gives it back in the clinic’s language', async () => {
    const kiosk = await visit({}, 10 * 60_000)
    expect(kiosk.views).toHaveLength(1)
    await kiosk.tap({ type: 'chooseLanguage', locale: 'es' })
    expect(kiosk.view.locale).toBe('es')
    await kiosk.play(90_000, overlayIs({ name: 'idleWarning' }), 30_000, 'at welcome')
    expect(kiosk.view).toMatchObject({ locale: 'en', overlay: null })
  })

  it('a last screen closes by itself, later after a touch, and not while help is open', async () => {
    const kiosk = await visit({}, 'prove', 'at askStaff', 19_000, 'activity')
    await kiosk.play(shows('askStaff', { closesInMs: 20_000 }), 'help', 59_000)
    await kiosk.play(overlayIs({ name: 'help' }), 'closeHelp', 20_000, 'at welcome')
  })

  it('a last screen that may stand longer than the idle time is closed without a warning', async () => {
    const kiosk = await visit({ idle: { afterMs: 10_000, lastScreenMs: 60_000 } }, 'prove', 59_999)
    await kiosk.play('at askStaff', overlayIs(null), 1, 'at welcome')
  })
})
