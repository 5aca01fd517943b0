import { describe, expect, it } from 'vitest'
import {
  completes,
  formIs,
  formIsTouched,
  formSigns,
  logs,
  recovers,
  shows,
} from '../../../../test/harness/visit/moves.ts'
import type { FormSign } from '../../../shared/windows.ts'
import {
  asked,
  complete,
  inForm,
  inPublicForms,
  msUntil,
} from '../../../../test/harness/visit/open-form.ts'

describe('"All done" by itself', () => {
  it.each(['document', 'leaving', 'sent'] as const)(
    'within 3 s of a sign that seldom comes: %s',
    async (sign) => {
      const kiosk = await inForm()
      await kiosk.play(60_000, completes)
      kiosk.form.events.onSign(sign)
      expect(await msUntil(kiosk, 'finished')).toBeLessThanOrEqual(3_000)
      await kiosk.play(shows('finished', { kind: 'complete' }), formIs({ closed: true }), 20_000)
      await kiosk.play('at welcome', logs('visitEnded', { reason: 'done' }))
    },
  )

  it('also when answers are kept all the time before', async () => {
    const kiosk = await inForm()
    for (let second = 0; second < 120; second += 1) {
      await kiosk.play(formSigns('sentAgain'), formSigns('address'), 1_000)
    }
    await kiosk.play(completes, formSigns('document'))
    expect(await msUntil(kiosk, 'finished')).toBeLessThanOrEqual(3_000)
  })

  it('within 5 s of the last form, sent like the many before it', async () => {
    const kiosk = await inForm()
    for (let half = 0; half < 30; half += 1) {
      await kiosk.play(formSigns('sentAgain'), 500)
    }
    await kiosk.play(completes, formSigns('sentAgain'))
    expect(await msUntil(kiosk, 'finished')).toBeLessThanOrEqual(5_000)
  })

  it('of a service that sees the end a moment after the page', async () => {
    const kiosk = await inForm()
    await kiosk.play(10_000, formSigns('document'), 1_500, completes)
    expect(await msUntil(kiosk, 'finished')).toBeLessThanOrEqual(3_000)
  })

  it('within 35 s without any sign', async () => {
    const kiosk = await inForm()
    await kiosk.play(60_000, completes)
    expect(await msUntil(kiosk, 'finished')).toBeLessThanOrEqual(35_000)
  })

  it('leaves the page time to say so; a touch gives it more, within bounds', async () => {
    const kiosk = await inForm()
    await kiosk.play(completes, formSigns('document'), 1_900)
    await kiosk.play(shows('completing', { completion: 'complete' }), formIs({ visible: true }))
    await kiosk.play(formIsTouched, 1_900, 'at completing')
    for (let touches = 0; touches < 12; touches += 1) {
      await kiosk.play(formIsTouched, 1_000)
    }
    await kiosk.sees('finished')
  })

  it('is one tap away meanwhile', async () => {
    const kiosk = await inForm()
    await kiosk.play(completes, formSigns('document'), 0)
    const calls = asked(kiosk)
    await kiosk.play('finish', shows('finished', { kind: 'complete' }))
    expect(asked(kiosk)).toBe(calls)
  })

  it('comes also to one who was asked whether to stop', async () => {
    const kiosk = await inForm()
    await kiosk.play('finish', 'at unfinished', completes)
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
      await kiosk.play(formSigns('document'), formIsTouched, 1_000)
    }
    expect(await kiosk.sees('completing')).toMatchObject({ completion: 'open' })
    expect(kiosk.logged('callFailed')).toMatchObject([{ operation: 'packetProgress' }])
    expect(asked(kiosk)).toBeLessThan(8)
    await kiosk.play(recovers, completes)
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
      await kiosk.play(formSigns('document'), formIsTouched, 1_000)
    }
    await kiosk.sees('completing')
    expect(calls).toBe(1)
  })

  it('asks nothing about public forms', async () => {
    const kiosk = await inPublicForms()
    await kiosk.play(formSigns('document'), 60_000, 'at completing')
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
