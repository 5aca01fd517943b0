import { describe, expect, it } from 'vitest'
import type { FormSign } from '../../../../shared/windows.ts'
import * as m from '#harness/visit/moves.ts'
import {
  asked,
  inForm,
  inPublicForms,
  msUntil,
  type Move,
  type VisitHarness,
} from '#harness/visit/visit-harness.ts'

const signs: readonly FormSign[] = ['document', 'address', 'leaving', 'sent', 'sentAgain']
const isDone = m.shows('finished', { kind: 'complete' })
/** All is done by itself within so many ms. */
const endsWithin =
  (ms: number): Move =>
  async (kiosk) =>
    expect(await msUntil(kiosk, 'finished')).toBeLessThanOrEqual(ms)
/** Something happens each so often, so many times. */
async function again(kiosk: VisitHarness, times: number, ms: number, ...moves: readonly Move[]) {
  for (let time = 0; time < times; time += 1) await kiosk.play(...moves, ms)
}

describe('"All done" by itself', () => {
  it.each(['document', 'leaving', 'sent'] as const)('within 3 s of a sign: %s', async (sign) => {
    const kiosk = await inForm()
    await kiosk.play(60_000, m.completes, m.formSigns(sign), endsWithin(3_000), isDone)
    await kiosk.play(m.formIs({ closed: true }), 20_000, 'at welcome')
    await kiosk.play(m.logs('visitEnded', { reason: 'done' }))
  })

  it('also when answers are kept all the time before', async () => {
    const kiosk = await inForm()
    await again(kiosk, 120, 1_000, m.formSigns('sentAgain'), m.formSigns('address'))
    await kiosk.play(m.completes, m.formSigns('document'), endsWithin(3_000))
  })

  it('within 5 s of the last form, sent like the many before it', async () => {
    const kiosk = await inForm()
    await again(kiosk, 30, 500, m.formSigns('sentAgain'))
    await kiosk.play(m.completes, m.formSigns('sentAgain'), endsWithin(5_000))
  })

  it('of a service that sees the end a moment after the page', async () => {
    const kiosk = await inForm()
    await kiosk.play(10_000, m.formSigns('document'), 1_500, m.completes, endsWithin(3_000))
  })

  it('within 35 s without any sign, also for one who was asked whether to stop', async () => {
    await (await inForm()).play(60_000, m.completes, endsWithin(35_000))
    await (await inForm()).play('finish', 'at unfinished', m.completes, endsWithin(35_000))
  })

  it('leaves the page time to say so; a touch gives it more, within bounds', async () => {
    const kiosk = await inForm()
    await kiosk.play(m.completes, m.formSigns('document'), 1_900, m.seesForm(1))
    await kiosk.play(m.shows('completing', { completion: 'complete' }), m.formIsTouched, 1_900)
    await kiosk.play('at completing')
    await again(kiosk, 12, 1_000, m.formIsTouched)
    await kiosk.play('at finished')
  })

  it('is one tap away meanwhile', async () => {
    const kiosk = await inForm()
    await kiosk.play(m.completes, m.formSigns('document'), 0)
    await kiosk.play('finish', isDone, m.calls('packetProgress', asked(kiosk)))
  })

  it('does not come before the packet is complete, whatever the page does', async () => {
    const kiosk = await inForm()
    for (const sign of signs) await kiosk.play(m.formSigns(sign), 5_000)
    await kiosk.play(m.shows('completing', { completion: 'open' }))
  })

  it.each([2, null])('comes after a question, with the number of forms: %s', async (formsLeft) => {
    const kiosk = await inForm()
    kiosk.service.formsLeft = formsLeft
    await kiosk.play('finish')
    expect(await kiosk.sees('unfinished')).toEqual({ name: 'unfinished', formsLeft })
  })
})

