import { describe, expect, it } from 'vitest'
import { err } from '../../../../shared/result.ts'
import type { HelpHeard } from '../../../../shared/overlay.ts'
import { failure } from '#harness/visit/fake-service.ts'
import * as m from '#harness/visit/moves.ts'
import {
  inForm,
  inPublicForms,
  anasBirthday,
  anotherBirthday,
  visit,
  VisitHarness,
  type Move,
} from '#harness/visit/visit-harness.ts'
import { assistIdleMs, helpMs } from './regions.ts'

const idleWarning = { name: 'idleWarning' }
const hidden = { visible: false, closed: false }

describe('a call for help', () => {
  const asked = () => visit({ desk: true }, m.admits('p1'), 'reachForm', 'help')
  const hears =
    (heard: HelpHeard | null): Move =>
    ({ desk }) =>
      desk.become(heard)
  /** The desk has had these calls, each with at least this. */
  const called =
    (...all: object[]): Move =>
    ({ desk }) =>
      expect(desk.calls).toMatchObject(all)
  const open = { ended: false }
  const over = { ended: true }

  it('tells the desk the number, the language and the screen beneath', async () => {
    const kiosk = await asked()
    expect(kiosk.view.overlay).toEqual({ name: 'help', helpNumber: kiosk.desk.calls[0]?.number })
    await kiosk.play(called({ screen: 'completing', language: 'en', ended: false }))
  })

  it('tells the desk the appointment for which the patient said they are here, and none before', async () => {
    const kiosk = await visit({ desk: true, arrival: true }, m.admits('p1'), 'prove', anasBirthday)
    await kiosk.play('at arrival', 'help', 'cancelHelp', called({}))
    expect(kiosk.desk.calls[0]).not.toHaveProperty('appointmentId')
    await kiosk.play(anasBirthday, { type: 'confirmArrival', key: '1' }, 'at completing', 'help')
    const [[appointmentId] = []] = kiosk.arrivals.confirmed
    await kiosk.play(called({}, { appointmentId: appointmentId ?? 'none' }))
  })

  it('says who knows of it, on the help screen and after it', async () => {
    const kiosk = await asked()
    await kiosk.play(hears('told'), m.viewHas({ overlay: { heard: 'told' }, helpHeard: 'told' }))
    await kiosk.play('closeHelp', anasBirthday, 'at completing')
    await kiosk.play(m.viewHas({ overlay: null, helpHeard: 'told' }), hears('coming'))
    await kiosk.play(m.viewHas({ overlay: null, helpHeard: 'coming' }))
  })

  it('is one call however often help is opened', async () =>
    (await asked()).play('closeHelp', 'help', called(open)))

  it('ends when the patient takes it back, and is another when they ask again', async () => {
    const kiosk = await asked()
    await kiosk.play(hears('told'), 'cancelHelp', m.overlayIs(null), called(over))
    expect(kiosk.view).not.toHaveProperty('helpHeard')
    await kiosk.play('help', called(over, open))
  })

  it.each([
    ['when staff come to the kiosk', m.staffCome],
    ['with the visit', m.ends],
  ])('ends %s', async (_, comes) => (await asked()).play(comes, called(over)))

  it('gives who waits for somebody who is coming the whole time again', async () => {
    const kiosk = await asked()
    await kiosk.play(helpMs - 1, hears('coming'), helpMs - 1, m.overlayIs({ name: 'help' }), 1)
    await kiosk.play(m.overlayIs(idleWarning))
  })

  it('says nothing of a desk that could not be told after all', async () => {
    const kiosk = await asked()
    await kiosk.play(hears('told'), hears(null))
    expect(kiosk.view.overlay).not.toHaveProperty('heard')
  })

  it('is not needed for the desk to lock a visit as help does', async () => {
    const kiosk = new VisitHarness({ desk: true })
    expect(kiosk.lock()).toBe(false)
    await kiosk.play(m.admits('p1'), 'reachForm')
    expect(kiosk.lock()).toBe(true)
    await kiosk.play('at locked', m.overlayIs(null), m.formIs(hidden), anasBirthday, m.seesForm(1))
  })
})

