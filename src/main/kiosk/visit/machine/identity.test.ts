import { describe, expect, it } from 'vitest'
import type { PatientCommand } from '../../../../shared/ipc.ts'
import { err, ok } from '../../../../shared/result.ts'
import { failure } from '#harness/visit/fake-service.ts'
import * as m from '#harness/visit/moves.ts'
import {
  atCode,
  anasBirthday,
  anotherBirthday,
  submit,
  visit,
  wrongCode,
  type VisitHarness,
} from '#harness/visit/visit-harness.ts'
import { showContactMs } from './identity-steps.ts'

const email = 'ana@example.org'
const phone = '+12025550143'
const idleWarning = { name: 'idleWarning' }

describe('proving a contact', () => {
  it('phone only', async () => {
    const kiosk = await visit({ channels: 'sms' }, m.admits('p1'), 'begin')
    expect(await kiosk.sees('contact')).toEqual({
      name: 'contact',
      channel: 'sms',
      phoneRegion: 'US',
      step: null,
      canUseDeskCode: false,
      canUseOtherChannel: false,
      error: null,
      errorCount: 0,
    })
    await kiosk.play(m.refuses('useOtherChannel'), submit('202-555-0143'))
    await kiosk.play(m.codesWentTo(phone), 'code', 'at dateOfBirth')
  })

  it('either of the two, as the patient likes', async () => {
    const kiosk = await visit({ channels: 'either' }, m.admits('p1'), 'begin')
    await kiosk.play(m.shows('contact', { channel: 'sms', canUseOtherChannel: true }))
    await kiosk.play('useOtherChannel')
    await kiosk.play(m.shows('contact', { channel: 'email', canUseOtherChannel: true }))
    await kiosk.play(submit(email), 'code', 'at dateOfBirth')
  })

  it('both required', async () => {
    const kiosk = await visit({ channels: 'both' }, m.admits('p1'), 'begin')
    await kiosk.play(m.shows('contact', { channel: 'sms', step: { current: 1, total: 2 } }))
    const second = { channel: 'email', step: { current: 2, total: 2 }, error: null }
    await kiosk.play(submit(phone), 'code', m.shows('contact', second))
    await kiosk.play(m.calls('matchPatient', 0), submit(email), 'code', 'at dateOfBirth')
    await kiosk.play(m.calls('createProof', 1))
  })

  it('says what is wrong with a contact, and sends nothing', async () => {
    const kiosk = await visit({}, 'begin', submit('  '), m.shows('contact', { error: 'empty' }))
    await kiosk.play(submit('12'), m.shows('contact', { error: 'notValid' }), m.asksNothing)
  })

  it('refuses a phone that gets no codes kindly, and asks nothing', async () => {
    const kiosk = await visit({}, 'begin', submit('+1 900 555 1234'), m.asksNothing, m.counted())
    await kiosk.play(m.shows('contact', { error: 'notServed', errorCount: 1 }), 'phone', 'at code')
  })

  it('sends a code to a country that the clinic lists', () =>
    visit({ phoneCountries: ['GB'] }, 'begin', submit('+44 20 7946 0958'), 'at code'))

  it('says the same error again as often as it is made: each is a view of its own', async () => {
    const kiosk = await visit({}, m.admits('p1'), 'begin')
    const twice = async (command: PatientCommand, error: string) => {
      await kiosk.tap(command)
      const first = kiosk.view
      await kiosk.tap(command)
      expect(kiosk.view.sequence).toBeGreaterThan(first.sequence)
      const errorCount = expect.any(Number) as number
      expect(kiosk.view.screen).toEqual({ ...first.screen, error, errorCount })
    }
    await twice(submit('12'), 'notValid')
    await kiosk.play('phone')
    await twice({ type: 'submitCode', code: '12' }, 'incomplete')
    await kiosk.play('code', 'at dateOfBirth')
    await twice({ type: 'submitDateOfBirth', year: '1984', month: '2', day: '31' }, 'notADate')
  })

  it.each(['rejected', 'notFound', 'conflictingMatches', 'refusedByEnvelope'] as const)(
    'blames nobody for a contact that the service refuses, and takes another one: %s',
    async (kind) => {
      const kiosk = await visit({ channels: 'either' }, 'begin', m.fails('sendCode', kind), 'phone')
      await kiosk.play(m.shows('contact', { error: 'notSent', canUseOtherChannel: true }))
      await kiosk.play(m.recovers, 'phone', 'at code')
    },
  )

  it('makes one new proof where the old one is gone, and no more', async () => {
    const kiosk = await visit({}, 'begin', m.isUnclear('gone'), m.fails('sendCode', 'notFound'))
    await kiosk.play('phone', m.shows('contact', { error: 'notSent' }))
    await kiosk.play(m.calls('createProof', 2), m.calls('sendCode', 2))
  })
})

