import { describe, expect, it } from 'vitest'
import { err, ok } from '../../../../shared/result.ts'
import { failure } from '#harness/visit/fake-service.ts'
import * as m from '#harness/visit/moves.ts'
import {
  anasBirthday,
  inForm,
  visit,
  VisitHarness,
  type Move,
} from '#harness/visit/visit-harness.ts'

const minuteMs = 60_000
const atContact = () => visit({}, 'begin', 'at contact')
const startsOver: readonly Move[] = ['startOver', 'confirmStartOver']
const idleWarning = { name: 'idleWarning' }
const seen = { visible: true, closed: false }
const hidden = { visible: false, closed: false }

describe('help', () => {
  it('help anywhere: a short number, in the log too, and back to where the patient was', async () => {
    const kiosk = await atContact()
    const helpNumber = expect.stringMatching(/^\d{3}$/) as string
    await kiosk.play('help', m.overlayIs({ name: 'help', helpNumber }))
    const { overlay } = kiosk.view
    expect(kiosk.logged('helpRequested')).toEqual([
      { reason: 'asked', helpNumber: overlay?.name === 'help' ? overlay.helpNumber : '' },
    ])
    await kiosk.play('closeHelp', m.overlayIs(null), 'at contact')
  })

  it('gives every visit a number of its own', async () => {
    const numbers = new Set<string>()
    const kiosk = new VisitHarness()
    for (let visit = 0; visit < 20; visit += 1) {
      await kiosk.play('help')
      if (kiosk.view.overlay?.name === 'help') numbers.add(kiosk.view.overlay.helpNumber)
      await kiosk.play(...startsOver)
    }
    expect(numbers.size).toBe(20)
  })
})

describe('start over', () => {
  it('start over anywhere: asks first, then wipes', async () => {
    const kiosk = await inForm()
    await kiosk.play({ type: 'chooseLanguage', locale: 'es' }, 'startOver', m.formIs(hidden))
    await kiosk.play(m.overlayIs({ name: 'startOver' }), 'cancelStartOver', m.formIs(seen))
    await kiosk.play(...startsOver, 'at welcome', m.windowsDid('form closed', 'renewed'))
    expect(kiosk.view).toMatchObject({ locale: 'en', overlay: null })
    await kiosk.play(m.logs('visitEnded', { reason: 'startedOver' }))
  })

  it('wipes before the next visit begins; a tap in between is carried out after it', async () => {
    const kiosk = await atContact()
    await kiosk.tap('startOver')
    const ending = kiosk.try({ type: 'confirmStartOver' })
    const early = kiosk.try({ type: 'begin' })
    expect(await ending).toBe(true)
    expect(await early).toBe(true)
    await kiosk.play('at contact', m.windowsDid('renewed'))
  })

  it('waits for the form view to be gone before the page is made anew', async () => {
    const kiosk = await inForm()
    const closing = m.held((it, until) => (it.formCloses = until))
    await kiosk.play(closing.hold, ...startsOver)
    const early = kiosk.try({ type: 'begin' })
    await kiosk.play('at welcome', m.windowsDid(), closing.release)
    expect(await early).toBe(true)
    await kiosk.play(m.windowsDid('form closed', 'renewed'))
  })

  it('serves nobody until the wipe worked', async () => {
    const kiosk = await atContact()
    kiosk.renewalsToFail = 1
    await kiosk.play(...startsOver)
    const early = kiosk.try({ type: 'begin' })
    await kiosk.play('at welcome', m.windowsDid(), 5_000)
    expect(await early).toBe(true)
    await kiosk.play(m.windowsDid('renewed'), m.logs('bug', { detail: 'RangeError' }))
  })
})

