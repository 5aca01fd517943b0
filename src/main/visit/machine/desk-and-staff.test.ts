import { describe, expect, it } from 'vitest'
import * as m from '../../../../test/harness/visit/moves.ts'
import { helpMs } from './overlay.ts'
import {
  anasBirthday,
  anotherBirthday,
  settle,
  visit,
  VisitHarness,
} from '../../../../test/harness/visit/visit-harness.ts'
import { complete, inForm, inPublicForms } from '../../../../test/harness/visit/open-form.ts'
import { assistIdleMs } from './assist.ts'
import { err } from '../../../shared/result.ts'
import { failure } from '../../../../test/harness/visit/fake-service.ts'

describe('a call for help', () => {
  async function asked() {
    const kiosk = await visit({ desk: true }, m.admits('p1'), 'reachForm', 'help')
    return { kiosk, desk: kiosk.desk }
  }

  it('tells the desk the number, the language and the screen beneath', async () => {
    const { kiosk, desk } = await asked()
    const { overlay } = kiosk.view
    expect(overlay).toEqual({ name: 'help', helpNumber: desk.calls[0]?.number })
    expect(desk.calls).toMatchObject([{ screen: 'completing', language: 'en', ended: false }])
  })

  it('tells the desk the appointment for which the patient said they are here, and none before', async () => {
    const kiosk = await visit({ desk: true, arrival: true }, m.admits('p1'), 'prove', anasBirthday)
    await kiosk.play('at arrival', 'help', 'cancelHelp')
    expect(kiosk.desk.calls).toHaveLength(1)
    expect(kiosk.desk.calls[0]).not.toHaveProperty('appointmentId')
    await kiosk.play(anasBirthday, { type: 'confirmArrival', key: '1' }, 'at completing', 'help')
    const [confirmed] = kiosk.arrivals.confirmed
    expect(kiosk.desk.calls[1]?.appointmentId).toBe(confirmed?.[0])
    expect(confirmed?.[0]).toBeDefined()
  })

  it('says who knows of it, on the help screen and after it', async () => {
    const { kiosk, desk } = await asked()
    desk.become('told')
    expect(kiosk.view).toMatchObject({ overlay: { heard: 'told' }, helpHeard: 'told' })
    await kiosk.play('closeHelp', anasBirthday, 'at completing')
    expect(kiosk.view).toMatchObject({ overlay: null, helpHeard: 'told' })
    desk.become('coming')
    expect(kiosk.view).toMatchObject({ overlay: null, helpHeard: 'coming' })
  })

  it('is one call however often help is opened', async () => {
    const { kiosk, desk } = await asked()
    await kiosk.play('closeHelp', 'help')
    expect(desk.calls).toHaveLength(1)
  })

  it('ends when the patient takes it back, and is another when they ask again', async () => {
    const { kiosk, desk } = await asked()
    desk.become('told')
    await kiosk.play('cancelHelp', m.overlayIs(null))
    expect(kiosk.view).not.toHaveProperty('helpHeard')
    expect(desk.calls).toMatchObject([{ ended: true }])
    await kiosk.tap('help')
    expect(desk.calls).toMatchObject([{ ended: true }, { ended: false }])
  })

  it('ends when staff come to the kiosk', async () => {
    const { kiosk, desk } = await asked()
    kiosk.staffComeIn()
    expect(desk.calls).toMatchObject([{ ended: true }])
  })

  it('ends with the visit', async () => {
    const { kiosk, desk } = await asked()
    await kiosk.end('staff')
    expect(desk.calls).toMatchObject([{ ended: true }])
  })

  it('gives who waits for somebody who is coming the whole time again', async () => {
    const { kiosk, desk } = await asked()
    await kiosk.wait(helpMs - 1)
    desk.become('coming')
    await kiosk.play(
      helpMs - 1,
      m.overlayIs({ name: 'help' }),
      1,
      m.overlayIs({ name: 'idleWarning' }),
    )
  })

  it('says nothing of a desk that could not be told after all', async () => {
    const { kiosk, desk } = await asked()
    desk.become('told')
    desk.become(null)
    expect(kiosk.view.overlay).not.toHaveProperty('heard')
  })

  it('locks a visit at the desk’s word as help does', async () => {
    const kiosk = new VisitHarness({ desk: true })
    expect(kiosk.lock()).toBe(false)
    kiosk.admitAna('p1')
    await kiosk.reachForm()
    expect(kiosk.lock()).toBe(true)
    await kiosk.play('at locked', m.overlayIs(null), m.formIs({ visible: false }), anasBirthday)
    await kiosk.play('at completing', m.formIs({ visible: true, closed: false }))
  })
})

