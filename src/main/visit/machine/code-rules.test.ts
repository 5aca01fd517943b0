import { describe, expect, it } from 'vitest'
import {
  VisitHarness,
  type VisitHarnessOptions,
} from '../../../../test/harness/visit/visit-harness.ts'
import { walked, walks } from '../../../../test/harness/visit/walks.ts'

const minuteMs = 60_000

async function atCode(options: VisitHarnessOptions = {}) {
  const kiosk = new VisitHarness(options)
  kiosk.admitAna('p1')
  await kiosk.tap('begin')
  await kiosk.askForCode(options.channels === 'email' ? 'ana@example.org' : undefined)
  await kiosk.sees('code')
  return kiosk
}

/** Lets time go by for a patient who stays in touch. */
async function stayFor(kiosk: VisitHarness, ms: number) {
  for (let left = ms; left > 0; left -= minuteMs) {
    await kiosk.tap('activity')
    await kiosk.wait(Math.min(left, minuteMs))
  }
}

describe('a code (NIST SP 800-63B-4)', () => {
  it.each(['12345', '1234567', 'abcdef', ''])('has six digits: %j is not checked', async (code) => {
    const kiosk = await atCode()
    await kiosk.tap({ type: 'submitCode', code })
    expect(await kiosk.sees('code')).toMatchObject({ error: 'incomplete' })
    expect(kiosk.service.calls).not.toContain('verifyCode')
  })

  it('is checked until 10 minutes after it was sent', async () => {
    const kiosk = await atCode()
    await stayFor(kiosk, 10 * minuteMs - 1)
    await kiosk.typeCode()
    await kiosk.sees('dateOfBirth')
  })

  it('is refused by Foyer itself from then on, and the service not asked', async () => {
    const kiosk = await atCode()
    await stayFor(kiosk, 10 * minuteMs)
    await kiosk.typeCode()
    expect(await kiosk.sees('code')).toMatchObject({ error: 'expired', resendInMs: 0 })
    expect(kiosk.service.calls).not.toContain('verifyCode')
    await kiosk.tap('resendCode')
    await kiosk.typeCode()
    await kiosk.sees('dateOfBirth')
  })

  it('is refused after 10 minutes also when it was never known whether it was sent', async () => {
    const kiosk = new VisitHarness()
    kiosk.admitAna('p1')
    await kiosk.tap('begin')
    kiosk.service.loseAnswer('sendCode')
    await kiosk.askForCode()
    await kiosk.sees('sending')
    await kiosk.tap('retry')
    await stayFor(kiosk, 10 * minuteMs)
    await kiosk.typeCode()
    expect(await kiosk.sees('code')).toMatchObject({ error: 'expired' })
  })

  it('is checked once: whatever way a visit goes, none follows one that was right', async () => {
    let right = 0
    for (const walk of walks) {
      const { checked } = (await walked(walk)).service
      for (const { channel, code } of checked.filter(({ verdict }) => verdict === 'verified')) {
        right += 1
        const same = checked.filter((one) => one.channel === channel && one.code === code)
        expect(same, walk.name).toHaveLength(1)
      }
    }
    expect(right).toBeGreaterThan(10)
  })

  it('cannot be given again once it was right, whatever the service says next', async () => {
    const kiosk = await atCode()
    const [sent] = kiosk.service.inbox
    kiosk.service.fail('proofStatus', 'timedOut')
    await kiosk.typeCode()
    await kiosk.seesOutage()
    const again = { type: 'submitCode', code: sent?.code ?? '' } as const
    expect((await kiosk.try(again)).ok).toBe(false)
    await kiosk.tap('retry')
    expect((await kiosk.try(again)).ok).toBe(false)
    kiosk.service.recover()
    await kiosk.tap('retry')
    await kiosk.sees('dateOfBirth')
    expect(kiosk.service.timesCalled('verifyCode')).toBe(1)
  })
})

describe('a code by the rules of the wire profile', () => {
  const code = { length: 8, alphabet: 'alphanumeric', voice: false } as const

  it('is told to the screen, and checked when it is whole, in capitals', async () => {
    const kiosk = await atCode({ code })
    const { voice: _, ...shown } = code
    expect(await kiosk.sees('code')).toMatchObject(shown)
    await kiosk.tap({ type: 'submitCode', code: 'ab23-k4z9' })
    expect(kiosk.service.checked.map((each) => each.code)).toEqual(['AB23K4Z9'])
  })

  it.each(['123456', 'AB23K4Z', 'AB23K4Z9X', 'AB23K4Z+'])('is not checked as %j', async (typed) => {
    const kiosk = await atCode({ code })
    await kiosk.tap({ type: 'submitCode', code: typed })
    expect(await kiosk.sees('code')).toMatchObject({ error: 'incomplete' })
    expect(kiosk.service.checked).toEqual([])
  })

  it('may have four digits', async () => {
    const kiosk = await atCode({ code: { length: 4, alphabet: 'digits', voice: false } })
    await kiosk.tap({ type: 'submitCode', code: '12 34' })
    expect(kiosk.service.checked.map((each) => each.code)).toEqual(['1234'])
  })
})

describe('a code read aloud', () => {
  const code = { length: 6, alphabet: 'digits', voice: true } as const

  it('is offered where the service calls, counts as a code sent, and proves the phone', async () => {
    const kiosk = await atCode({ code })
    expect(await kiosk.sees('code')).toMatchObject({ canCall: true, called: false })
    expect((await kiosk.try({ type: 'callCode' })).ok).toBe(false)
    await kiosk.wait(30_000)
    await kiosk.tap('callCode')
    expect(await kiosk.sees('code')).toMatchObject({ called: true, resent: true })
    expect(kiosk.service.inbox.map(({ by }) => by)).toEqual(['sms', 'voice'])
    expect(kiosk.counted.kept.filter(({ kind }) => kind === 'codeSent')).toHaveLength(2)
    expect((await kiosk.try({ type: 'callCode' })).ok).toBe(false)
    await kiosk.typeCode()
    await kiosk.sees('dateOfBirth')
  })

  it('ends with the codes that a contact may have within the hour', async () => {
    const kiosk = await atCode({ code })
    for (let calls = 0; calls < 5; calls += 1) {
      await stayFor(kiosk, 5 * minuteMs)
      await kiosk.tap('callCode')
    }
    await kiosk.sees('tooManyTries')
    expect(kiosk.service.inbox).toHaveLength(5)
  })

  it('is a text again when another code is asked for', async () => {
    const kiosk = await atCode({ code })
    await kiosk.wait(30_000)
    await kiosk.tap('callCode')
    await kiosk.wait(30_000)
    await kiosk.tap('resendCode')
    await kiosk.wait(30_000)
    expect(await kiosk.sees('code')).toMatchObject({ called: false })
    expect(kiosk.service.inbox.at(-1)?.by).toBe('sms')
  })

  it.each([
    ['where the service does not call', {}],
    ['to an address', { code, channels: 'email' as const }],
  ])('is not offered %s', async (_, options) => {
    const kiosk = await atCode(options)
    expect(await kiosk.sees('code')).toMatchObject({ canCall: false })
    await kiosk.wait(30_000)
    expect((await kiosk.try({ type: 'callCode' })).ok).toBe(false)
  })
})
