import { describe, expect, it } from 'vitest'
import * as m from '#harness/visit/moves.ts'
import { atCode, visit, type Move } from '#harness/visit/visit-harness.ts'

const typed = (code: string) => ({ type: 'submitCode', code }) as const
const wasChecked =
  (...codes: string[]): Move =>
  ({ service }) =>
    expect(service.checked.map(({ code }) => code)).toEqual(codes)
/** So many minutes pass for a patient who stays in touch, the last of them less these ms. */
const stays = (minutes: number, lessMs = 0): Move[] =>
  Array.from({ length: minutes }, (_, minute): Move[] => [
    'activity',
    minute === minutes - 1 ? 60_000 - lessMs : 60_000,
  ]).flat()

describe('a code (NIST SP 800-63B-4)', () => {
  it.each(['12345', '1234567', 'abcdef', ''])('has six digits: %j is not checked', async (code) => {
    await (await atCode()).play(typed(code), m.shows('code', { error: 'incomplete' }), wasChecked())
  })

  it('is checked until 10 minutes after it was sent', async () =>
    (await atCode()).play(...stays(10, 1), 'code', 'at dateOfBirth'))

  it('is refused by Foyer itself from then on, and the service not asked', async () => {
    const kiosk = await atCode()
    await kiosk.play(...stays(10), 'code', m.shows('code', { error: 'expired', resendInMs: 0 }))
    await kiosk.play(wasChecked(), 'resendCode', 'code', 'at dateOfBirth')
  })

  it('is refused after 10 minutes also when it was never known whether it was sent', async () => {
    const loses: Move = ({ service }) => service.loseAnswer('sendCode')
    const kiosk = await visit({}, m.admits('p1'), 'begin', loses, 'phone', 'at sending', 'retry')
    await kiosk.play(...stays(10), 'code', m.shows('code', { error: 'expired' }))
  })

  it('cannot be given again once it was right, whatever the service says next', async () => {
    const kiosk = await atCode()
    const again = m.refuses(typed(kiosk.service.inbox[0]?.code ?? ''))
    await kiosk.play(m.fails('proofStatus', 'timedOut'), 'code', m.outage, again, 'retry', again)
    await kiosk.play(m.recovers, 'retry', 'at dateOfBirth', m.calls('verifyCode', 1))
  })
})

describe('a code by the rules of the wire profile', () => {
  const shown = { length: 8, alphabet: 'alphanumeric' } as const
  const code = { ...shown, voice: false }

  it('is told to the screen, and checked when it is whole, in capitals', async () => {
    const kiosk = await atCode({ code })
    await kiosk.play(m.shows('code', shown), typed('ab23-k4z9'), wasChecked('AB23K4Z9'))
  })

  it.each(['123456', 'AB23K4Z', 'AB23K4Z9X', 'AB23K4Z+'])('is not checked as %j', async (text) => {
    const kiosk = await atCode({ code })
    await kiosk.play(typed(text), m.shows('code', { error: 'incomplete' }), wasChecked())
  })

  it('may have four digits', async () => {
    const kiosk = await atCode({ code: { length: 4, alphabet: 'digits', voice: false } })
    await kiosk.play(typed('12 34'), wasChecked('1234'))
  })
})

describe('a code read aloud', () => {
  const code = { length: 6, alphabet: 'digits', voice: true } as const
  const wentBy =
    (...ways: string[]): Move =>
    ({ service }) =>
      expect(service.inbox.map(({ by }) => by)).toEqual(ways)

  it('is offered where the service calls, counts as a code sent, and proves the phone', async () => {
    const kiosk = await atCode({ code })
    await kiosk.play(m.shows('code', { canCall: true, called: false }), m.refuses('callCode'))
    await kiosk.play(30_000, 'callCode', m.shows('code', { called: true, resent: true }))
    await kiosk.play(wentBy('sms', 'voice'), m.refuses('callCode'))
    expect(kiosk.counted.kept.filter(({ kind }) => kind === 'codeSent')).toHaveLength(2)
    await kiosk.play('code', 'at dateOfBirth')
  })

  it('ends with the codes that a contact may have within the hour', async () => {
    const kiosk = await atCode({ code })
    for (let calls = 0; calls < 5; calls += 1) await kiosk.play(...stays(5), 'callCode')
    await kiosk.play('at tooManyTries', wentBy('sms', 'voice', 'voice', 'voice', 'voice'))
  })

  it('is a text again when another code is asked for', async () => {
    const kiosk = await atCode({ code })
    await kiosk.play(30_000, 'callCode', 30_000, 'resendCode', 30_000)
    await kiosk.play(m.shows('code', { called: false }), wentBy('sms', 'voice', 'sms'))
  })

  it.each([
    ['where the service does not call', {}, undefined],
    ['to an address', { code, channels: 'email' as const }, 'ana@example.org'],
  ])('is not offered %s', async (_, options, contact) => {
    const kiosk = await atCode(options, contact)
    await kiosk.play(m.shows('code', { canCall: false }), 30_000, m.refuses('callCode'))
  })
})