describe('the desk', () => {
  it('is told whom it gets, why, and in which language they speak', async () => {
    const kiosk = await visit({ desk: true }, m.admits('p1'), 'begin')
    await kiosk.play({ type: 'chooseLanguage', locale: 'es' }, 'phone', 'code')
    await kiosk.play(anotherBirthday, anotherBirthday)
    const { helpNumber: number } = await kiosk.sees('askStaff')
    expect(kiosk.desk.needed).toEqual([{ number, language: 'es', reason: 'dateOfBirthNotMatched' }])
    // Nobody asked for help, and nobody is called to the kiosk.
    expect(kiosk.desk.calls).toEqual([])
  })

  it.each<[string, Move[]]>([
    // The page has a moment to say that all is done.
    ['says so', [m.formSigns('document'), 500, 'at completing', m.formSigns('closing')]],
    ['is asked by a patient who is finished', ['finish']],
    ['is asked since the form view is gone', [m.formIsLost]],
  ])('is told once whose forms are complete, as soon as the service %s', async (_, moves) => {
    const kiosk = await inForm({ desk: true })
    await kiosk.play(m.completes, ...moves, 'at finished')
    expect(kiosk.desk.completed).toHaveLength(1)
  })

  it('is not told of forms that are left for later, nor of public ones', async () => {
    const kiosk = await inForm({ desk: true })
    await kiosk.play('finish', 'at unfinished', 'leaveUnfinished', 'at finished')
    const open = await inPublicForms({ desk: true })
    await open.play('finish', 'at finished')
    expect([...kiosk.desk.completed, ...open.desk.completed]).toEqual([])
  })
})

describe('a visit that staff come to', () => {
  const shownContact =
    (sentTo: object): Move =>
    async (kiosk) =>
      expect((await kiosk.sees('code')).sentTo).toMatchObject(sentTo)

  it('waits for them, locked and unseen, and is locked when they leave it as it is', async () => {
    const kiosk = await inForm()
    await kiosk.play(m.staffCome, 'at locked', 15 * 60_000, 'at locked', m.staffGo('locked'))
    await kiosk.play(m.overlayIs(null), m.formIs(hidden), anasBirthday, m.seesForm(1))
    await kiosk.play(m.windowsDid())
  })

  it('has its own idle time again once they left it', async () => {
    const kiosk = await inForm()
    const { afterMs, warningMs } = kiosk.settings.idle
    await kiosk.play(m.staffCome, 10 * 60_000, m.staffGo('locked'), afterMs)
    await kiosk.play(m.overlayIs(idleWarning), warningMs, 'at welcome')
  })

  it.each<[string, Move]>([
    ['idleWarning', 240_000],
    ['startOver', 'startOver'],
  ])('waits also beneath %s', async (name, move) => {
    const kiosk = await inForm()
    await kiosk.play(move, m.overlayIs({ name }), m.staffCome, 60_000, m.staffGo('locked'))
    await kiosk.play('at locked', m.overlayIs(null))
  })

  it('goes on as it was where nobody is known yet, but for the contact', async () => {
    const kiosk = await visit({}, 'begin', 'phone', 'showContact', m.staffCome, m.staffGo('locked'))
    await kiosk.play(shownContact({ whole: null, canShow: false }))
  })

  it.each<[string, Move]>([
    ['done', 'doneHelping'],
    ['idle', assistIdleMs],
  ])('shows nobody the contact that was given while staff helped: %s', async (_, move) => {
    const kiosk = await visit({}, 'begin', m.staffCome, m.staffGo('helped'), 'phone')
    await kiosk.play(shownContact({ canShow: true }), move)
    await kiosk.play(shownContact({ whole: null, canShow: false }), m.refuses('showContact'))
  })

  it.each<[string, Move[]]>([
    ['nobody began', []],
    ['its last words', ['prove', anasBirthday, 'at nothingWaiting']],
  ])('is none to keep: %s', async (_, moves) => {
    expect((await visit({}, m.admits(), ...moves)).staffComeIn()).toBe(false)
  })
})