describe('the code', () => {
  it('too many wrong codes: the wait is told each time, and the last try', async () => {
    const kiosk = await atCode()
    for (const waitMs of [0, 0, 30_000, 60_000]) {
      await kiosk.play(m.shows('code', { lastTry: false }), wrongCode)
      await kiosk.play(m.shows('code', { error: 'wrong', waitMs }), waitMs)
    }
    await kiosk.play(m.shows('code', { lastTry: true }), wrongCode)
    await kiosk.play(m.shows('tooManyTries', { closesInMs: 20_000 }))
    await kiosk.play(m.logs('staffNeeded', { reason: 'tooManyWrongCodes' }))
  })

  it('too many wrong codes, also over several visits and new codes', async () => {
    const kiosk = await atCode()
    await kiosk.play(wrongCode, wrongCode, wrongCode, 30_000, 'resendCode', 'startOver')
    await kiosk.play('confirmStartOver', 'begin', 'phone', 30_000, wrongCode, 'at code')
    await kiosk.play(60_000, wrongCode, 'at tooManyTries', 'done', 'begin')
    const sent = kiosk.service.timesCalled('sendCode')
    await kiosk.play('phone', 'at tooManyTries', m.calls('sendCode', sent))
  })

  it('too many codes asked for', async () => {
    const kiosk = await atCode({ desk: true })
    for (const resendInMs of [30_000, 60_000, 120_000, 30_000]) {
      await kiosk.play(30_000, 'resendCode', m.shows('code', { resendInMs }), resendInMs - 30_000)
      await kiosk.play('stillHere')
    }
    await kiosk.play(30_000, 'resendCode', 'at tooManyTries', m.calls('sendCode', 5))
    await kiosk.play(m.logs('staffNeeded', { reason: 'tooManyCodes' }))
    expect(kiosk.desk.needed).toMatchObject([{ reason: 'tooManyCodes', language: 'en' }])
  })

  it('locked by the service itself', async () => {
    const kiosk = await atCode()
    kiosk.service.lock()
    await kiosk.play('code', 'at tooManyTries')
  })

  it('resend: the earlier code stays valid, and the next one waits 30 s', async () => {
    const kiosk = await atCode()
    await kiosk.play(m.refuses('resendCode'), 29_999, m.refuses('resendCode'), 1, 'resendCode')
    await kiosk.play(m.shows('code', { resent: true, resendInMs: 30_000 }))
    await kiosk.play(m.codesWentTo(phone, phone), m.firstCode, 'at dateOfBirth')
    await kiosk.play(m.calls('createProof', 1))
  })

  it('change the number', async () => {
    const kiosk = await atCode({}, '202 555 0199')
    await kiosk.play('changeContact', m.shows('contact', { error: null }), 'phone')
    await kiosk.play(m.shows('code', { resent: false, error: null }))
    await kiosk.play(m.codesWentTo('+12025550199', phone), m.calls('createProof', 2))
    await kiosk.play('code', 'at dateOfBirth')
  })

  it('the same number again within 30 s: nothing is sent, and the earlier code is still asked for', async () => {
    const kiosk = await atCode()
    await kiosk.play(10_000, 'changeContact', 'phone', m.refuses('resendCode'))
    await kiosk.play(m.shows('code', { resendInMs: 20_000, resent: false }), 'changeContact')
    await kiosk.play(submit('202 555 0199'), 5_000, 'changeContact', 'phone')
    await kiosk.play(m.shows('code', { resendInMs: 15_000 }), m.codesWentTo(phone, '+12025550199'))
    await kiosk.play(m.firstCode, 'at dateOfBirth')
  })

  it('idle: three minutes pass for one by e-mail, four with a tap, less for one by text', async () => {
    const kiosk = await atCode({ channels: 'email' }, email)
    await kiosk.play(3 * 60_000 - 1, m.overlayIs(null), 1, m.overlayIs(idleWarning))
    await kiosk.play(29_000, 'stillHere', 60_000, m.overlayIs(null), 'code', 'at dateOfBirth')
    const byText = await atCode()
    await byText.play(byText.settings.idle.afterMs, m.overlayIs(idleWarning))
  })
})