describe('watching', () => {
  it('adds at most 40 calls to five minutes of a form with everything', async () => {
    const kiosk = await inForm()
    for (let tenths = 0; tenths < 3_000; tenths += 1) {
      if (tenths % 3 === 0) kiosk.form.events.onSign(signs[tenths % signs.length] as FormSign)
      if (tenths % 100 === 0) kiosk.form.events.onActivity()
      await kiosk.wait(100)
    }
    await kiosk.play('at completing')
    expect(asked(kiosk)).toBeGreaterThan(20)
    expect(asked(kiosk)).toBeLessThanOrEqual(40)
  })

  it('adds a call every half minute to a form in which nothing happens', async () => {
    const kiosk = await inForm()
    await again(kiosk, 15, 1_000, m.formIsTouched, ...Array<number>(19).fill(1_000))
    await kiosk.play(m.calls('packetProgress', 10))
  })

  it('is silent in an outage, and goes on after it', async () => {
    const kiosk = await inForm()
    await kiosk.play(m.fails('packetProgress'))
    await again(kiosk, 180, 1_000, m.formSigns('document'), m.formIsTouched)
    await kiosk.play(m.shows('completing', { completion: 'open' }))
    await kiosk.play(m.logs('callFailed', { operation: 'packetProgress' }))
    expect(asked(kiosk)).toBeLessThan(8)
    await kiosk.play(m.recovers, m.completes, endsWithin(120_000))
  })

  it('stops where the service does not say it in a known way', async () => {
    const kiosk = await inForm()
    let calls = 0
    kiosk.service.packetProgress = () => {
      calls += 1
      return Promise.resolve({ ok: true, value: { completed: null, formsLeft: null } })
    }
    await again(kiosk, 200, 1_000, m.formSigns('document'), m.formIsTouched)
    await kiosk.play('at completing')
    expect(calls).toBe(1)
  })

  it('asks nothing about public forms', async () => {
    const kiosk = await inPublicForms()
    await kiosk.play(m.formSigns('document'), 60_000, 'at completing', m.calls('packetProgress', 0))
  })
})

describe('a page that asks to be closed', () => {
  const closing = m.formSigns('closing')

  it('complete: "All done" at once, also while it says so', async () => {
    await (await inForm()).play(m.completes, closing, isDone)
    const kiosk = await inForm()
    await kiosk.play(m.completes, m.formSigns('document'), 500, 'at completing', closing, isDone)
  })

  it('not complete: the patient is asked, and the way back opens the form anew', async () => {
    const kiosk = await inForm()
    await kiosk.play(closing, 5_000, 'at unfinished', 'backToForms', m.seesForm(2))
    await kiosk.play(m.formsAreClosed(true, false), 'finish', 'backToForms', m.seesForm(2))
  })

  it('public forms: the last words', async () =>
    (await inPublicForms()).play(closing, m.shows('finished', { kind: 'closed' })))
})

describe('a form that is gone', () => {
  it('is not opened again once the packet is complete, also while it says so', async () => {
    await (await inForm()).play(m.completes, m.formIsLost, isDone, m.formsOpened(1))
    await (await inForm()).play(m.completes, m.formSigns('document'), 500, m.formIsLost, isDone)
  })

  it('is opened again when the service does not answer', async () =>
    (await inForm()).play(m.fails('packetProgress', 'serverFault'), m.formIsLost, m.seesForm(2)))

  it('is opened again when it is a public one', async () =>
    (await inPublicForms()).play(m.formIsLost, m.seesForm(2), m.calls('packetProgress', 0)))
})

describe('before a wipe', () => {
  const isToldDone: readonly Move[] = [20_000, m.logs('visitEnded', { reason: 'done' })]

  it('of an idle visit the service is asked, and a complete one ends as done', async () => {
    const kiosk = await inForm({ idle: { formAfterMs: 95_000 } })
    await kiosk.play(94_900)
    const calls = asked(kiosk)
    await kiosk.play(m.completes, 100, m.calls('packetProgress', calls + 1), m.overlayIs(null))
    await kiosk.play(endsWithin(3_000), ...isToldDone, 'at welcome')
  })

  it('of an idle visit whose packet is not complete the warning stays', async () => {
    const kiosk = await inForm({ idle: { formAfterMs: 95_000 } })
    await kiosk.play(95_000, m.overlayIs({ name: 'idleWarning' }), 30_000)
    await kiosk.play(m.logs('visitEnded', { reason: 'idle' }))
  })

  it('of one that lasts too long it is asked, too', async () => {
    const kiosk = await inForm()
    const { visitMaxMs } = kiosk.settings.idle
    for (let ms = 0; ms < visitMaxMs; ms += 60_000)
      await kiosk.play(Math.min(60_000, visitMaxMs - ms - 1), m.formIsTouched)
    await kiosk.play(m.completes, endsWithin(60_000), m.overlayIs(null), ...isToldDone)
  })
})
