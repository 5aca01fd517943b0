import { describe, expect, it } from 'vitest'
import {
  admits,
  calls,
  comesBack,
  completes,
  formIs,
  formSigns,
  formsOpened,
  goesDown,
  overlayIs,
  refuses,
  shows,
} from '../../../../test/harness/visit/moves.ts'
import { inForm } from '../../../../test/harness/visit/open-form.ts'
import {
  anasBirthday,
  settle,
  visit,
  VisitHarness,
} from '../../../../test/harness/visit/visit-harness.ts'

const name = { type: 'submitName', firstName: 'Ana', lastName: 'de la Cruz' } as const

/** Ana's form, cut off from the service. */
async function cutOff(): Promise<VisitHarness> {
  const kiosk = await inForm({ offline: true })
  kiosk.captures.isDown = true
  expect(await kiosk.sees('cutOff')).toEqual({ name: 'cutOff' })
  return kiosk
}

describe('a form that is cut off from the service', () => {
  it('is hidden, and opened anew by itself once the service is back', async () => {
    const kiosk = await cutOff()
    await kiosk.play(formIs({ visible: false, closed: false }), comesBack, 3_000, 'at completing')
    expect(kiosk.forms.map(({ visible, closed }) => [visible, closed])).toEqual([
      [false, true],
      [true, false],
    ])
    await kiosk.play(calls('completionUrl', 2), calls('matchPatient', 1))
  })

  it('waits on when the service goes again at once', async () => {
    const kiosk = await cutOff()
    await kiosk.play(comesBack, 2_999, goesDown, 10_000, 'at cutOff', formsOpened(1))
  })

  it('can be gone on without, and asks for nothing but the name', async () => {
    const kiosk = await cutOff()
    await kiosk.play(refuses('goOffline'), 20_000, shows('cutOff', { canGoOffline: true }))
    await kiosk.play('goOffline')
    expect(kiosk.forms[0]?.closed).toBe(true)
    await kiosk.play(name, shows('completing', { completion: 'offline' }))
    expect(kiosk.captures.begun).toMatchObject([
      {
        proved: ['sms'],
        person: { phone: '+12025550143', dateOfBirth: '1984-02-29', lastName: 'de la Cruz' },
      },
    ])
  })

  it('is not offered to be gone on without where nothing more can be kept', async () => {
    const kiosk = await cutOff()
    kiosk.captures.hasRoom = false
    await kiosk.wait(60_000)
    expect(await kiosk.sees('cutOff')).not.toHaveProperty('canGoOffline')
    expect(await kiosk.try({ type: 'goOffline' })).toMatchObject({ ok: false })
  })

  it.each(['onGone', 'onUseless'] as const)(
    'is waited for whatever its page does: %s',
    async (what) => {
      const kiosk = await cutOff()
      kiosk.form.events[what]()
      await kiosk.play(10_000, 'at cutOff', comesBack, 3_000, 'at completing', formsOpened(2))
    },
  )

  it('answers what its page asked with no', async () => {
    const kiosk = await inForm({ offline: true })
    const answer = kiosk.form.events.onDialog({ kind: 'confirm', text: 'Send?', typed: '' })
    await settle()
    await kiosk.play(overlayIs({ name: 'formAsks' }), goesDown, 'at cutOff', overlayIs(null))
    expect(await answer).toBeNull()
  })

  it('is over when the service has all of it', async () => {
    const kiosk = await inForm({ offline: true })
    await kiosk.play(completes, goesDown, 'at cutOff', formSigns('document'), 2_000)
    await kiosk.play(shows('finished', { kind: 'complete' }))
  })

  it('is locked by help, and stays cut off beneath', async () => {
    const kiosk = await inForm({ offline: true })
    await kiosk.play('help', goesDown)
    await settle()
    await kiosk.play(overlayIs({ name: 'help' }), 'closeHelp', 'at locked', 20_000)
    await kiosk.play(refuses('goOffline'), anasBirthday, 'at cutOff')
  })

  it('opens anew beneath what help locked, and is shown to nobody', async () => {
    const kiosk = await cutOff()
    await kiosk.play('help', 'closeHelp', comesBack, 3_000, 'at locked')
    expect(kiosk.forms.map(({ visible }) => visible)).toEqual([false, false])
    await kiosk.play(anasBirthday, 'at completing', formIs({ visible: true }))
  })

  it.each(['startOver', 'idle'] as const)('is wiped as ever by %s', async (how) => {
    const kiosk = await cutOff()
    if (how === 'startOver') {
      await kiosk.play('startOver', 'confirmStartOver')
    } else {
      await kiosk.play(kiosk.settings.idle.afterMs, overlayIs({ name: 'idleWarning' }))
      await kiosk.play(kiosk.settings.idle.warningMs)
    }
    await kiosk.play('at welcome', formIs({ closed: true }))
  })
})

describe('a form that opened while the service was thought to be down', () => {
  /** The network goes while the page is on its way, which is there all the same. */
  async function openedInDoubt(): Promise<VisitHarness> {
    const kiosk = await visit({ offline: true }, admits('p1'), 'prove', goesDown, anasBirthday)
    await kiosk.play('at completing', 9_999, 'at completing')
    return kiosk
  }

  it('is cut off when it is still down a while later', async () => {
    const kiosk = await openedInDoubt()
    await kiosk.play(1, 'at cutOff')
  })

  it('goes on when it turned out to be back', async () => {
    const kiosk = await openedInDoubt()
    await kiosk.play(comesBack, 60_000, 'at completing', formsOpened(1))
  })
})

it('a form is not cut off where nobody is taken in without the network', async () => {
  const kiosk = await inForm()
  await kiosk.play(goesDown, 60_000, 'at completing')
})
