import { describe, expect, it } from 'vitest'
import {
  admits,
  formIs,
  formIsTouched,
  logs,
  overlayIs,
  refuses,
  windowsDid,
} from '../../../../test/harness/visit/moves.ts'
import { inForm } from '../../../../test/harness/visit/open-form.ts'
import { anasBirthday, settle, visit } from '../../../../test/harness/visit/visit-harness.ts'
import { assistIdleMs } from './assist.ts'

async function helped() {
  const kiosk = await inForm()
  await kiosk.tap('help')
  expect(kiosk.staffComeIn()).toBe(true)
  kiosk.staffGoOn('helped')
  await kiosk.sees('completing')
  return kiosk
}

describe('a visit that staff come to', () => {
  it('waits for them, locked and unseen, and is locked when they leave it as it is', async () => {
    const kiosk = await inForm()
    expect(kiosk.staffComeIn()).toBe(true)
    await kiosk.play('at locked', 15 * 60_000, 'at locked')
    kiosk.staffGoOn('locked')
    await kiosk.play(overlayIs(null), formIs({ visible: false, closed: false }), anasBirthday)
    await kiosk.play('at completing', formIs({ visible: true }), windowsDid())
  })

  it('has its own idle time again once they left it', async () => {
    const kiosk = await inForm()
    kiosk.staffComeIn()
    await kiosk.wait(10 * 60_000)
    kiosk.staffGoOn('locked')
    await kiosk.play(kiosk.settings.idle.afterMs, overlayIs({ name: 'idleWarning' }))
    await kiosk.play(kiosk.settings.idle.warningMs, 'at welcome')
  })

  it('waits where it was warned of its end, or asked to start over', async () => {
    for (const lies of ['idleWarning', 'startOver']) {
      const kiosk = await inForm()
      if (lies === 'startOver') await kiosk.tap('startOver')
      else await kiosk.wait(kiosk.settings.idle.formAfterMs)
      expect(kiosk.view.overlay).toMatchObject({ name: lies })
      kiosk.staffComeIn()
      await kiosk.wait(60_000)
      kiosk.staffGoOn('locked')
      await kiosk.play('at locked', overlayIs(null))
    }
  })

  it('goes on as it was where nobody is known yet, but for the contact', async () => {
    const kiosk = await visit({}, 'begin', 'phone', 'showContact')
    kiosk.staffComeIn()
    kiosk.staffGoOn('locked')
    expect((await kiosk.sees('code')).sentTo).toMatchObject({ whole: null, canShow: false })
  })

  it.each(['done', 'idle'])(
    'shows nobody the contact that was given while staff helped: %s',
    async (how) => {
      const kiosk = await visit({}, 'begin')
      kiosk.staffComeIn()
      kiosk.staffGoOn('helped')
      await kiosk.askForCode()
      expect((await kiosk.sees('code')).sentTo).toMatchObject({ canShow: true })
      if (how === 'idle') await kiosk.wait(assistIdleMs)
      else await kiosk.tap('doneHelping')
      expect((await kiosk.sees('code')).sentTo).toMatchObject({ whole: null, canShow: false })
      expect((await kiosk.try({ type: 'showContact' })).ok).toBe(false)
    },
  )

  it.each(['nobody began', 'its last words'])('is none to keep: %s', async (which) => {
    const kiosk = await visit({}, admits())
    if (which !== 'nobody began') {
      await kiosk.play('prove', anasBirthday, 'at nothingWaiting')
    }
    expect(kiosk.staffComeIn()).toBe(false)
  })
})

describe('staff who help', () => {
  it('see the form without the date of birth, and say so on it', async () => {
    const kiosk = await helped()
    expect(kiosk.view).toMatchObject({ overlay: null, assisted: true })
    expect(kiosk.form).toMatchObject({ visible: true, closed: false })
  })

  it('lock it by saying that they are done', async () => {
    const kiosk = await helped()
    await kiosk.play('doneHelping', 'at locked')
    expect(kiosk.view.assisted).toBeUndefined()
    await kiosk.play(formIs({ visible: false }), refuses('doneHelping'), anasBirthday)
    await kiosk.play('at completing')
  })

  it('are gone after two minutes without a touch: it locks, and ends as an idle visit does', async () => {
    const kiosk = await helped()
    for (let minute = 0; minute < 6; minute += 1) {
      await kiosk.play(60_000, formIsTouched)
    }
    await kiosk.play(assistIdleMs - 1, 'at completing', 1, 'at locked')
    expect(kiosk.view).toMatchObject({ overlay: null })
    const { afterMs, warningMs } = kiosk.settings.idle
    await kiosk.play(afterMs, warningMs, 'at welcome', logs('visitEnded', { reason: 'idle' }))
  })

  it('leave it locked by help, too, and open it again when they come back', async () => {
    const kiosk = await helped()
    await kiosk.play('help', 'at locked')
    kiosk.staffComeIn()
    kiosk.staffGoOn('helped')
    await kiosk.play('at completing', overlayIs(null))
  })

  it('are in the log and the audit by what they do and the number of the visit', async () => {
    const kiosk = await helped()
    const { helpNumber } = kiosk.logged('visitStarted')[0] ?? {}
    expect(kiosk.logged('staffAssisted')).toEqual([{ helpNumber }])
    await kiosk.tap('doneHelping')
    kiosk.staffComeIn()
    kiosk.staffGoOn('helped')
    await settle()
    await kiosk.wait(assistIdleMs)
    expect(kiosk.logged('staffAssistEnded')).toEqual([
      { helpNumber, reason: 'done' },
      { helpNumber, reason: 'idle' },
    ])
  })

  it('open nothing without an entry of it', async () => {
    const kiosk = await inForm()
    kiosk.staffComeIn()
    kiosk.logThrowsOn = 'staffAssisted'
    kiosk.staffGoOn('helped')
    await settle()
    expect(kiosk.form.visible).toBe(false)
  })
})
