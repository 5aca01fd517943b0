import { describe, expect, it } from 'vitest'
import * as m from '#harness/visit/moves.ts'
import {
  inForm,
  anasBirthday,
  settle,
  submit,
  visit,
  type Move,
  type VisitHarness,
  type VisitHarnessOptions,
} from '#harness/visit/visit-harness.ts'

const name = { type: 'submitName', firstName: ' Ana ', lastName: 'de  la Cruz' } as const
const phone = submit('(202) 555-0143')
const person = {
  firstName: 'Ana',
  lastName: 'de la Cruz',
  dateOfBirth: '1984-02-29',
  phone: '+12025550143',
  email: null,
}
const offline: VisitHarnessOptions = { offline: true }
const startsOver: readonly Move[] = ['startOver', 'confirmStartOver']
const staysIdle =
  (time: 'afterMs' | 'formAfterMs'): Move =>
  (kiosk) => {
    const { [time]: afterMs, warningMs } = kiosk.settings.idle
    return kiosk.play(afterMs, m.overlayIs({ name: 'idleWarning' }), warningMs)
  }
/** Checks that a visit begins for this person, with that proof. */
const begins =
  (...proved: string[]): Move =>
  ({ captures }) =>
    expect(captures.begun).toMatchObject([{ person, proved }])
const abandons =
  (...ids: string[]): Move =>
  ({ captures }) =>
    expect(captures.abandoned).toEqual(ids)
const finishes: Move = ({ form }) => form.events.onFinished()

/** A kiosk on which somebody fills the clinic's forms in while the network is gone. */
const inForms = (...before: Move[]) =>
  visit(
    offline,
    ...[m.goesDown, ...before],
    ...(['at welcome', 'begin', 'at fullName', name, 'at dateOfBirth', anasBirthday] as const),
    ...(['at contact', phone, 'at completing'] as const),
  )

describe('a patient who comes while the network is gone', () => {
  it('gives name, date of birth and phone, and fills the forms of the clinic in', async () => {
    const kiosk = await inForms()
    await kiosk.play(begins(), m.formIs({ url: 'capture-1', visible: true }), m.asksNothing)
    await kiosk.play(m.shows('completing', { completion: 'offline' }), m.logs('intakeBegun', {}))
    expect(kiosk.captures.begun[0]?.language).toBe('en')
  })

  it('is told that it is kept once it is, and the next one is served', async () => {
    const kiosk = await inForms()
    await kiosk.play(finishes, m.shows('finished', { kind: 'kept' }), 'done', 'at welcome')
    await kiosk.play(abandons(), m.formIs({ closed: true }))
    await kiosk.play(m.logs('visitEnded', { reason: 'done' }))
  })

  it('is told at the end when they were expected, where all that they gave agrees', async () => {
    const expected = { time: '10:30', with: 'Dr. Chen' }
    const kiosk = await inForms(({ captures }) => void (captures.appointment = expected))
    expect(kiosk.captures.asked).toEqual([person])
    expect(JSON.stringify(kiosk.views)).not.toContain('10:30')
    await kiosk.play(m.logs('appointmentTold', {}), finishes)
    await kiosk.play(m.shows('finished', { kind: 'kept', expected }))
  })

  it('is told of no appointment where none agrees', async () => {
    const kiosk = await inForms(m.logs('appointmentTold'))
    await kiosk.play(finishes, m.logs('appointmentTold'))
    expect(await kiosk.sees('finished')).not.toHaveProperty('expected')
  })

  it('is asked for each part of the name', async () => {
    const kiosk = await visit(offline, m.goesDown, 'begin', { ...name, firstName: '  ' })
    await kiosk.play(m.shows('fullName', { error: 'firstMissing', errorCount: 1 }))
    await kiosk.play({ ...name, lastName: '' })
    await kiosk.play(m.shows('fullName', { error: 'lastMissing', errorCount: 2 }))
    await kiosk.play(name, 'at dateOfBirth')
  })

  it.each<[string, Move[]]>([
    ['start over', [...startsOver]],
    ['idle', [staysIdle('formAfterMs')]],
  ])('leaves nothing behind by %s', async (_, moves) => {
    const kiosk = await inForms()
    await kiosk.play(...moves, 'at welcome', abandons('capture-1'), m.logs('intakeAbandoned', {}))
  })

  it('goes to a person when the vault keeps nothing', async () => {
    const kiosk = await visit(offline, m.goesDown, ({ captures }) => void (captures.keeps = false))
    await kiosk.play('begin', name, anasBirthday, phone, 'at askStaff', m.formsOpened(0))
    await kiosk.play(m.logs('staffNeeded', { reason: 'intakeNotKept' }))
  })

  it('finds the forms again after their view was lost, and cannot end them by the bar', async () => {
    const kiosk = await inForms()
    await kiosk.play(m.refuses('finish'), m.formIsLost, 'at completing', abandons())
    expect(kiosk.forms.map(({ url }) => url)).toEqual(['capture-1', 'capture-1'])
  })

  it('is locked by help, and opens it by the same date of birth', async () => {
    const kiosk = await inForms()
    await kiosk.play('help', 'closeHelp', 'at locked', m.formIs({ visible: false }))
    await kiosk.play(anasBirthday, m.seesForm(1))
  })
})