describe('the idle time', () => {
  it('idle warning extended', async () => {
    const kiosk = await atContact()
    await kiosk.play(90_000, m.overlayIs({ ...idleWarning, closesInMs: 30_000 }), 29_000)
    await kiosk.play('stillHere', m.overlayIs(null), 'at contact', 89_999, m.overlayIs(null), 1)
    await kiosk.play(m.overlayIs(idleWarning))
  })

  it('idle wipe', async () => {
    const kiosk = await inForm()
    await kiosk.play(240_000, m.overlayIs(idleWarning), m.formIs(hidden), 30_000, 'at welcome')
    await kiosk.play(m.windowsDid('form closed', 'renewed'))
    await kiosk.play(m.logs('visitEnded', { reason: 'idle' }))
  })

  it('is longer while a form is filled in, and any touch of it counts', async () => {
    const kiosk = await inForm()
    await kiosk.play(239_999, m.overlayIs(null), m.formIsTouched, 239_999, m.overlayIs(null), 1)
    await kiosk.play(m.overlayIs(idleWarning), 'stillHere', m.formIs(seen))
  })

  it('begins anew with every touch of the screen', async () => {
    const kiosk = await atContact()
    const { length } = kiosk.views
    for (let count = 0; count < 5; count += 1) await kiosk.play(80_000, 'activity')
    expect(kiosk.views).toHaveLength(length)
  })

  it('goes on under help, the warning gives the help back, and both are within its reach', async () => {
    const kiosk = await atContact()
    await kiosk.play('help', 90_000, m.overlayIs(idleWarning), 'stillHere')
    await kiosk.play(m.overlayIs({ name: 'help' }), 90_000, 'help', m.overlayIs({ name: 'help' }))
    await kiosk.play(90_000, 'startOver', m.overlayIs({ name: 'startOver' }))
  })

  it('leaves the first screen alone, but gives it back in the clinic’s language', async () => {
    const kiosk = await visit({}, 10 * minuteMs)
    expect(kiosk.views).toHaveLength(1)
    await kiosk.tap({ type: 'chooseLanguage', locale: 'es' })
    expect(kiosk.view.locale).toBe('es')
    await kiosk.play(90_000, m.overlayIs(idleWarning), 30_000, 'at welcome')
    expect(kiosk.view).toMatchObject({ locale: 'en', overlay: null })
  })

  it('a last screen closes by itself, later after a touch, and not while help is open', async () => {
    const kiosk = await visit({}, 'prove', 'at askStaff', 19_000, 'activity')
    await kiosk.play(m.shows('askStaff', { closesInMs: 20_000 }), 'help', 59_000)
    await kiosk.play(m.overlayIs({ name: 'help' }), 'closeHelp', 20_000, 'at welcome')
  })

  it('a last screen that may stand longer than the idle time is closed without a warning', async () => {
    const kiosk = await visit({ idle: { afterMs: 10_000, lastScreenMs: 60_000 } }, 'prove')
    await kiosk.play(59_999, 'at askStaff', m.overlayIs(null), 1, 'at welcome')
  })
})

describe('a visit that lasts long', () => {
  const visitEnds = { name: 'visitEnds' }
  /** So many minutes, touched in each as by a wedged key. */
  const touched = (minutes: number): Move[] =>
    Array.from({ length: minutes }, () => [minuteMs, 'activity'] as const).flat()

  it('is ended however often the screen is touched, after a warning', async () => {
    const kiosk = await inForm()
    await kiosk.play(...touched(59), m.overlayIs(null), minuteMs, m.formIs(hidden))
    await kiosk.play(m.overlayIs({ ...visitEnds, closesInMs: 30_000, canExtend: true }))
    for (let second = 0; second < 29; second += 1)
      await kiosk.play(1_000, 'activity', m.formIsTouched)
    await kiosk.play(m.formIs({ closed: false }), 1_000, 'at welcome')
    await kiosk.play(m.windowsDid('form closed', 'renewed'))
    await kiosk.play(m.logs('visitEnded', { reason: 'tooLong' }))
  })

  it('goes on where it was when the patient takes more time, twice, half as long each', async () => {
    const kiosk = await inForm()
    await kiosk.play(...touched(60), 'stillHere', m.overlayIs(null), m.formIs(seen))
    await kiosk.play(...touched(29), m.overlayIs(null), minuteMs)
    await kiosk.play(m.overlayIs({ ...visitEnds, canExtend: true }), 'stillHere', ...touched(30))
    await kiosk.play(m.overlayIs({ ...visitEnds, canExtend: false }), 'stillHere')
    await kiosk.play(m.overlayIs({ ...visitEnds, canExtend: false }), 30_000, 'at welcome')
  })

  it('is warned of over help, which can be had then too, and does not stop the end', async () => {
    const kiosk = await inForm()
    await kiosk.play(...touched(59), 'help', minuteMs)
    await kiosk.play(m.overlayIs({ ...visitEnds, closesInMs: 30_000 }), 10_000, 'help')
    await kiosk.play(m.overlayIs({ name: 'help' }), 'closeHelp')
    await kiosk.play(m.overlayIs({ ...visitEnds, closesInMs: 20_000 }), 'help', 20_000)
    await kiosk.play('at welcome')
  })

  it('can be given up for a new one while the warning stands', async () => {
    const kiosk = await inForm()
    await kiosk.play(...touched(60), 'startOver', m.overlayIs({ name: 'startOver' }))
    await kiosk.play('confirmStartOver', 'at welcome')
    await kiosk.play(m.logs('visitEnded', { reason: 'startedOver' }))
  })

  it('is counted from its first tap, and leaves the next one its whole time', async () => {
    const kiosk = await visit({ idle: { visitMaxMs: 10 * minuteMs } }, 120 * minuteMs, 'begin')
    await kiosk.play(...touched(9), m.overlayIs(null), minuteMs, m.overlayIs(visitEnds))
    await kiosk.play('stillHere', ...startsOver, 'begin', ...touched(9), m.overlayIs(null))
    await kiosk.play(minuteMs, m.overlayIs({ ...visitEnds, canExtend: true }))
  })
})

