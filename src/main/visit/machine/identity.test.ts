import { describe, expect, it } from 'vitest'
import type { PatientCommand } from '../../../shared/ipc.ts'
import { submit, VisitHarness } from '../../../../test/harness/visit/visit-harness.ts'

const email = 'ana@example.org'
const phone = '+12025550143'
const wrongCode = { type: 'submitCode', code: '999999' } as const

async function atCode(options: ConstructorParameters<typeof VisitHarness>[0] = {}) {
  const kiosk = new VisitHarness(options)
  kiosk.admitAna('p1')
  await kiosk.play('begin', 'phone', 'at code')
  return kiosk
}

describe('proving a contact', () => {
  it('phone only', async () => {
    const kiosk = new VisitHarness({ channels: 'sms' })
    kiosk.admitAna('p1')
    await kiosk.tap('begin')
    expect(await kiosk.sees('contact')).toEqual({
      name: 'contact',
      channel: 'sms',
      canUseDeskCode: false,
      step: null,
      phoneRegion: 'US',
      canUseOtherChannel: false,
      error: null,
      errorCount: 0,
    })
    expect(await kiosk.try({ type: 'useOtherChannel' })).toMatchObject({ ok: false })
    await kiosk.askForCode('202-555-0143')
    expect(kiosk.service.inbox.map(({ contact }) => contact)).toEqual([phone])
    await kiosk.play('code', 'at dateOfBirth')
  })

  it('e-mail only', async () => {
    const kiosk = new VisitHarness({ channels: 'email' })
    kiosk.admitAna('p1')
    await kiosk.tap('begin')
    expect(await kiosk.sees('contact')).toMatchObject({
      channel: 'email',
      canUseOtherChannel: false,
    })
    await kiosk.askForCode(' Ana@Example.org ')
    expect(kiosk.service.inbox.map(({ contact }) => contact)).toEqual([email])
    await kiosk.play('code', 'at dateOfBirth')
  })

  it('either of the two, as the patient likes', async () => {
    const kiosk = new VisitHarness({ channels: 'either' })
    kiosk.admitAna('p1')
    await kiosk.tap('begin')
    expect(await kiosk.sees('contact')).toMatchObject({ channel: 'sms', canUseOtherChannel: true })
    await kiosk.tap('useOtherChannel')
    expect(await kiosk.sees('contact')).toMatchObject({
      channel: 'email',
      canUseOtherChannel: true,
    })
    await kiosk.play(submit(email), 'code', 'at dateOfBirth')
  })

  it('both required', async () => {
    const kiosk = new VisitHarness({ channels: 'both' })
    kiosk.admitAna('p1')
    await kiosk.tap('begin')
    expect(await kiosk.sees('contact')).toMatchObject({
      channel: 'sms',
      step: { current: 1, total: 2 },
    })
    await kiosk.play(submit(phone), 'code')
    expect(await kiosk.sees('contact')).toMatchObject({
      channel: 'email',
      step: { current: 2, total: 2 },
      error: null,
    })
    expect(kiosk.service.calls).not.toContain('matchPatient')
    await kiosk.play(submit(email), 'code', 'at dateOfBirth')
    expect(kiosk.service.timesCalled('createProof')).toBe(1)
  })

  it('says what is wrong with a contact, and sends nothing', async () => {
    const kiosk = new VisitHarness()
    await kiosk.play('begin', { type: 'submitContact', value: '  ' })
    expect(await kiosk.sees('contact')).toMatchObject({ error: 'empty' })
    await kiosk.tap({ type: 'submitContact', value: '12' })
    expect(await kiosk.sees('contact')).toMatchObject({ error: 'notValid' })
    expect(kiosk.service.calls).toEqual([])
  })

  it('says the same error again as often as it is made: each is a view of its own', async () => {
    const kiosk = new VisitHarness()
    kiosk.admitAna('p1')
    await kiosk.tap('begin')
    const twice = async (command: PatientCommand, error: string) => {
      await kiosk.tap(command)
      const first = kiosk.view
      await kiosk.tap(command)
      expect(kiosk.view.sequence).toBeGreaterThan(first.sequence)
      expect(kiosk.view.screen).toEqual({
        ...first.screen,
        error,
        errorCount: expect.any(Number) as number,
      })
    }
    await twice({ type: 'submitContact', value: '12' }, 'notValid')
    await kiosk.askForCode()
    await twice({ type: 'submitCode', code: '12' }, 'incomplete')
    await kiosk.play('code', 'at dateOfBirth')
    await twice({ type: 'submitDateOfBirth', year: '1984', month: '2', day: '31' }, 'notADate')
  })

  it('asks again for a contact that the service does not take', async () => {
    const kiosk = new VisitHarness()
    await kiosk.tap('begin')
    kiosk.service.fail('sendCode', 'rejected')
    await kiosk.askForCode()
    expect(await kiosk.sees('contact')).toMatchObject({ error: 'notSent' })
  })
})