describe('where a code went', () => {
  const masked = { masked: '43', whole: null, canShow: false }
  const sentTo = (told: object) => async (kiosk: VisitHarness) =>
    expect((await kiosk.sees('code')).sentTo).toEqual(told)

  it('is told by the end of a number, or by an address without its name', async () => {
    await (await atCode()).play(sentTo({ ...masked, canShow: true }))
    const kiosk = await atCode({ channels: 'email' }, email)
    await kiosk.play(sentTo({ ...masked, masked: 'a…@example.org', canShow: true }))
  })

  it('is shown in whole on a tap, for a while and once', async () => {
    const kiosk = await atCode()
    await kiosk.play('showContact', sentTo({ ...masked, whole: '+1 202 555 0143' }))
    await kiosk.play(showContactMs, sentTo(masked), m.refuses('showContact'))
  })

  it('is whole no more after another screen, nor shown again for a wrong code', async () => {
    const kiosk = await atCode()
    await kiosk.play('showContact', wrongCode, sentTo(masked))
    await kiosk.play('changeContact', submit('202 555 0199'))
    await kiosk.play(sentTo({ masked: '99', whole: null, canShow: true }))
    // The timer that was to hide the first contact does not hide the second.
    await kiosk.play(showContactMs - 1, 'showContact', 2)
    await kiosk.play(sentTo({ masked: '99', whole: '+1 202 555 0199', canShow: false }))
  })
})

describe('who the patient is', () => {
  const forAnother = { type: 'sayForWhom', isForAnother: true } as const

  it('may be somebody without a phone or an address: the desk, and a number', async () => {
    const kiosk = await visit({}, 'begin', 'askWithoutContact', m.asksNothing)
    const { helpNumber } = await kiosk.sees('askStaff')
    expect(kiosk.logged('staffNeeded')).toEqual([{ reason: 'noContact', helpNumber }])
  })

  it('may be a child: staff know that the date of somebody else was given', async () => {
    const kiosk = await atCode()
    await kiosk.play('code', forAnother, m.shows('dateOfBirth', { isForAnother: true }))
    await kiosk.play(anotherBirthday, anotherBirthday, 'at askStaff')
    await kiosk.play(m.logs('staffNeeded', { reason: 'dateOfBirthOfAnother' }))
  })

  it('may be one child after another with one phone, whose code is asked for once', async () => {
    const kiosk = await visit({}, m.admits('p1'), m.admitsBen, 'begin', 'phone', 'code')
    await kiosk.play(m.named('Ana'), anasBirthday, 'at completing')
    await kiosk.play(m.completes, 'finish', m.shows('finished', { canCheckInAnother: true }))
    await kiosk.play('checkInAnother', 'at fullName', m.named('Ben'), 'at dateOfBirth')
    await kiosk.play(
      forAnother,
      anasBirthday,
      m.shows('nothingWaiting', { canCheckInAnother: true }),
    )
    await kiosk.play('done', 'begin', 'at contact', m.codesWentTo(phone))
    expect(new Set(kiosk.logged('visitStarted').map(({ helpNumber }) => helpNumber)).size).toBe(3)
  })

  it('is nobody else’s child where the contact is one person’s', async () => {
    const kiosk = await visit({}, m.admits('p1'), 'begin', 'phone', 'code', anasBirthday)
    await kiosk.play('at completing', m.completes, 'finish', 'at finished')
    expect(await kiosk.sees('finished')).not.toHaveProperty('canCheckInAnother')
    await kiosk.play(m.refuses('checkInAnother'))
  })

  it('is nobody any more who begins after the last words, or a wipe that failed', async () => {
    const kiosk = await visit({}, m.admits('p1'), m.admitsBen, 'begin', 'phone', 'code')
    await kiosk.play(m.named('Ana'), anasBirthday, m.completes, 'finish', 20_000, 'at welcome')
    await kiosk.play('begin', 'at contact', submit('202-555-0143'), 30_000, 'code')
    await kiosk.play(m.named('Ben'), anasBirthday, 'at nothingWaiting')
    kiosk.renewalsToFail = 1
    await kiosk.play('checkInAnother', 'at welcome', 5_000, 'begin', 'at contact')
  })
})

describe('a code whose answer does not say what came of it', () => {
  it('is right when the proof says so', async () =>
    (await atCode()).play(m.isUnclear(), 'code', 'at dateOfBirth', m.calls('verifyCode', 1)))

  it('is wrong while the proof is pending, and counts as one', async () => {
    const kiosk = await atCode()
    await kiosk.play(m.isUnclear(), wrongCode, m.shows('code', { error: 'wrong' }))
    await kiosk.play(m.counted('codeSent', 'unansweredCode', 'wrongCode'))
  })

  it('leads on to the other contact where two are asked for and this one is verified', async () => {
    const kiosk = await atCode({ channels: 'both' })
    await kiosk.play(m.isUnclear(), 'code', m.shows('contact', { channel: 'email', error: null }))
  })

  it('leads to a person when the proof is locked', async () =>
    (await atCode()).play(m.isUnclear('locked'), wrongCode, 'at tooManyTries'))

  it('leads to a new proof when this one is gone', async () => {
    const kiosk = await atCode()
    await kiosk.play(m.isUnclear('gone'), 'code')
    await kiosk.play(m.shows('code', { error: 'expired', resendInMs: 0 }), m.isUnclear())
    await kiosk.play('resendCode', 'code', 'at dateOfBirth', m.calls('createProof', 2))
  })
})