describe('the desk', () => {
  it('tells the desk whom it sends there, why, and in which language they speak', async () => {
    const kiosk = await visit({ desk: true }, m.admits('p1'), 'begin')
    await kiosk.play({ type: 'chooseLanguage', locale: 'es' }, 'phone', 'code', 'at dateOfBirth')
    for (let tries = 0; tries < 3 && kiosk.view.screen.name === 'dateOfBirth'; tries += 1)
      await kiosk.tap(anotherBirthday)
    const { helpNumber } = await kiosk.sees('askStaff')
    const [needed, ...others] = kiosk.desk.needed
    expect(needed).toEqual({ number: helpNumber, language: 'es', reason: 'dateOfBirthNotMatched' })
    expect(others).toEqual([])
    // Nobody asked for help, and nobody is called to the kiosk.
    expect(kiosk.desk.calls).toEqual([])
  })

  it('tells it of too many tries', async () => {
    const kiosk = await visit({ desk: true }, m.admits('p1'), 'begin', 'phone', 'at code')
    for (const waitMs of [30_000, 30_000, 60_000, 120_000]) {
      await kiosk.play(waitMs, 'resendCode')
    }
    await kiosk.play('startOver', 'confirmStartOver', 'begin', 'phone', 'at tooManyTries')
    expect(kiosk.desk.needed).toMatchObject([{ reason: 'tooManyCodes', language: 'en' }])
  })
})

