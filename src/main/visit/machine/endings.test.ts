import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as m from '../../../../test/harness/visit/moves.ts'
import type { FormSign } from '../../../shared/windows.ts'
import {
  asked,
  complete,
  inForm,
  inPublicForms,
  msUntil,
} from '../../../../test/harness/visit/open-form.ts'
import { fullBudget, readyInMs, spend, type Urgency } from './call-budget.ts'

describe('"All done" by itself', () => {
  it.each(['document', 'leaving', 'sent'] as const)(
    'within 3 s of a sign that seldom comes: %s',
    async (sign) => {
      const kiosk = await inForm()
      await kiosk.play(60_000, m.completes)
      kiosk.form.events.onSign(sign)
      expect(await msUntil(kiosk, 'finished')).toBeLessThanOrEqual(3_000)
      await kiosk.play(
        m.shows('finished', { kind: 'complete' }),
        m.formIs({ closed: true }),
        20_000,
      )
      await kiosk.play('at welcome', m.logs('visitEnded', { reason: 'done' }))
    },
  )

  it('also when answers are kept all the time before', async () => {
    const kiosk = await inForm()
    for (let second = 0; second < 120; second += 1) {
      await kiosk.play(m.formSigns('sentAgain'), m.formSigns('address'), 1_000)
    }
    await kiosk.play(m.completes, m.formSigns('document'))
    expect(await msUntil(kiosk, 'finished')).toBeLessThanOrEqual(3_000)
  })

  it('within 5 s of the last form, sent like the many before it', async () => {
    const kiosk = await inForm()
    for (let half = 0; half < 30; half += 1) {
      await kiosk.play(m.formSigns('sentAgain'), 500)
    }
    await kiosk.play(m.completes, m.formSigns('sentAgain'))
    expect(await msUntil(kiosk, 'finished')).toBeLessThanOrEqual(5_000)
  })

  it('of a service that sees the end a moment after the page', async () => {
    const kiosk = await inForm()
    await kiosk.play(10_000, m.formSigns('document'), 1_500, m.completes)
    expect(await msUntil(kiosk, 'finished')).toBeLessThanOrEqual(3_000)
  })

  it('within 35 s without any sign', async () => {
    const kiosk = await inForm()
    await kiosk.play(60_000, m.completes)
    expect(await msUntil(kiosk, 'finished')).toBeLessThanOrEqual(35_000)
  })

  it('leaves the page time to say so; a touch gives it more, within bounds', async () => {
    const kiosk = await inForm()
    await kiosk.play(m.completes, m.formSigns('document'), 1_900)
    await kiosk.play(m.shows('completing', { completion: 'complete' }), m.formIs({ visible: true }))
    await kiosk.play(m.formIsTouched, 1_900, 'at completing')
    for (let touches = 0; touches < 12; touches += 1) {
      await kiosk.play(m.formIsTouched, 1_000)
    }
    await kiosk.sees('finished')
  })

  it('is one tap away meanwhile', async () => {
    const kiosk = await inForm()
    await kiosk.play(m.completes, m.formSigns('document'), 0)
    const calls = asked(kiosk)
    await kiosk.play('finish', m.shows('finished', { kind: 'complete' }))
    expect(asked(kiosk)).toBe(calls)
  })

  it('comes also to one who was asked whether to stop', async () => {
    const kiosk = await inForm()
    await kiosk.play('finish', 'at unfinished', m.completes)
    expect(await msUntil(kiosk, 'finished')).toBeLessThanOrEqual(35_000)
  })

  it('does not come before the packet is complete, whatever the page does', async () => {
    const kiosk = await inForm()
    const signs: FormSign[] = ['document', 'address', 'leaving', 'sent', 'sentAgain']
    for (const sign of signs) {
      kiosk.form.events.onSign(sign)
      await kiosk.wait(5_000)
    }
    expect(await kiosk.sees('completing')).toMatchObject({ completion: 'open' })
  })
})