describe('a proof whose state cannot be read', () => {
  it('counts by the service’s word about the code', async () => {
    const kiosk = await atCode()
    await kiosk.play(m.fails('proofStatus', 'unreadableAnswer'), 'code', 'at dateOfBirth')
    await kiosk.play(m.logs('callFailed', { operation: 'proofStatus' }))
  })

  it('counts so for each of two contacts', async () => {
    const kiosk = await atCode({ channels: 'both' })
    await kiosk.play(m.fails('proofStatus', 'unreadableAnswer'), 'code', 'at contact')
    await kiosk.play(submit(email), 'code', 'at dateOfBirth')
  })
})

describe('an operation that fails while the others work', () => {
  it.each(['matchPatient', 'openPackets', 'completionUrl'] as const)(
    '%s: leads to a person at once, and staff are told what came',
    async (method) => {
      const kiosk = await atCode()
      kiosk.service[method] = () =>
        Promise.resolve(err({ ...failure('forbidden', method), isolated: true }))
      await kiosk.play('code', ...(method === 'matchPatient' ? [] : [anasBirthday]))
      const { helpNumber } = await kiosk.sees('askStaff')
      const line = { reason: 'refused', operation: method, helpNumber }
      expect(kiosk.logged('staffNeeded')).toEqual([line])
    },
  )

  it('with an answer that cannot be read leads there too, with what was expected and what came', async () => {
    const kiosk = await atCode()
    await kiosk.play(m.fails('matchPatient', 'unreadableAnswer'), 'code', 'at askStaff')
    const line = { reason: 'unreadable', operation: 'matchPatient', detail: 'connection refused' }
    await kiosk.play(m.calls('matchPatient', 1), m.logs('staffNeeded', line))
  })
})

it('nobody is told that something is missing where the service does not say it in a known word', async () => {
  const kiosk = await visit({}, m.admits('p1'), 'reachForm')
  kiosk.service.packetProgress = () => Promise.resolve(ok({ completed: null, formsLeft: null }))
  await kiosk.play('finish', m.shows('finished', { kind: 'closed' }))
  await kiosk.play(m.logs('callFailed', { error: 'unreadableAnswer' }))
})

describe('codes that nobody answers', () => {
  /** As many codes as somebody had sent to made-up numbers just now; then another visit begins. */
  const after = (count: number) => async (kiosk: VisitHarness) => {
    for (let made = 0; made < count; made += 1)
      kiosk.counted.add('unansweredCode', `+1202555${made}`, kiosk.clock.now(), -1)
    await kiosk.play('startOver', 'confirmStartOver', 'begin')
  }

  it('slow everybody’s down, and never for long', async () => {
    const kiosk = await atCode()
    await kiosk.play(after(200), submit('202 555 0199'), m.shows('sending', { waitMs: 120_000 }))
    await kiosk.play(119_999, m.overlayIs(null), m.calls('sendCode', 1), 1, 'code', 'at askStaff')
  })

  it('make everybody wait alike, whether the contact is known or not', async () => {
    const waiting = async (contact: string) => {
      const kiosk = await atCode()
      await kiosk.play(after(30))
      const { length } = kiosk.views
      await kiosk.play(submit(contact), 60_000)
      return kiosk.views.slice(length).map(({ sequence: _, ...view }) => view)
    }
    // Both end in the same two digits, which are shown.
    expect(await waiting('202 555 0143')).toEqual(await waiting('312 555 0143'))
  })

  it('keep the idle time from running while a patient waits for their turn, and let it run after', async () => {
    const kiosk = await atCode({ idle: { afterMs: 10_000 } })
    await kiosk.play(after(200), m.fails('sendCode', 'timedOut'), submit('202 555 0199'), 119_999)
    await kiosk.play(m.overlayIs(null), 1, 'at sending', 10_000, m.overlayIs(idleWarning))
  })

  it('are told to staff, and those that are answered are not', async () => {
    const kiosk = await atCode()
    await kiosk.play('code', after(18), submit('202 555 0198'), m.logs('unusualCodes'))
    await kiosk.play('changeContact', submit('202 555 0199'), m.logs('unusualCodes', {}))
  })
})
