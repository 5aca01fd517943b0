import { describe, expect, it } from 'vitest'
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
    complete(kiosk)
    kiosk.form.events.onSign('closing')
    expect(await kiosk.sees('finished')).toMatchObject({ kind: 'complete' })
  })

  it('not complete: the patient is asked, and the way back opens the form anew', async () => {
    const kiosk = await inForm()
    kiosk.form.events.onSign('closing')
    await kiosk.play('at unfinished', 'backToForms', 'at completing')
    expect(kiosk.forms.map(({ closed }) => closed)).toEqual([true, false])
    await kiosk.play('finish', 'backToForms', 'at completing')
    expect(kiosk.forms).toHaveLength(2)
  })

  it('while it says that all is done: no more waiting', async () => {
    const kiosk = await inForm()
    complete(kiosk)
    kiosk.form.events.onSign('document')
    await kiosk.play(500, 'at completing')
    kiosk.form.events.onSign('closing')
    await kiosk.sees('finished')
  })

  it('public forms: the last words', async () => {
    const kiosk = await inPublicForms()
    kiosk.form.events.onSign('closing')
    expect(await kiosk.sees('finished')).toMatchObject({ kind: 'closed' })
  })
})

describe('a form that is gone', () => {
  it('is not opened again once the packet is complete', async () => {
    const kiosk = await inForm()
    complete(kiosk)
    kiosk.form.events.onGone()
    expect(await kiosk.sees('finished')).toMatchObject({ kind: 'complete' })
    expect(kiosk.forms).toHaveLength(1)
  })

  it('is opened again when the service does not answer', async () => {
    const kiosk = await inForm()
    kiosk.service.fail('packetProgress', 'serverFault')
    kiosk.form.events.onGone()
    await kiosk.sees('completing')
    expect(kiosk.forms).toHaveLength(2)
  })

  it('is opened again when it is a public one', async () => {
    const kiosk = await inPublicForms()
    kiosk.form.events.onGone()
    await kiosk.sees('completing')
    expect(kiosk.forms).toHaveLength(2)
    expect(asked(kiosk)).toBe(0)
  })

  it('while it says that all is done: "All done"', async () => {
    const kiosk = await inForm()
    complete(kiosk)
    kiosk.form.events.onSign('document')
    await kiosk.wait(500)
    kiosk.form.events.onGone()
    expect(await kiosk.sees('finished')).toMatchObject({ kind: 'complete' })
  })
})

describe('before a wipe', () => {
  it('of an idle visit the service is asked, and a complete one ends as done', async () => {
    const kiosk = await inForm({ idle: { formAfterMs: 95_000 } })
    await kiosk.wait(94_900)
    const calls = asked(kiosk)
    complete(kiosk)
    await kiosk.wait(100)
    expect(asked(kiosk)).toBe(calls + 1)
    expect(kiosk.view.overlay).toBeNull()
    expect(await msUntil(kiosk, 'finished')).toBeLessThanOrEqual(3_000)
    await kiosk.play(20_000, 'at welcome')
    expect(kiosk.logged('visitEnded')).toMatchObject([{ reason: 'done' }])
  })

  it('of an idle visit whose packet is not complete the warning stays', async () => {
    const kiosk = await inForm({ idle: { formAfterMs: 95_000 } })
    await kiosk.wait(95_000)
    expect(kiosk.view.overlay).toMatchObject({ name: 'idleWarning' })
    await kiosk.wait(30_000)
    expect(kiosk.logged('visitEnded')).toMatchObject([{ reason: 'idle' }])
  })

  it('of one that lasts too long it is asked, too', async () => {
    const kiosk = await inForm()
    const { visitMaxMs } = kiosk.settings.idle
    for (let ms = 0; ms < visitMaxMs; ms += 60_000) {
      await kiosk.wait(Math.min(60_000, visitMaxMs - ms - 1))
      kiosk.form.events.onActivity()
    }
    complete(kiosk)
    for (let ms = 0; ms < 60_000 && kiosk.view.screen.name === 'completing'; ms += 100)
      await kiosk.wait(100)
    await kiosk.sees('finished')
    expect(kiosk.view.overlay).toBeNull()
    await kiosk.wait(20_000)
    expect(kiosk.logged('visitEnded')).toMatchObject([{ reason: 'done' }])
  })
})