describe('watching', () => {
  it('adds at most 40 calls to five minutes of a form with everything', async () => {
    const kiosk = await inForm()
    const signs: FormSign[] = ['document', 'address', 'leaving', 'sent', 'sentAgain']
    for (let tenths = 0; tenths < 3_000; tenths += 1) {
      if (tenths % 3 === 0) kiosk.form.events.onSign(signs[tenths % signs.length] as FormSign)
      if (tenths % 100 === 0) kiosk.form.events.onActivity()
      await kiosk.wait(100)
    }
    await kiosk.sees('completing')
    expect(asked(kiosk)).toBeGreaterThan(20)
    expect(asked(kiosk)).toBeLessThanOrEqual(40)
  })

  it('adds a call every half minute to a form in which nothing happens', async () => {
    const kiosk = await inForm()
    for (let second = 0; second < 300; second += 1) {
      if (second % 20 === 0) kiosk.form.events.onActivity()
      await kiosk.wait(1_000)
    }
    expect(asked(kiosk)).toBe(10)
  })

  it('is silent in an outage, and goes on after it', async () => {
    const kiosk = await inForm()
    kiosk.service.fail('packetProgress', 'unreachable')
    for (let second = 0; second < 180; second += 1) {
      await kiosk.play(m.formSigns('document'), m.formIsTouched, 1_000)
    }
    expect(await kiosk.sees('completing')).toMatchObject({ completion: 'open' })
    expect(kiosk.logged('callFailed')).toMatchObject([{ operation: 'packetProgress' }])
    expect(asked(kiosk)).toBeLessThan(8)
    await kiosk.play(m.recovers, m.completes)
    await msUntil(kiosk, 'finished')
  })

  it('stops where the service does not say it in a known way', async () => {
    const kiosk = await inForm()
    let calls = 0
    kiosk.service.packetProgress = () => {
      calls += 1
      return Promise.resolve({ ok: true, value: { completed: null, formsLeft: null } })
    }
    for (let second = 0; second < 200; second += 1) {
      await kiosk.play(m.formSigns('document'), m.formIsTouched, 1_000)
    }
    await kiosk.sees('completing')
    expect(calls).toBe(1)
  })

  it('asks nothing about public forms', async () => {
    const kiosk = await inPublicForms()
    await kiosk.play(m.formSigns('document'), 60_000, 'at completing')
    expect(asked(kiosk)).toBe(0)
  })
})

describe('stopping', () => {
  it.each([2, null])(
    'asks first, with the number of forms where there is one: %s',
    async (left) => {
      const kiosk = await inForm()
      kiosk.service.formsLeft = left
      await kiosk.tap('finish')
      expect(await kiosk.sees('unfinished')).toEqual({ name: 'unfinished', formsLeft: left })
    },
  )
})

describe('a page that asks to be closed', () => {
  it('complete: "All done" at once', async () => {
    const kiosk = await inForm()
    await kiosk.play(m.completes, m.formSigns('closing'), m.shows('finished', { kind: 'complete' }))
  })

  it('not complete: the patient is asked, and the way back opens the form anew', async () => {
    const kiosk = await inForm()
    await kiosk.play(m.formSigns('closing'), 'at unfinished', 'backToForms', 'at completing')
    expect(kiosk.forms.map(({ closed }) => closed)).toEqual([true, false])
    await kiosk.play('finish', 'backToForms', 'at completing', m.formsOpened(2))
  })

  it('while it says that all is done: no more waiting', async () => {
    const kiosk = await inForm()
    await kiosk.play(
      m.completes,
      m.formSigns('document'),
      500,
      'at completing',
      m.formSigns('closing'),
    )
    await kiosk.play('at finished')
  })

  it('public forms: the last words', async () => {
    const kiosk = await inPublicForms()
    await kiosk.play(m.formSigns('closing'), m.shows('finished', { kind: 'closed' }))
  })
})

describe('a form that is gone', () => {
  it('is not opened again once the packet is complete', async () => {
    const kiosk = await inForm()
    await kiosk.play(
      m.completes,
      m.formIsLost,
      m.shows('finished', { kind: 'complete' }),
      m.formsOpened(1),
    )
  })

  it('is opened again when the service does not answer', async () => {
    const kiosk = await inForm()
    await kiosk.play(m.fails('packetProgress', 'serverFault'), m.formIsLost, 'at completing')
    await kiosk.play(m.formsOpened(2))
  })

  it('is opened again when it is a public one', async () => {
    const kiosk = await inPublicForms()
    await kiosk.play(m.formIsLost, 'at completing', m.formsOpened(2))
    expect(asked(kiosk)).toBe(0)
  })

  it('while it says that all is done: "All done"', async () => {
    const kiosk = await inForm()
    await kiosk.play(m.completes, m.formSigns('document'), 500, m.formIsLost)
    await kiosk.play(m.shows('finished', { kind: 'complete' }))
  })
})

