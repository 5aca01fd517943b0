import { describe, expect, it } from 'vitest'
import {
  completes,
  fails,
  formIsLost,
  formIsTouched,
  formSigns,
  formsOpened,
  logs,
  overlayIs,
  shows,
} from '../../../../test/harness/visit/moves.ts'
import {
  asked,
  complete,
  inForm,
  inPublicForms,
  msUntil,
} from '../../../../test/harness/visit/open-form.ts'

describe('a page that asks to be closed', () => {
  it('complete: "All done" at once', async () => {
    const kiosk = await inForm()
    await kiosk.play(completes, formSigns('closing'), shows('finished', { kind: 'complete' }))
  })

  it('not complete: the patient is asked, and the way back opens the form anew', async () => {
    const kiosk = await inForm()
    await kiosk.play(formSigns('closing'), 'at unfinished', 'backToForms', 'at completing')
    expect(kiosk.forms.map(({ closed }) => closed)).toEqual([true, false])
    await kiosk.play('finish', 'backToForms', 'at completing', formsOpened(2))
  })

  it('while it says that all is done: no more waiting', async () => {
    const kiosk = await inForm()
    await kiosk.play(completes, formSigns('document'), 500, 'at completing', formSigns('closing'))
    await kiosk.play('at finished')
  })

  it('public forms: the last words', async () => {
    const kiosk = await inPublicForms()
    await kiosk.play(formSigns('closing'), shows('finished', { kind: 'closed' }))
  })
})

describe('a form that is gone', () => {
  it('is not opened again once the packet is complete', async () => {
    const kiosk = await inForm()
    await kiosk.play(completes, formIsLost, shows('finished', { kind: 'complete' }), formsOpened(1))
  })

  it('is opened again when the service does not answer', async () => {
    const kiosk = await inForm()
    await kiosk.play(fails('packetProgress', 'serverFault'), formIsLost, 'at completing')
    await kiosk.play(formsOpened(2))
  })

  it('is opened again when it is a public one', async () => {
    const kiosk = await inPublicForms()
    await kiosk.play(formIsLost, 'at completing', formsOpened(2))
    expect(asked(kiosk)).toBe(0)
  })

  it('while it says that all is done: "All done"', async () => {
    const kiosk = await inForm()
    await kiosk.play(completes, formSigns('document'), 500, formIsLost)
    await kiosk.play(shows('finished', { kind: 'complete' }))
  })
})

describe('before a wipe', () => {
  it('of an idle visit the service is asked, and a complete one ends as done', async () => {
    const kiosk = await inForm({ idle: { formAfterMs: 95_000 } })
    await kiosk.wait(94_900)
    const calls = asked(kiosk)
    await kiosk.play(completes, 100)
    expect(asked(kiosk)).toBe(calls + 1)
    expect(kiosk.view.overlay).toBeNull()
    expect(await msUntil(kiosk, 'finished')).toBeLessThanOrEqual(3_000)
    await kiosk.play(20_000, 'at welcome', logs('visitEnded', { reason: 'done' }))
  })

  it('of an idle visit whose packet is not complete the warning stays', async () => {
    const kiosk = await inForm({ idle: { formAfterMs: 95_000 } })
    await kiosk.play(95_000, overlayIs({ name: 'idleWarning' }), 30_000)
    await kiosk.play(logs('visitEnded', { reason: 'idle' }))
  })

  it('of one that lasts too long it is asked, too', async () => {
    const kiosk = await inForm()
    const { visitMaxMs } = kiosk.settings.idle
    for (let ms = 0; ms < visitMaxMs; ms += 60_000) {
      await kiosk.play(Math.min(60_000, visitMaxMs - ms - 1), formIsTouched)
    }
    complete(kiosk)
    for (let ms = 0; ms < 60_000 && kiosk.view.screen.name === 'completing'; ms += 100)
      await kiosk.wait(100)
    await kiosk.play('at finished', overlayIs(null), 20_000, logs('visitEnded', { reason: 'done' }))
  })
})