describe('the desk is told whose forms are complete', () => {
  it('as soon as the service says so, once', async () => {
    const kiosk = await inForm({ desk: true })
    await kiosk.play(m.completes, m.formSigns('document'), 500)
    // The page has a moment to say that all is done.
    await kiosk.sees('completing')
    const told = [...kiosk.desk.completed]
    expect(told).toHaveLength(1)
    await kiosk.play(m.formSigns('closing'), 'at finished')
    expect(kiosk.desk.completed).toEqual(told)
  })

  it('where the patient says that they are finished', async () => {
    const kiosk = await inForm({ desk: true })
    await kiosk.play(m.completes, 'finish', 'at finished')
    expect(kiosk.desk.completed).toHaveLength(1)
  })

  it('where the form view is gone', async () => {
    const kiosk = await inForm({ desk: true })
    await kiosk.play(m.completes, m.formIsLost, 'at finished')
    expect(kiosk.desk.completed).toHaveLength(1)
  })

  it('and not of forms that are left for later, nor of public ones', async () => {
    const kiosk = await inForm({ desk: true })
    await kiosk.play('finish', 'at unfinished', 'leaveUnfinished', 'at finished')
    const open = await inPublicForms({ desk: true })
    await open.play('finish', 'at finished')
    expect([...kiosk.desk.completed, ...open.desk.completed]).toEqual([])
  })
})

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
    await kiosk.play(m.overlayIs(null), m.formIs({ visible: false, closed: false }), anasBirthday)
    await kiosk.play('at completing', m.formIs({ visible: true }), m.windowsDid())
  })

  it('has its own idle time again once they left it', async () => {
    const kiosk = await inForm()
    kiosk.staffComeIn()
    await kiosk.wait(10 * 60_000)
    kiosk.staffGoOn('locked')
    await kiosk.play(kiosk.settings.idle.afterMs, m.overlayIs({ name: 'idleWarning' }))
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
      await kiosk.play('at locked', m.overlayIs(null))
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
    const kiosk = await visit({}, m.admits())
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
    await kiosk.play(m.formIs({ visible: false }), m.refuses('doneHelping'), anasBirthday)
    await kiosk.play('at completing')
  })

  it('are gone after two minutes without a touch: it locks, and ends as an idle visit does', async () => {
    const kiosk = await helped()
    for (let minute = 0; minute < 6; minute += 1) {
      await kiosk.play(60_000, m.formIsTouched)
    }
    await kiosk.play(assistIdleMs - 1, 'at completing', 1, 'at locked')
    expect(kiosk.view).toMatchObject({ overlay: null })
    const { afterMs, warningMs } = kiosk.settings.idle
    await kiosk.play(afterMs, warningMs, 'at welcome', m.logs('visitEnded', { reason: 'idle' }))
  })

  it('leave it locked by help, too, and open it again when they come back', async () => {
    const kiosk = await helped()
    await kiosk.play('help', 'at locked')
    kiosk.staffComeIn()
    kiosk.staffGoOn('helped')
    await kiosk.play('at completing', m.overlayIs(null))
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

describe('staff who take over', () => {
  async function inForm() {
    const kiosk = await visit({}, m.admits('p1'), 'reachForm')
    return kiosk
  }

  it('hides the form while staff cover the kiosk, whatever the visit does meanwhile', async () => {
    const kiosk = await inForm()
    kiosk.cover(true)
    expect(kiosk.form.visible).toBe(false)
    await kiosk.play('help', 'closeHelp', anasBirthday, { type: 'chooseLanguage', locale: 'es' })
    expect(kiosk.form.visibility).toEqual([true, false])
    kiosk.cover(false)
    await kiosk.play(m.formIs({ visible: true }), m.formIs({ closed: false }))
  })

  it('shows no form that opens while the kiosk is covered', async () => {
    const kiosk = await visit({}, m.admits('p1'))
    kiosk.cover(true)
    await kiosk.reachForm()
    expect(kiosk.form.visibility).toEqual([])
    kiosk.cover(false)
    expect(kiosk.form.visibility).toEqual([true])
  })

  it('shows no form again that help hid when the cover goes', async () => {
    const kiosk = await inForm()
    kiosk.cover(true)
    await kiosk.tap('help')
    kiosk.cover(false)
    expect(kiosk.form.visible).toBe(false)
  })

  it('ends a visit for staff: told in the log, wiped, and followed by no other', async () => {
    const kiosk = await inForm()
    await kiosk.end('staff')
    await kiosk.play(
      m.logs('visitEnded', { reason: 'staff' }),
      m.windowsDid('form closed', 'renewed'),
    )
    await kiosk.play('at welcome', m.refuses('begin'))
    await kiosk.end('staff')
    expect(kiosk.logged('visitEnded')).toHaveLength(1)
  })

  it('tells of no visit that nobody had begun, and wipes nevertheless', async () => {
    const kiosk = await visit({}, 'at welcome')
    await kiosk.end('staff')
    await kiosk.play(m.logs('visitEnded'), m.windowsDid('renewed'))
  })

  it('has ended only when the wipe worked, however often it was tried', async () => {
    const kiosk = await inForm()
    kiosk.renewalsToFail = 1
    let over = false
    const ended = kiosk.end('staff').then(() => (over = true))
    await kiosk.wait(4_999)
    expect(over).toBe(false)
    await kiosk.wait(1)
    await ended
    expect(kiosk.windows).toEqual(['form closed', 'renewed'])
  })

  it('waits for a wipe that is under way, and lets no visit follow it', async () => {
    const kiosk = await inForm()
    let close = () => {}
    kiosk.formCloses = new Promise((resolve) => (close = resolve))
    await kiosk.play('startOver', 'confirmStartOver')
    const ended = kiosk.end('staff')
    close()
    await ended
    await kiosk.play(m.windowsDid('form closed', 'renewed'))
    await kiosk.play(m.logs('visitEnded', { reason: 'startedOver' }), m.refuses('begin'))
  })

  it('ends a kiosk that is out of service', async () => {
    const kiosk = new VisitHarness({
      health: () => Promise.resolve(err(failure('forbidden', 'developer.locations.get'))),
    })
    await kiosk.sees('outOfService')
    await kiosk.end('staff')
    await kiosk.play(m.logs('visitEnded'), 120_000, 'at outOfService')
  })

  it('begins no visit beneath the cover with a tap that waited for the wipe', async () => {
    const kiosk = await inForm()
    let close = () => {}
    kiosk.formCloses = new Promise((resolve) => (close = resolve))
    await kiosk.play('startOver', 'confirmStartOver')
    const late = kiosk.try({ type: 'begin' })
    kiosk.cover(true)
    close()
    expect((await late).ok).toBe(false)
    await kiosk.sees('welcome')
    kiosk.cover(false)
    await kiosk.play('begin', 'at contact')
  })
})