describe('before a wipe', () => {
  it('of an idle visit the service is asked, and a complete one ends as done', async () => {
    const kiosk = await inForm({ idle: { formAfterMs: 95_000 } })
    await kiosk.wait(94_900)
    const calls = asked(kiosk)
    await kiosk.play(m.completes, 100)
    expect(asked(kiosk)).toBe(calls + 1)
    expect(kiosk.view.overlay).toBeNull()
    expect(await msUntil(kiosk, 'finished')).toBeLessThanOrEqual(3_000)
    await kiosk.play(20_000, 'at welcome', m.logs('visitEnded', { reason: 'done' }))
  })

  it('of an idle visit whose packet is not complete the warning stays', async () => {
    const kiosk = await inForm({ idle: { formAfterMs: 95_000 } })
    await kiosk.play(95_000, m.overlayIs({ name: 'idleWarning' }), 30_000)
    await kiosk.play(m.logs('visitEnded', { reason: 'idle' }))
  })

  it('of one that lasts too long it is asked, too', async () => {
    const kiosk = await inForm()
    const { visitMaxMs } = kiosk.settings.idle
    for (let ms = 0; ms < visitMaxMs; ms += 60_000) {
      await kiosk.play(Math.min(60_000, visitMaxMs - ms - 1), m.formIsTouched)
    }
    complete(kiosk)
    for (let ms = 0; ms < 60_000 && kiosk.view.screen.name === 'completing'; ms += 100)
      await kiosk.wait(100)
    await kiosk.play(
      'at finished',
      m.overlayIs(null),
      20_000,
      m.logs('visitEnded', { reason: 'done' }),
    )
  })
})

describe('the budget of calls', () => {
  const fiveMinutesMs = 5 * 60_000

  /** Calls in five minutes of a form that gives a reason every `reasons[n]` ms, each made as soon as it may be. */
  function callsMade(reasons: readonly { readonly afterMs: number; readonly urgency: Urgency }[]) {
    let budget = fullBudget(0)
    let calls = 0
    let now = 0
    for (const { afterMs, urgency } of reasons) {
      now += Math.max(afterMs, readyInMs(budget, urgency, now + afterMs) + afterMs)
      if (now > fiveMinutesMs) break
      budget = spend(budget, urgency, now)
      calls += 1
    }
    return calls
  }

  it('whatever the reasons are, five minutes see at most 40 calls', () => {
    const reason = fc.record({
      afterMs: fc.integer({ min: 0, max: 3_000 }),
      urgency: fc.constantFrom<Urgency>('patrol', 'often', 'settled', 'seldom'),
    })
    fc.assert(
      fc.property(fc.array(reason, { minLength: 50, maxLength: 400 }), (reasons) => {
        expect(callsMade(reasons)).toBeLessThanOrEqual(40)
      }),
    )
    const pushed = (urgency: Urgency) =>
      Array.from({ length: 999 }, () => ({ afterMs: 0, urgency }))
    expect(callsMade(pushed('seldom'))).toBe(34)
    expect(callsMade(pushed('often'))).toBe(14)
  })

  it('what comes often leaves what seldom comes its calls', () => {
    let budget = fullBudget(0)
    for (let now = 0; readyInMs(budget, 'often', now) < 1_000; now += 500)
      budget = spend(budget, 'often', now)
    expect(readyInMs(budget, 'seldom', 10_000)).toBe(0)
    expect(readyInMs(budget, 'often', 10_000)).toBe(15_000)
  })

  it('what has settled takes from what seldom comes, and leaves it two calls', () => {
    let budget = fullBudget(0)
    for (let calls = 0; calls < 6; calls += 1) {
      const now = calls * 500
      expect(readyInMs(budget, 'settled', now)).toBe(0)
      budget = spend(budget, 'settled', now)
    }
    expect(readyInMs(budget, 'settled', 3_000)).toBe(22_000)
    for (const now of [3_000, 3_500]) {
      expect(readyInMs(budget, 'seldom', now)).toBe(0)
      budget = spend(budget, 'seldom', now)
    }
    expect(readyInMs(budget, 'seldom', 4_000)).toBe(17_000)
  })

  it('makes one call of reasons that come together', () => {
    const budget = spend(fullBudget(0), 'seldom', 0)
    expect(readyInMs(budget, 'seldom', 100)).toBe(400)
  })

  it('asks at once, and for nothing, before a visit is wiped', () => {
    let budget = fullBudget(0)
    for (let calls = 0; calls < 8; calls += 1) budget = spend(budget, 'seldom', 0)
    expect(readyInMs(budget, 'seldom', 1)).toBeGreaterThan(10_000)
    expect(readyInMs(budget, 'must', 1)).toBe(0)
    expect(readyInMs(spend(budget, 'must', 1), 'seldom', 1)).toBe(readyInMs(budget, 'seldom', 1))
  })
})