describe('the first look at the service', () => {
  const refusal = err(failure('forbidden', 'developer.locations.get'))

  it('account not granted: tells the patient nothing technical, the log everything', async () => {
    const kiosk = new VisitHarness({ health: () => Promise.resolve(refusal) })
    expect(await kiosk.sees('outOfService')).toEqual({ name: 'outOfService' })
    const line = { operation: 'developer.locations.get', error: 'forbidden', attempts: 1 }
    expect(kiosk.logged('callFailed')[0]).toEqual(line)
    await kiosk.play(m.overlayIs(null), m.logs('kioskOutOfService', {}))
  })

  it.each(['unreachable', 'notFound'] as const)('failing (%s) is only logged', async (error) => {
    const operation = 'developer.locations.get'
    const health = () => Promise.resolve(err(failure(error, operation)))
    const kiosk = await visit({ health }, 'at welcome', m.logs('callFailed', { operation, error }))
    await kiosk.play(m.logs('kioskOutOfService'))
  })

  /** A kiosk whose first look at the service stays open until `answer`; later looks go well. */
  function looking() {
    let answer: (result: typeof refusal) => void = () => {}
    const looks = [new Promise<typeof refusal>((resolve) => (answer = resolve))]
    const kiosk = new VisitHarness({ health: () => looks.shift() ?? Promise.resolve(ok(null)) })
    return { kiosk, refuse: () => answer(refusal) }
  }

  it('that comes late leaves a visit alone that has begun', async () => {
    const { kiosk, refuse } = looking()
    await kiosk.play('begin', refuse, 'at contact')
  })

  it('that is refused during a wipe: out of service after it, and back', async () => {
    const { kiosk, refuse } = looking()
    kiosk.renewalsToFail = 1
    await kiosk.play('begin', ...startsOver, refuse, 'at outOfService', m.windowsDid(), 5_000)
    await kiosk.play(m.windowsDid('renewed'), m.logs('kioskOutOfService', {}), m.refuses('begin'))
    await kiosk.play(30_000, 'at welcome', 'begin')
  })

  it('that is refused during a wipe: the next patient of a shared contact proves it anew', async () => {
    const { kiosk, refuse } = looking()
    await kiosk.play(m.admits('p1'), m.admitsBen, 'begin', 'phone', 'code', m.named('Ana'))
    const closing = m.held((it, until) => (it.formCloses = until))
    await kiosk.play(anasBirthday, m.completes, 'finish', 'at finished', closing.hold)
    await kiosk.play('checkInAnother', refuse, 'at outOfService', closing.release)
    await kiosk.play(30_000, 'at welcome', 'begin', 'at contact')
  })

  it('that is refused while out of service: stays so until the next look', async () => {
    const { kiosk, refuse } = looking()
    await kiosk.play(m.fails('createProof', 'unauthorized'), 'begin', 'phone', 'at outOfService')
    await kiosk.play(refuse, 'at outOfService', 30_000, 'at welcome', 'begin')
  })
})