describe('a patient whose service goes away', () => {
  it('is offered to go on at once where no code was sent and the service is known to be down', async () => {
    const kiosk = await visit(offline, m.fails('createProof'), 'begin', 'phone', m.outage)
    await kiosk.play(m.offersOffline(false), m.goesDown, (it) => it.refresh())
    await kiosk.play(m.offersOffline(true), 'goOffline', name, anasBirthday, 'at completing')
    await kiosk.play(begins())
  })

  it('is known by the contact that they gave last, proved or not', async () => {
    const kiosk = await visit({ ...offline, channels: 'both' }, 'begin', phone, 'code')
    await kiosk.play(submit('ana@example.org'), m.fails('verifyCode'), m.fails('proofStatus'))
    await kiosk.play('code', m.outage, 20_000, 'goOffline', name, anasBirthday, 'at completing')
    const last = { phone: null, email: 'ana@example.org' }
    expect(kiosk.captures.begun).toMatchObject([{ person: last, proved: [] }])
  })

  it('keeps what was proved before, and is not told that no visit of today was found where the network went since', async () => {
    const kiosk = await visit(
      { ...offline, arrival: true },
      ({ arrivals }) => void (arrivals.finding = { kind: 'none', appointments: [] }),
      ...([m.admits('p1'), 'prove', m.fails('openPackets'), anasBirthday] as Move[]),
    )
    await kiosk.play(m.outage, 20_000, 'goOffline', name, 'at completing', begins('sms'))
    await kiosk.play(finishes, m.shows('finished', { kind: 'kept' }))
    expect(await kiosk.sees('finished')).not.toHaveProperty('arrival')
  })

  it('waits as ever where the clinic takes nobody in without it', async () => {
    const kiosk = await visit({}, m.goesDown, m.fails('createProof'), 'begin', 'phone', m.outage)
    await kiosk.play(30_000, m.offersOffline(false), m.refuses('goOffline'))
  })

  it('is told on the first screen where nothing more can be kept, led to a person, and checked in once it can', async () => {
    const full = ({ captures }: VisitHarness) => (captures.hasRoom = false)
    const kiosk = await visit(offline, full, m.goesDown, m.shows('welcome', { isResting: true }))
    await kiosk.play('begin', 'at askStaff', m.asksNothing)
    await kiosk.play(m.logs('staffNeeded', { reason: 'noAnswer' }), ...startsOver, 'at welcome')
    await kiosk.play(m.comesBack)
    expect(await kiosk.sees('welcome')).toEqual({ name: 'welcome' })
    await kiosk.play('begin', 'at contact')
  })
})

describe('a form that is cut off from the service', () => {
  async function cutOff(): Promise<VisitHarness> {
    const kiosk = await inForm(offline)
    await kiosk.play(m.goesDown)
    expect(await kiosk.sees('cutOff')).toEqual({ name: 'cutOff' })
    return kiosk
  }

  it('waits on when the service goes again at once', async () => {
    const kiosk = await cutOff()
    await kiosk.play(m.comesBack, 2_999, m.goesDown, 10_000, 'at cutOff', m.formsOpened(1))
  })

  it('leads to a person after 40 s where nothing more can be kept', async () => {
    const kiosk = await cutOff()
    kiosk.captures.hasRoom = false
    await kiosk.play(39_999, 'at cutOff', m.offersOffline(false), m.refuses('goOffline'))
    await kiosk.play(1, 'at askStaff', m.logs('staffNeeded', { reason: 'noAnswer' }))
  })

  it.each([
    ['lost', m.formIsLost],
    ['useless', m.formIsUseless],
  ])('is waited for whatever its page does: %s', async (_, happens) => {
    await (await cutOff()).play(happens, 10_000, 'at cutOff', m.comesBack, 3_000, m.seesForm(2))
  })

  it('answers what its page asked with no', async () => {
    const kiosk = await inForm(offline)
    const answer = kiosk.form.events.onDialog({ kind: 'confirm', text: 'Send?', typed: '' })
    await settle()
    await kiosk.play(m.overlayIs({ name: 'formAsks' }), m.goesDown, 'at cutOff', m.overlayIs(null))
    expect(await answer).toBeNull()
  })

  it('is over when the service has all of it', async () => {
    const kiosk = await inForm(offline)
    await kiosk.play(m.completes, m.goesDown, 'at cutOff', m.formSigns('document'), 2_000)
    await kiosk.play(m.shows('finished', { kind: 'complete' }))
  })

  it('is locked by help, and stays cut off beneath', async () => {
    const kiosk = await inForm(offline)
    await kiosk.play('help', m.goesDown, 0, m.overlayIs({ name: 'help' }), 'closeHelp', 'at locked')
    await kiosk.play(20_000, m.refuses('goOffline'), anasBirthday, 'at cutOff')
  })

  it('opens anew beneath what help locked, and is shown to nobody', async () => {
    const kiosk = await cutOff()
    await kiosk.play('help', 'closeHelp', m.comesBack, 3_000, 'at locked')
    expect(kiosk.forms.map(({ visible }) => visible)).toEqual([false, false])
    await kiosk.play(anasBirthday, m.seesForm(2))
  })

  it('is not where nobody is taken in without the network', async () => {
    await (await inForm()).play(m.goesDown, 60_000, 'at completing')
  })

  /** The network goes while the page is on its way, which is there all the same. */
  const openedInDoubt: readonly Move[] = [
    ...[m.admits('p1'), 'prove' as const, m.goesDown, anasBirthday],
    ...(['at completing', 9_999, 'at completing'] as const),
  ]

  it('is so too when it opened in doubt, and the service is still down a while later', () =>
    visit(offline, ...openedInDoubt, 1, 'at cutOff'))

  it('is not when it opened in doubt, and the service turned out to be back', () =>
    visit(offline, ...openedInDoubt, m.comesBack, 60_000, m.seesForm(1)))
})
