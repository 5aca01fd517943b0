import { describe, expect, it } from 'vitest'
import {
  StaffSessionHarness,
  otherPin,
  pin,
} from '../../../../test/harness/staff/staff-session-harness.ts'

const refused = { ok: false, error: { kind: 'notAccepted' } }

describe('the machine', () => {
  it('says what it is', async () => {
    const kiosk = await StaffSessionHarness.inside('machine')
    expect(kiosk.screen).toEqual({
      ...{ name: 'staffMachine', version: '1.2.3', shell: 'browser', kioskName: 'kiosk-1' },
      ...{
        done: null,
        confirmWith: 'pin',
        forgetError: null,
        waitingIntakes: 0,
        errorCount: 0,
        waitMs: 0,
      },
    })
  })

  it('takes another PIN', async () => {
    const kiosk = await StaffSessionHarness.inside('machine')
    const choose = (typed: string) => kiosk.tap({ type: 'choosePin', pin: typed })
    await kiosk.tap('changePin')
    await kiosk.tap({ type: 'submitPin', pin })
    expect(await kiosk.until('staffChoosePin')).toMatchObject({ isFirst: false, stage: 'choose' })
    kiosk.acts.length = 0
    await choose('111111')
    expect(kiosk.screen).toMatchObject({ error: 'tooEasy' })
    await choose(otherPin)
    await choose(otherPin)
    expect(await kiosk.until('staffMachine')).toMatchObject({ done: 'pinChanged' })
    expect(kiosk.acts).toEqual(['audit staffPinChosen', 'write pin'])
    await kiosk.tap({ type: 'openStaffPage', page: 'home' })
    await kiosk.tap({ type: 'openStaffPage', page: 'machine' })
    expect(kiosk.screen).toMatchObject({ done: null })
    expect(await kiosk.pin().check(otherPin)).toEqual({ kind: 'right' })
  })

  it('keeps the PIN when staff leave half way, and asks for both again', async () => {
    const kiosk = await StaffSessionHarness.inside('machine')
    await kiosk.tap('changePin')
    await kiosk.tap({ type: 'submitPin', pin })
    await kiosk.until('staffChoosePin')
    await kiosk.tap({ type: 'choosePin', pin: otherPin })
    await kiosk.tap({ type: 'openStaffPage', page: 'machine' })
    expect(kiosk.screen).toMatchObject({ name: 'staffMachine', done: null })
    await kiosk.tap('changePin')
    expect(kiosk.screen).toMatchObject({ name: 'staffEnterPin', purpose: 'change' })
    expect(await kiosk.pin().check(pin)).toEqual({ kind: 'right' })
  })

  it('opens nothing when the present PIN turns out right after staff left it', async () => {
    const kiosk = await StaffSessionHarness.inside('machine')
    await kiosk.tap('changePin')
    await kiosk.tap({ type: 'submitPin', pin })
    await kiosk.tap({ type: 'openStaffPage', page: 'machine' })
    await kiosk.happens(() => kiosk.acts.filter((act) => act === 'write pin').length === 2)
    await kiosk.wait(0)
    await kiosk.sees('staffMachine')
    expect(await kiosk.try({ type: 'choosePin', pin: otherPin })).toMatchObject(refused)
  })

  it.each([
    [true, 'keyRotated'],
    [false, 'keyNotRotated'],
  ])('says what became of the key: %s', async (rotates, done) => {
    const kiosk = await StaffSessionHarness.inside('machine')
    kiosk.keyRotates = rotates
    await kiosk.tap('rotateKey')
    expect(kiosk.screen).toMatchObject({ name: 'staffMachine', done })
    expect(kiosk.acts).toEqual(['rotate'])
  })

  it('ends Foyer, in the audit first; then nothing is accepted any more', async () => {
    const kiosk = await StaffSessionHarness.inside('machine')
    await kiosk.tap('leaveKiosk')
    expect(kiosk.acts).toEqual(['audit kioskLeft', 'leave'])
    await kiosk.sees('outOfService')
    expect(kiosk.session.isAway).toBe(false)
    expect(await kiosk.try({ type: 'openStaff' })).toMatchObject(refused)
    await kiosk.wait(10 * 60_000)
    expect(kiosk.session.isAway).toBe(false)
  })

  it('forgets all that the kiosk keeps, for the PIN alone', async () => {
    const kiosk = await StaffSessionHarness.inside('machine')
    await kiosk.tap({ type: 'forgetKiosk', pin })
    await kiosk.happens(() => kiosk.acts.includes('forget'))
    await kiosk.sees('outOfService')
    expect(kiosk.acts.filter((act) => act !== 'write pin')).toEqual([
      ...['audit kioskForgotten', 'forget'],
    ])
    expect(await kiosk.try({ type: 'openStaff' })).toMatchObject(refused)
  })

  it('forgets no intake that waits before staff know of it', async () => {
    const kiosk = await StaffSessionHarness.inside('machine')
    kiosk.waitingIntakes = 2
    await kiosk.tap({ type: 'forgetKiosk', pin })
    const screen = await kiosk.until('staffMachine', ({ forgetError }) => forgetError !== null)
    expect(screen).toMatchObject({ forgetError: 'stillWaiting', waitingIntakes: 2 })
    expect(kiosk.acts).not.toContain('forget')
    await kiosk.tap({ type: 'forgetKiosk', pin, confirmed: true })
    await kiosk.happens(() => kiosk.acts.includes('forget'))
  })

  it.each(['changed', 'given to forget all'] as const)(
    'counts a wrong PIN like the pad when it is %s',
    async (how) => {
      const kiosk = await StaffSessionHarness.inside('machine')
      if (how === 'changed') await kiosk.tap('changePin')
      const wrong = async () => {
        if (how === 'changed') return kiosk.typeWrong()
        const before = kiosk.screen.name === 'staffMachine' ? kiosk.screen.errorCount : 0
        await kiosk.tap({ type: 'forgetKiosk', pin: otherPin })
        return kiosk.until('staffMachine', ({ errorCount }) => errorCount > before)
      }
      for (const waitMs of [0, 0, 30_000]) expect(await wrong()).toMatchObject({ waitMs })
      if (how !== 'changed') {
        await kiosk.tap({ type: 'forgetKiosk', pin })
        const refusedFor = ({ forgetError }: { forgetError: unknown }) => forgetError === 'wait'
        await kiosk.until('staffMachine', refusedFor)
      }
      expect(kiosk.acts).not.toContain('forget')
      expect(kiosk.audited).toEqual([
        ...['staffPinWrong', 'staffPinWrong', 'staffPinWrong', 'staffPinLocked'],
      ])
      await kiosk.tap('closeStaff')
      await kiosk.tap('openStaff')
      expect(kiosk.screen).toMatchObject({ name: 'staffEnterPin', waitMs: 30_000 })
    },
  )
})
