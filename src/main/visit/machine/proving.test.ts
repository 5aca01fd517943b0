import { describe, expect, it } from 'vitest'
import { admits, logs, overlayIs, shows } from '../../../../test/harness/visit/moves.ts'
import {
  anasBirthday,
  anotherBirthday,
  submit,
  visit,
  VisitHarness,
} from '../../../../test/harness/visit/visit-harness.ts'
import { showContactMs } from './shown-contact.ts'

/** A patient who waits for a code at a contact. */
async function atCode(
  contact = '202 555 0143',
  options: ConstructorParameters<typeof VisitHarness>[0] = {},
) {
  const kiosk = await visit(options, admits('p1'), 'begin', submit(contact))
  return kiosk
}
const byEmail = () => atCode('ana@example.org', { channels: 'email' })
const sentTo = async (kiosk: VisitHarness) => (await kiosk.sees('code')).sentTo

describe('where a code went', () => {
  it('is told by the end of a number, or by an address without its name', async () => {
    expect(await sentTo(await atCode())).toEqual({ masked: '43', whole: null, canShow: true })
    expect(await sentTo(await byEmail())).toMatchObject({ masked: 'a…@example.org' })
  })

  it('is shown in whole on a tap, for a while and once', async () => {
    const kiosk = await atCode()
    await kiosk.tap('showContact')
    expect(await sentTo(kiosk)).toEqual({ masked: '43', whole: '+1 202 555 0143', canShow: false })
    await kiosk.wait(showContactMs)
    expect(await sentTo(kiosk)).toEqual({ masked: '43', whole: null, canShow: false })
    expect(await kiosk.try({ type: 'showContact' })).toMatchObject({ ok: false })
  })

  it('is whole no more after another screen, nor shown again for a wrong code', async () => {
    const kiosk = await atCode()
    await kiosk.play('showContact', { type: 'submitCode', code: '000000' })
    expect(await sentTo(kiosk)).toEqual({ masked: '43', whole: null, canShow: false })
    await kiosk.play('changeContact', submit('202 555 0199'))
    expect(await sentTo(kiosk)).toEqual({ masked: '99', whole: null, canShow: true })
    // What was to hide the first one hides nothing of the second.
    await kiosk.play(showContactMs - 1, 'showContact', 2)
    expect(await sentTo(kiosk)).toMatchObject({ whole: '+1 202 555 0199' })
  })
})

describe('the last try', () => {
  it('is told of before the last code that is taken', async () => {
    const kiosk = await atCode()
    for (const waitMs of [0, 0, 30_000, 60_000]) {
      expect(await kiosk.sees('code')).toMatchObject({ lastTry: false })
      await kiosk.play({ type: 'submitCode', code: '000000' }, waitMs)
    }
    expect(await kiosk.sees('code')).toMatchObject({ lastTry: true })
    await kiosk.play({ type: 'submitCode', code: '000000' }, 'at tooManyTries')
  })

  it('is told of before the last date of birth, also to the next who comes', async () => {
    const kiosk = await atCode()
    await kiosk.play('code', shows('dateOfBirth', { lastTry: false }), anotherBirthday)
    await kiosk.play(shows('dateOfBirth', { error: 'notMatched', lastTry: true }), 'startOver')
    await kiosk.play('confirmStartOver', 30_000, 'prove')
    await kiosk.play(shows('dateOfBirth', { error: null, lastTry: true }))
  })

  it('is told of at the lock', async () => {
    const kiosk = await atCode()
    await kiosk.play('code', anasBirthday, 'help', 'closeHelp', shows('locked', { lastTry: false }))
    await kiosk.play(anotherBirthday, shows('locked', { error: 'notMatched', lastTry: true }))
  })
})

describe('who the patient is', () => {
  it('may be somebody without a phone or an address: the desk, and a number', async () => {
    const kiosk = await visit({}, 'begin', 'askWithoutContact')
    const { helpNumber } = await kiosk.sees('askStaff')
    expect(kiosk.logged('staffNeeded')).toEqual([{ reason: 'noContact', helpNumber }])
    expect(kiosk.service.calls).toEqual([])
  })

  it('may be a child: staff know that the date of somebody else was given', async () => {
    const kiosk = await atCode()
    await kiosk.play('code', { type: 'sayForWhom', isForAnother: true })
    await kiosk.play(shows('dateOfBirth', { isForAnother: true }), anotherBirthday, anotherBirthday)
    await kiosk.play('at askStaff', logs('staffNeeded', { reason: 'dateOfBirthOfAnother' }))
  })

  it('may be a child whose own record has the phone: the date matches', async () => {
    const kiosk = await atCode()
    await kiosk.play('code', { type: 'sayForWhom', isForAnother: true }, anasBirthday)
    await kiosk.play('at completing')
  })
})

describe('idle over a code', () => {
  it('lets three minutes pass for a code by e-mail', async () => {
    const kiosk = await byEmail()
    await kiosk.play(3 * 60_000 - 1, overlayIs(null), 1, overlayIs({ name: 'idleWarning' }))
  })

  it('asks sooner for a code by text', async () => {
    const kiosk = await atCode()
    await kiosk.play(kiosk.settings.idle.afterMs, overlayIs({ name: 'idleWarning' }))
  })
})
