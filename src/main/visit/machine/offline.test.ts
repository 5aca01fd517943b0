import { describe, expect, it } from 'vitest'
import {
  admits,
  comesBack,
  fails,
  formIs,
  formIsLost,
  goesDown,
  logs,
  outage,
  shows,
} from '../../../../test/harness/visit/moves.ts'
import { anasBirthday, visit, VisitHarness } from '../../../../test/harness/visit/visit-harness.ts'

const name = { type: 'submitName', firstName: ' Ana ', lastName: 'de  la Cruz' } as const
const phone = { type: 'submitContact', value: '(202) 555-0143' } as const
const person = {
  firstName: 'Ana',
  lastName: 'de la Cruz',
  dateOfBirth: '1984-02-29',
  phone: '+12025550143',
  email: null,
}

/** A kiosk that takes patients in without the network, which is gone. */
function offlineKiosk(options: ConstructorParameters<typeof VisitHarness>[0] = {}): VisitHarness {
  const kiosk = new VisitHarness({ offline: true, ...options })
  kiosk.captures.isDown = true
  return kiosk
}

/** From the first screen into the clinic's forms. */
async function reachForms(kiosk: VisitHarness): Promise<void> {
  await kiosk.play('at welcome', 'begin', 'at offlineName', name, 'at dateOfBirth', anasBirthday)
  await kiosk.play('at contact', phone, 'at completing')
}

describe('a patient who comes while the network is gone', () => {
  it('gives name, date of birth and phone, and fills the forms of the clinic in', async () => {
    const kiosk = offlineKiosk()
    await reachForms(kiosk)
    expect(kiosk.captures.begun).toMatchObject([{ person, proved: [], language: 'en' }])
    expect(kiosk.form).toMatchObject({ url: 'capture-1', visible: true })
    expect(await kiosk.sees('completing')).toMatchObject({ completion: 'offline' })
    expect(kiosk.service.calls).toEqual([])
    expect(kiosk.logged('intakeBegun')).toHaveLength(1)
  })

  it('is told that it is kept once it is, and the next one is served', async () => {
    const kiosk = offlineKiosk()
    await reachForms(kiosk)
    kiosk.form.events.onFinished()
    await kiosk.play(shows('finished', { kind: 'kept' }), 'done', 'at welcome')
    expect(kiosk.captures.abandoned).toEqual([])
    await kiosk.play(formIs({ closed: true }), logs('visitEnded', { reason: 'done' }))
  })

  it('is told at the end when they were expected, where all that they gave agrees', async () => {
    const kiosk = offlineKiosk()
    kiosk.captures.appointment = { time: '10:30', with: 'Dr. Chen' }
    await reachForms(kiosk)
    expect(kiosk.captures.asked).toEqual([person])
    expect(JSON.stringify(kiosk.views)).not.toContain('10:30')
    expect(kiosk.log.map(({ name }) => name)).toContain('appointmentTold')
    kiosk.form.events.onFinished()
    const expected = { time: '10:30', with: 'Dr. Chen' }
    expect(await kiosk.sees('finished')).toMatchObject({ kind: 'kept', expected })
  })

  it('is told of no appointment where none agrees', async () => {
    const kiosk = offlineKiosk()
    await reachForms(kiosk)
    kiosk.form.events.onFinished()
    expect(await kiosk.sees('finished')).not.toHaveProperty('expected')
    expect(kiosk.logged('appointmentTold')).toEqual([])
  })

  it('is asked for each part of the name', async () => {
    const kiosk = offlineKiosk()
    await kiosk.play('at welcome', 'begin', { ...name, firstName: '  ' })
    expect(await kiosk.sees('offlineName')).toMatchObject({ error: 'firstMissing', errorCount: 1 })
    await kiosk.tap({ ...name, lastName: '' })
    expect(await kiosk.sees('offlineName')).toMatchObject({ error: 'lastMissing', errorCount: 2 })
    await kiosk.play(name, 'at dateOfBirth')
  })

  it.each(['startOver', 'idle'] as const)('leaves nothing behind by %s', async (how) => {
    const kiosk = offlineKiosk()
    await reachForms(kiosk)
    if (how === 'startOver') {
      await kiosk.play('startOver', 'confirmStartOver')
    } else {
      await kiosk.play(kiosk.settings.idle.formAfterMs, kiosk.settings.idle.warningMs)
    }
    await kiosk.sees('welcome')
    expect(kiosk.captures.abandoned).toEqual(['capture-1'])
    expect(kiosk.logged('intakeAbandoned')).toHaveLength(1)
  })

  it('goes to a person when the vault keeps nothing', async () => {
    const kiosk = offlineKiosk()
    kiosk.captures.keeps = false
    await kiosk.play('at welcome', 'begin', name, anasBirthday, phone, 'at askStaff')
    expect(kiosk.logged('staffNeeded')).toMatchObject([{ reason: 'intakeNotKept' }])
    expect(kiosk.forms).toEqual([])
  })

  it('goes on in the forms when the network comes back meanwhile', async () => {
    const kiosk = offlineKiosk()
    await reachForms(kiosk)
    await kiosk.play(comesBack, 60_000, shows('completing', { completion: 'offline' }))
    expect(kiosk.service.calls).toEqual([])
  })

  it('finds the forms again after their view was lost', async () => {
    const kiosk = offlineKiosk()
    await reachForms(kiosk)
    await kiosk.play(formIsLost, 'at completing')
    expect(kiosk.forms.map(({ url }) => url)).toEqual(['capture-1', 'capture-1'])
    expect(kiosk.captures.abandoned).toEqual([])
  })

  it('cannot end the forms by the bar', async () => {
    const kiosk = offlineKiosk()
    await reachForms(kiosk)
    expect(await kiosk.try({ type: 'finish' })).toMatchObject({ ok: false })
  })

  it('is locked by help, and opens it by the same date of birth', async () => {
    const kiosk = offlineKiosk()
    await reachForms(kiosk)
    await kiosk.play('help', 'closeHelp', 'at locked', formIs({ visible: false }), anasBirthday)
    await kiosk.play('at completing', formIs({ visible: true }))
  })
})

