import { describe, expect, it } from 'vitest'
import { admits, calls, fails, logs, refuses, shows } from '../../../../test/harness/visit/moves.ts'
import type { PatientCommand } from '../../../shared/ipc.ts'
import { submit, visit, VisitHarness } from '../../../../test/harness/visit/visit-harness.ts'

const email = 'ana@example.org'
const phone = '+12025550143'
const wrongCode = { type: 'submitCode', code: '999999' } as const

async function atCode(options: ConstructorParameters<typeof VisitHarness>[0] = {}) {
  const kiosk = await visit(options, admits('p1'), 'begin', 'phone', 'at code')
  return kiosk
}

describe('proving a contact', () => {
  it('phone only', async () => {
    const kiosk = await visit({ channels: 'sms' }, admits('p1'), 'begin')
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
    const kiosk = await visit({ channels: 'email' }, admits('p1'), 'begin')
    expect(await kiosk.sees('contact')).toMatchObject({
      channel: 'email',
      canUseOtherChannel: false,
    })
    await kiosk.askForCode(' Ana@Example.org ')
    expect(kiosk.service.inbox.map(({ contact }) => contact)).toEqual([email])
    await kiosk.play('code', 'at dateOfBirth')
  })

  it('either of the two, as the patient likes', async () => {
    const kiosk = await visit({ channels: 'either' }, admits('p1'), 'begin')
    await kiosk.play(shows('contact', { channel: 'sms', canUseOtherChannel: true }))
    await kiosk.play('useOtherChannel')
    expect(await kiosk.sees('contact')).toMatchObject({
      channel: 'email',
      canUseOtherChannel: true,
    })
    await kiosk.play(submit(email), 'code', 'at dateOfBirth')
  })

  it('both required', async () => {
    const kiosk = await visit({ channels: 'both' }, admits('p1'), 'begin')
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
    await kiosk.play(calls('matchPatient', 0), submit(email), 'code', 'at dateOfBirth')
    await kiosk.play(calls('createProof', 1))
  })

  it('says what is wrong with a contact, and sends nothing', async () => {
    const kiosk = await visit({}, 'begin', { type: 'submitContact', value: '  ' })
    await kiosk.play(shows('contact', { error: 'empty' }), { type: 'submitContact', value: '12' })
    await kiosk.play(shows('contact', { error: 'notValid' }))
    expect(kiosk.service.calls).toEqual([])
  })

  it('says the same error again as often as it is made: each is a view of its own', async () => {
    const kiosk = await visit({}, admits('p1'), 'begin')
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
    const kiosk = await visit({}, 'begin', fails('sendCode', 'rejected'), 'phone')
    await kiosk.play(shows('contact', { error: 'notSent' }))
  })
})

describe('the code', () => {
  it('wrong code', async () => {
    const kiosk = await atCode()
    await kiosk.play({ type: 'submitCode', code: '12 3' }, shows('code', { error: 'incomplete' }))
    await kiosk.play(calls('verifyCode', 0), wrongCode, shows('code', { error: 'wrong' }), 'code')
    await kiosk.play('at dateOfBirth')
  })

  it('code expired', async () => {
    const kiosk = await atCode()
    const [old] = kiosk.service.inbox
    for (let minute = 0; minute < 11; minute += 1) {
      await kiosk.play(60_000, 'activity')
    }
    await kiosk.typeCode(old?.code)
    await kiosk.play(shows('code', { error: 'expired', resendInMs: 0 }), 'resendCode')
    await kiosk.play(shows('code', { error: null, resent: true }), 'code', 'at dateOfBirth')
  })

  it('too many wrong codes', async () => {
    const kiosk = await atCode()
    for (const waitMs of [0, 0, 30_000, 60_000]) {
      await kiosk.play(wrongCode, shows('code', { error: 'wrong', waitMs }), waitMs)
    }
    await kiosk.play(wrongCode, shows('tooManyTries', { closesInMs: 20_000 }))
    await kiosk.play(logs('staffNeeded', { reason: 'tooManyWrongCodes' }))
  })

  it('too many wrong codes, also over several visits and new codes', async () => {
    const kiosk = await atCode()
    for (let count = 0; count < 3; count += 1) await kiosk.tap(wrongCode)
    await kiosk.play(30_000, 'resendCode', 'startOver', 'confirmStartOver', 'begin', 'phone')
    await kiosk.play(30_000, wrongCode, 'at code', 60_000, wrongCode, 'at tooManyTries', 'done')
    await kiosk.play('begin')
    const sent = kiosk.service.timesCalled('sendCode')
    await kiosk.play('phone', 'at tooManyTries', calls('sendCode', sent))
  })

  it('too many codes asked for', async () => {
    const kiosk = await atCode()
    for (const resendInMs of [30_000, 60_000, 120_000, 30_000]) {
      await kiosk.play(30_000, 'resendCode', shows('code', { resendInMs }), resendInMs - 30_000)
      await kiosk.play('stillHere')
    }
    await kiosk.play(30_000, 'resendCode', 'at tooManyTries', calls('sendCode', 5))
    await kiosk.play(logs('staffNeeded', { reason: 'tooManyCodes' }))
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
    await kiosk.play(29_999, refuses('resendCode'), 1, 'resendCode')
    await kiosk.play(shows('code', { resent: true, resendInMs: 30_000 }))
    expect(kiosk.service.inbox).toHaveLength(2)
    await kiosk.typeCode(earlier?.code)
    await kiosk.play('at dateOfBirth', calls('createProof', 1))
  })

  it('change the number', async () => {
    const kiosk = await visit({}, admits('p1'), 'begin', submit('202 555 0199'), 'at code')
    await kiosk.play('changeContact', shows('contact', { error: null }))
    await kiosk.askForCode('202 555 0143')
    expect(await kiosk.sees('code')).toMatchObject({ resent: false, error: null })
    expect(kiosk.service.inbox.map(({ contact }) => contact)).toEqual(['+12025550199', phone])
    await kiosk.play(calls('createProof', 2), 'code', 'at dateOfBirth')
  })

  it('the same number again within 30 s: nothing is sent, and the earlier code is still asked for', async () => {
    const kiosk = await atCode()
    const again = async () => {
      await kiosk.play('changeContact', submit('202 555 0143'))
    }
    await kiosk.wait(10_000)
    await again()
    await kiosk.play(shows('code', { resendInMs: 20_000, resent: false }), refuses('resendCode'))
    await kiosk.play('changeContact', submit('202 555 0199'), 5_000)
    await again()
    expect(await kiosk.sees('code')).toMatchObject({ resendInMs: 15_000 })
    expect(kiosk.service.inbox.map(({ contact }) => contact)).toEqual([phone, '+12025550199'])
    await kiosk.typeCode(kiosk.service.inbox[0]?.code)
    await kiosk.sees('dateOfBirth')
  })

  it('the same number again after 30 s: another code is sent', async () => {
    const kiosk = await atCode()
    await kiosk.play(30_000, 'changeContact', 'phone', shows('code', { resendInMs: 30_000 }))
    expect(kiosk.service.inbox).toHaveLength(2)
    await kiosk.play('code', 'at dateOfBirth')
  })
})
