import { describe, expect, it } from 'vitest'
import { inForm } from '../../../../test/harness/visit/open-form.ts'
import { anasBirthday, settle, VisitHarness } from '../../../../test/harness/visit/visit-harness.ts'

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
    expect(kiosk.form).toMatchObject({ visible: false, closed: false })
    kiosk.captures.isDown = false
    await kiosk.play(3_000, 'at completing')
    expect(kiosk.forms.map(({ visible, closed }) => [visible, closed])).toEqual([
      [false, true],
      [true, false],
    ])
    expect(kiosk.service.timesCalled('completionUrl')).toBe(2)
    expect(kiosk.service.timesCalled('matchPatient')).toBe(1)
  })

  it('waits on when the service goes again at once', async () => {
    const kiosk = await cutOff()
    kiosk.captures.isDown = false
    await kiosk.wait(2_999)
    kiosk.captures.isDown = true
    await kiosk.play(10_000, 'at cutOff')
    expect(kiosk.forms).toHaveLength(1)
  })

  it('can be gone on without, and asks for nothing but the name', async () => {
    const kiosk = await cutOff()
    expect(await kiosk.try({ type: 'goOffline' })).toMatchObject({ ok: false })
    await kiosk.wait(20_000)
    expect(await kiosk.sees('cutOff')).toMatchObject({ canGoOffline: true })
    await kiosk.tap('goOffline')
    expect(kiosk.forms[0]?.closed).toBe(true)
    await kiosk.tap(name)
    expect(await kiosk.sees('completing')).toMatchObject({ completion: 'offline' })
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
      await kiosk.play(10_000, 'at cutOff')
      kiosk.captures.isDown = false
      await kiosk.play(3_000, 'at completing')
      expect(kiosk.forms).toHaveLength(2)
    },
  )

  it('answers what its page asked with no', async () => {
    const kiosk = await inForm({ offline: true })
    const answer = kiosk.form.events.onDialog({ kind: 'confirm', text: 'Send?', typed: '' })
    await settle()
    expect(kiosk.view.overlay).toMatchObject({ name: 'formAsks' })
    kiosk.captures.isDown = true
    await kiosk.sees('cutOff')
    expect(kiosk.view.overlay).toBeNull()
    expect(await answer).toBeNull()
  })

  it('is over when the service has all of it', async () => {
    const kiosk = await inForm({ offline: true })
    kiosk.service.fillIn('p1', { completed: true })
    kiosk.captures.isDown = true
    await kiosk.sees('cutOff')
    kiosk.form.events.onSign('document')
    await kiosk.wait(2_000)
    expect(await kiosk.sees('finished')).toMatchObject({ kind: 'complete' })
  })

  it('is locked by help, and stays cut off beneath', async () => {
    const kiosk = await inForm({ offline: true })
    await kiosk.tap('help')
    kiosk.captures.isDown = true
    await settle()
    expect(kiosk.view.overlay).toMatchObject({ name: 'help' })
    await kiosk.play('closeHelp', 'at locked', 20_000)
    expect(await kiosk.try({ type: 'goOffline' })).toMatchObject({ ok: false })
    await kiosk.play(anasBirthday, 'at cutOff')
  })

  it('opens anew beneath what help locked, and is shown to nobody', async () => {
    const kiosk = await cutOff()
    await kiosk.play('help', 'closeHelp')
    kiosk.captures.isDown = false
    await kiosk.play(3_000, 'at locked')
    expect(kiosk.forms.map(({ visible }) => visible)).toEqual([false, false])
    await kiosk.play(anasBirthday, 'at completing')
    expect(kiosk.form.visible).toBe(true)
  })

  it.each(['startOver', 'idle'] as const)('is wiped as ever by %s', async (how) => {
    const kiosk = await cutOff()
    if (how === 'startOver') {
      await kiosk.play('startOver', 'confirmStartOver')
    } else {
      await kiosk.wait(kiosk.settings.idle.afterMs)
      expect(kiosk.view.overlay).toMatchObject({ name: 'idleWarning' })
      await kiosk.wait(kiosk.settings.idle.warningMs)
    }
    await kiosk.sees('welcome')
    expect(kiosk.form.closed).toBe(true)
  })
})

describe('a form that opened while the service was thought to be down', () => {
  /** The network goes while the page is on its way, which is there all the same. */
  async function openedInDoubt(): Promise<VisitHarness> {
    const kiosk = new VisitHarness({ offline: true })
    kiosk.admitAna('p1')
    await kiosk.prove()
    kiosk.captures.isDown = true
    await kiosk.play(anasBirthday, 'at completing', 9_999, 'at completing')
    return kiosk
  }

  it('is cut off when it is still down a while later', async () => {
    const kiosk = await openedInDoubt()
    await kiosk.play(1, 'at cutOff')
  })

  it('goes on when it turned out to be back', async () => {
    const kiosk = await openedInDoubt()
    kiosk.captures.isDown = false
    await kiosk.play(60_000, 'at completing')
    expect(kiosk.forms).toHaveLength(1)
  })
})

it('a form is not cut off where nobody is taken in without the network', async () => {
  const kiosk = await inForm()
  kiosk.captures.isDown = true
  await kiosk.play(60_000, 'at completing')
})