describe('a patient whose service goes away', () => {
  it('is offered to go on at once where no code was sent and the service is known to be down', async () => {
    const kiosk = await visit({ offline: true }, fails('createProof'), 'at welcome', 'begin')
    await kiosk.play('phone')
    expect(await kiosk.seesOutage()).not.toHaveProperty('canGoOffline')
    kiosk.captures.isDown = true
    kiosk.refresh()
    expect(await kiosk.sees('unavailable')).toMatchObject({ canGoOffline: true })
    await kiosk.play('goOffline', name, anasBirthday, 'at completing')
    expect(kiosk.captures.begun).toMatchObject([{ person, proved: [] }])
  })

  it('is offered it 20 s later where a code is on its way, and not sooner', async () => {
    const kiosk = await visit({ offline: true }, admits('p1'), 'at welcome', 'begin', 'phone')
    await kiosk.play(goesDown, fails('verifyCode'), fails('proofStatus'), 'code', outage, 17_999)
    expect(await kiosk.sees('unavailable')).not.toHaveProperty('canGoOffline')
    await kiosk.play(1, shows('unavailable', { canGoOffline: true }))
  })

  it('keeps what was proved before', async () => {
    const kiosk = await visit({ offline: true }, admits('p1'), 'prove', 'at dateOfBirth')
    await kiosk.play(fails('openPackets'), anasBirthday, outage, 20_000, 'goOffline', name)
    await kiosk.play('at completing')
    expect(kiosk.captures.begun).toMatchObject([{ person, proved: ['sms'] }])
  })

  it.each([
    ['the clinic takes nobody in without it', { offline: false }, true],
    ['there is no room', { offline: true }, false],
  ])('waits as ever where %s', async (_, options, hasRoom) => {
    const kiosk = new VisitHarness(options)
    kiosk.captures.isDown = true
    kiosk.captures.hasRoom = hasRoom
    await kiosk.play(fails('createProof'), 'at welcome', 'begin', 'phone', outage, 60_000)
    expect(await kiosk.sees('unavailable')).not.toHaveProperty('canGoOffline')
    expect(await kiosk.try({ type: 'goOffline' })).toMatchObject({ ok: false })
  })
})