describe('staff who help', () => {
  const helped = async () => {
    const kiosk = await inForm()
    await kiosk.play('help', m.staffCome, m.staffGo('helped'), 'at completing')
    return kiosk
  }

  it('see the form without the date of birth, and say so on it', async () =>
    (await helped()).play(m.viewHas({ overlay: null, assisted: true }), m.seesForm(1)))

  it('lock it by saying that they are done', async () => {
    const kiosk = await helped()
    await kiosk.play('doneHelping', 'at locked', m.formIs(hidden), m.refuses('doneHelping'))
    expect(kiosk.view.assisted).toBeUndefined()
    await kiosk.play(anasBirthday, 'at completing')
  })

  it('are gone after two minutes without a touch: it locks, and ends as an idle visit does', async () => {
    const kiosk = await helped()
    for (let minute = 0; minute < 6; minute += 1) await kiosk.play(60_000, m.formIsTouched)
    await kiosk.play(assistIdleMs - 1, 'at completing', 1, 'at locked', m.overlayIs(null))
    const { afterMs, warningMs } = kiosk.settings.idle
    await kiosk.play(afterMs, warningMs, 'at welcome', m.logs('visitEnded', { reason: 'idle' }))
  })

  it('leave it locked by help, too, and open it again when they come back', async () => {
    const kiosk = await helped()
    await kiosk.play('help', 'at locked', m.staffCome, m.staffGo('helped'), 'at completing')
    await kiosk.play(m.overlayIs(null))
  })

  it('are in the log and the audit by what they do and the number of the visit', async () => {
    const kiosk = await helped()
    const { helpNumber } = kiosk.logged('visitStarted')[0] ?? {}
    expect(kiosk.logged('staffAssisted')).toEqual([{ helpNumber }])
    await kiosk.play('doneHelping', m.staffCome, m.staffGo('helped'), assistIdleMs)
    const [done, idle] = ['done', 'idle'].map((reason) => ({ helpNumber, reason }))
    expect(kiosk.logged('staffAssistEnded')).toEqual([done, idle])
  })

  it('open nothing without an entry of it', async () => {
    const kiosk = await inForm()
    await kiosk.play(m.staffCome, m.has({ logThrowsOn: 'staffAssisted' }), m.staffGo('helped'))
    expect(kiosk.form.visible).toBe(false)
  })
})

describe('staff who take over', () => {
  const closing = m.held((kiosk, until) => (kiosk.formCloses = until))
  const startsOver: readonly Move[] = ['startOver', 'confirmStartOver']
  const saw =
    (...visibility: boolean[]): Move =>
    ({ form }) =>
      expect(form.visibility).toEqual(visibility)

  it('see no form while they cover the kiosk, whatever the visit does meanwhile', async () => {
    const kiosk = await inForm()
    await kiosk.play(m.covers(true), m.formIs(hidden), 'help', 'closeHelp', anasBirthday)
    await kiosk.play({ type: 'chooseLanguage', locale: 'es' }, saw(true, false), m.covers(false))
    await kiosk.play(m.seesForm(1))
  })

  it('see none that opens meanwhile', () =>
    visit(
      {},
      ...[m.admits('p1'), m.covers(true), 'reachForm' as const, saw()],
      ...[m.covers(false), saw(true)],
    ))

  it('see none again that help hid when the cover goes', async () => {
    await (await inForm()).play(m.covers(true), 'help', m.covers(false), m.formIs(hidden))
  })

  it('end a visit: told in the log, wiped, and followed by no other', async () => {
    const kiosk = await inForm()
    await kiosk.play(m.ends, m.windowsDid('form closed', 'renewed'), 'at welcome')
    await kiosk.play(m.refuses('begin'), m.ends, m.logs('visitEnded', { reason: 'staff' }))
  })

  it('end none that nobody had begun, and wipe nevertheless', () =>
    visit({}, 'at welcome', m.ends, m.logs('visitEnded'), m.windowsDid('renewed')))

  it('have ended it only when the wipe worked, however often it was tried', async () => {
    const kiosk = await inForm()
    kiosk.renewalsToFail = 1
    let isOver = false
    const ended = kiosk.end('staff').then(() => (isOver = true))
    await kiosk.play(
      4_999,
      () => expect(isOver).toBe(false),
      1,
      () => ended,
    )
    await kiosk.play(m.windowsDid('form closed', 'renewed'))
  })

  it('wait for a wipe that is under way, and let no visit follow it', async () => {
    const kiosk = await inForm()
    await kiosk.play(closing.hold, ...startsOver)
    const ended = kiosk.end('staff')
    await kiosk.play(closing.release, () => ended, m.windowsDid('form closed', 'renewed'))
    await kiosk.play(m.logs('visitEnded', { reason: 'startedOver' }), m.refuses('begin'))
  })

  it('end a kiosk that is out of service', async () => {
    const refusal = err(failure('forbidden', 'developer.locations.get'))
    const kiosk = await visit({ health: () => Promise.resolve(refusal) }, 'at outOfService', m.ends)
    await kiosk.play(m.logs('visitEnded'), 120_000, 'at outOfService')
  })

  it('begin no visit beneath the cover by a tap that waited for the wipe', async () => {
    const kiosk = await inForm()
    await kiosk.play(closing.hold, ...startsOver)
    const late = kiosk.try({ type: 'begin' })
    await kiosk.play(m.covers(true), closing.release)
    expect(await late).toBe(false)
    await kiosk.play('at welcome', m.covers(false), 'begin', 'at contact')
  })
})