describe('the code', () => {
  it('wrong code', async () => {
    const kiosk = await atCode()
    await kiosk.tap({ type: 'submitCode', code: '12 3' })
    expect(await kiosk.sees('code')).toMatchObject({ error: 'incomplete' })
    expect(kiosk.service.calls).not.toContain('verifyCode')
    await kiosk.tap(wrongCode)
    expect(await kiosk.sees('code')).toMatchObject({ error: 'wrong' })
    await kiosk.play('code', 'at dateOfBirth')
  })

  it('code expired', async () => {
    const kiosk = await atCode()
    const [old] = kiosk.service.inbox
    for (let minute = 0; minute < 11; minute += 1) {
      await kiosk.play(60_000, 'activity')
    }
    await kiosk.typeCode(old?.code)
    expect(await kiosk.sees('code')).toMatchObject({ error: 'expired', resendInMs: 0 })
    await kiosk.tap('resendCode')
    expect(await kiosk.sees('code')).toMatchObject({ error: null, resent: true })
    await kiosk.play('code', 'at dateOfBirth')
  })

  it('too many wrong codes', async () => {
    const kiosk = await atCode()
    for (const waitMs of [0, 0, 30_000, 60_000]) {
      await kiosk.tap(wrongCode)
      expect(await kiosk.sees('code')).toMatchObject({ error: 'wrong', waitMs })
      await kiosk.wait(waitMs)
    }
    await kiosk.tap(wrongCode)
    expect(await kiosk.sees('tooManyTries')).toMatchObject({ closesInMs: 20_000 })
    expect(kiosk.logged('staffNeeded')).toMatchObject([{ reason: 'tooManyWrongCodes' }])
  })

  it('too many wrong codes, also over several visits and new codes', async () => {
    const kiosk = await atCode()
    for (let count = 0; count < 3; count += 1) await kiosk.tap(wrongCode)
    await kiosk.play(30_000, 'resendCode', 'startOver', 'confirmStartOver', 'begin', 'phone')
    await kiosk.play(30_000, wrongCode, 'at code', 60_000, wrongCode, 'at tooManyTries', 'done')
    await kiosk.play('begin')
    const sent = kiosk.service.timesCalled('sendCode')
    await kiosk.play('phone', 'at tooManyTries')
    expect(kiosk.service.timesCalled('sendCode')).toBe(sent)
  })

  it('too many codes asked for', async () => {
    const kiosk = await atCode()
    for (const resendInMs of [30_000, 60_000, 120_000, 30_000]) {
      await kiosk.play(30_000, 'resendCode')
      expect(await kiosk.sees('code')).toMatchObject({ resendInMs })
      await kiosk.play(resendInMs - 30_000, 'stillHere')
    }
    await kiosk.play(30_000, 'resendCode', 'at tooManyTries')
    expect(kiosk.service.timesCalled('sendCode')).toBe(5)
    expect(kiosk.logged('staffNeeded')).toMatchObject([{ reason: 'tooManyCodes' }])
  })

  it('locked by the service itself', async () => {
    const kiosk = await atCode()
    kiosk.service.lock()
    await kiosk.play('code', 'at tooManyTries')
  })

  it('resend: the earlier code stays valid, and the next one waits 30 s', async () => {
    const kiosk = await atCode()
    const [earlier] = kiosk.service.inbox
    expect(await kiosk.try({ type: 'resendCode' })).toEqual({
      ok: false,
      error: { kind: 'notAccepted', type: 'resendCode' },
    })
    await kiosk.wait(29_999)
    expect((await kiosk.try({ type: 'resendCode' })).ok).toBe(false)
    await kiosk.play(1, 'resendCode')
    expect(await kiosk.sees('code')).toMatchObject({ resent: true, resendInMs: 30_000 })
    expect(kiosk.service.inbox).toHaveLength(2)
    await kiosk.typeCode(earlier?.code)
    await kiosk.sees('dateOfBirth')
    expect(kiosk.service.timesCalled('createProof')).toBe(1)
  })

  it('change the number', async () => {
    const kiosk = new VisitHarness()
    kiosk.admitAna('p1')
    await kiosk.play('begin', submit('202 555 0199'), 'at code', 'changeContact')
    expect(await kiosk.sees('contact')).toMatchObject({ error: null })
    await kiosk.askForCode('202 555 0143')
    expect(await kiosk.sees('code')).toMatchObject({ resent: false, error: null })
    expect(kiosk.service.inbox.map(({ contact }) => contact)).toEqual(['+12025550199', phone])
    expect(kiosk.service.timesCalled('createProof')).toBe(2)
    await kiosk.play('code', 'at dateOfBirth')
  })

  it('the same number again within 30 s: nothing is sent, and the earlier code is still asked for', async () => {
    const kiosk = await atCode()
    const again = async () => {
      await kiosk.play('changeContact', submit('202 555 0143'))
    }
    await kiosk.wait(10_000)
    await again()
    expect(await kiosk.sees('code')).toMatchObject({ resendInMs: 20_000, resent: false })
    expect((await kiosk.try({ type: 'resendCode' })).ok).toBe(false)
    await kiosk.play('changeContact', submit('202 555 0199'), 5_000)
    await again()
    expect(await kiosk.sees('code')).toMatchObject({ resendInMs: 15_000 })
    expect(kiosk.service.inbox.map(({ contact }) => contact)).toEqual([phone, '+12025550199'])
    await kiosk.typeCode(kiosk.service.inbox[0]?.code)
    await kiosk.sees('dateOfBirth')
  })

  it('the same number again after 30 s: another code is sent', async () => {
    const kiosk = await atCode()
    await kiosk.play(30_000, 'changeContact', 'phone')
    expect(await kiosk.sees('code')).toMatchObject({ resendInMs: 30_000 })
    expect(kiosk.service.inbox).toHaveLength(2)
    await kiosk.play('code', 'at dateOfBirth')
  })
})
