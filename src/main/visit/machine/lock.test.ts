import { expect, it } from 'vitest'
import {
  admits,
  fails,
  formIs,
  formIsLost,
  logs,
  overlayIs,
  recovers,
  refuses,
  shows,
} from '../../../../test/harness/visit/moves.ts'
import {
  anasBirthday,
  anotherBirthday,
  visit,
  VisitHarness,
} from '../../../../test/harness/visit/visit-harness.ts'

/** A patient who was in the form has asked for help and gone to the desk. */
async function leftForHelp() {
  const kiosk = await visit({}, admits('p1'), 'reachForm', 'help')
  return kiosk
}

it('asks who comes back from help for the date of birth, and then shows the form again', async () => {
  const kiosk = await leftForHelp()
  await kiosk.play('closeHelp', shows('locked', { error: null }), formIs({ visible: false }))
  await kiosk.play(anasBirthday, 'at completing', formIs({ visible: true, closed: false }))
})

it('tells the page nothing of the visit while help is open', async () => {
  const kiosk = await leftForHelp()
  await kiosk.play('at locked', overlayIs({ name: 'help' }))
})

it('takes one wrong date; the second one wipes the visit', async () => {
  const kiosk = await leftForHelp()
  await kiosk.play('closeHelp', anotherBirthday, shows('locked', { error: 'notMatched' }))
  await kiosk.play(anotherBirthday, 'at welcome', formIs({ closed: true }))
  await kiosk.play(logs('visitEnded', { reason: 'notUnlocked' }))
})

it('counts what is no date for nothing', async () => {
  const kiosk = await leftForHelp()
  await kiosk.tap('closeHelp')
  for (let time = 0; time < 3; time += 1) {
    await kiosk.play({ ...anasBirthday, month: '13' }, shows('locked', { error: 'notADate' }))
  }
  await kiosk.play(anasBirthday, 'at completing')
})

it('gives no more tries to who asks for help again', async () => {
  const kiosk = await leftForHelp()
  await kiosk.play('closeHelp', anotherBirthday, 'help', 'closeHelp')
  await kiosk.play(shows('locked', { error: 'notMatched' }), anotherBirthday, 'at welcome')
})

it('stays locked under every warning, and whatever the form does meanwhile', async () => {
  const kiosk = await leftForHelp()
  await kiosk.play(60_000, overlayIs({ name: 'idleWarning' }), 'stillHere')
  await kiosk.play(overlayIs({ name: 'help' }), 'startOver', 'cancelStartOver', 'at locked')
  await kiosk.play(formIsLost, 'at locked')
  expect(kiosk.forms.some((form) => form.visible && !form.closed)).toBe(false)
})

it('leaves the help number for a minute, then asks, then wipes', async () => {
  const kiosk = await leftForHelp()
  await kiosk.play(59_999, overlayIs({ name: 'help' }), 1, overlayIs({ name: 'idleWarning' }))
  await kiosk.play(kiosk.settings.idle.warningMs, 'at welcome')
})

it('asks for nothing before it is known whose visit it is', async () => {
  await visit({}, 'begin', 'help', 'closeHelp', 'at contact')
})

it('is locked too when help comes while the date of birth is being compared', async () => {
  const kiosk = await visit({}, admits('p1'), 'prove', fails('dateOfBirth', 'timedOut'))
  await kiosk.play(anasBirthday, 'help', recovers, 10_000, 'closeHelp', 'at locked')
  await kiosk.play(formIs({ visible: false }), anasBirthday, 'at completing')
})

it('asks as before who gave another date than the record has', async () => {
  const kiosk = await visit({}, admits('p1'), 'prove', fails('dateOfBirth', 'timedOut'))
  await kiosk.play(anotherBirthday, 'help', 'at locked', recovers, 10_000, 'closeHelp')
  await kiosk.play(shows('dateOfBirth', { error: 'notMatched' }))
})

it.each(['code', 'sending'] as const)('shows no contact in whole after help at %s', async (at) => {
  const kiosk = await visit({}, admits('p1'), 'begin')
  if (at === 'sending') kiosk.service.fail('sendCode', 'timedOut')
  await kiosk.askForCode()
  if (at === 'code') await kiosk.tap('showContact')
  await kiosk.play('help', recovers, 5_000, 'closeHelp')
  expect((await kiosk.sees('code')).sentTo).toEqual({ masked: '43', whole: null, canShow: false })
  expect((await kiosk.try({ type: 'showContact' })).ok).toBe(false)
})

it('names no packet of the patient while it is locked', async () => {
  const kiosk = await visit({}, admits('p1', 'p2'), 'prove', anasBirthday, 'at choosePacket')
  await kiosk.play('help')
  expect(JSON.stringify(kiosk.view)).not.toContain('packets')
  await kiosk.play('closeHelp', 'at locked', anasBirthday, 'at choosePacket')
})

it('shows the last words of a visit without a lock', async () => {
  const kiosk = await visit({}, admits(), 'prove', anasBirthday, 'at nothingWaiting', 'help')
  await kiosk.play('closeHelp', 'at nothingWaiting')
})

it('shows no question of the page while it is locked, and shows it again after', async () => {
  const kiosk = await leftForHelp()
  await kiosk.play('closeHelp', anasBirthday)
  void kiosk.form.events.onDialog({ kind: 'confirm', text: 'Chest pain?', typed: '' })
  await kiosk.play(0, overlayIs({ name: 'formAsks' }), 'help', 'closeHelp', overlayIs(null))
  await kiosk.play(anasBirthday, overlayIs({ name: 'formAsks', text: 'Chest pain?' }))
})

/** A patient without a record has typed in the public forms, and gone to the desk. */
async function leftPublicForms(contact?: string) {
  const kiosk = new VisitHarness({
    noMatch: 'publicLink',
    packets: { defaultTemplateGroupId: 7 },
    channels: contact === undefined ? 'sms' : 'email',
  })
  await kiosk.prove(contact)
  await kiosk.play('openPublicForms', 'at completing', 'help', 'closeHelp')
  return kiosk
}

it.each([
  ['sms', undefined, '+1 202-555-0143', '(202) 555-0144'],
  ['email', 'who@example.org', ' Who@Example.org', 'me@example.org'],
] as const)(
  'asks for the contact that was proved, by %s, where there is no record',
  async (channel, contact, same, another) => {
    const kiosk = await leftPublicForms(contact)
    await kiosk.play(shows('lockedByContact', { channel, error: null }), formIs({ visible: false }))
    await kiosk.play(refuses(anasBirthday))
    for (const [value, error] of [
      ['', 'empty'],
      ['12', 'notValid'],
      [another, 'notMatched'],
    ] as const) {
      await kiosk.play({ type: 'submitContact', value }, shows('lockedByContact', { error }))
    }
    expect(await kiosk.sees('lockedByContact')).toMatchObject({ lastTry: true })
    await kiosk.play({ type: 'submitContact', value: same }, 'at completing')
    expect(kiosk.form).toMatchObject({ visible: true, closed: false })
  },
)

it('wipes the public forms after two other contacts, and one of a country without codes is another', async () => {
  const kiosk = await leftPublicForms()
  await kiosk.play({ type: 'submitContact', value: '+34 612 345 678' })
  await kiosk.play(shows('lockedByContact', { error: 'notMatched' }))
  await kiosk.play({ type: 'submitContact', value: '(202) 555-0144' }, 'at welcome')
  await kiosk.play(formIs({ closed: true }), logs('visitEnded', { reason: 'notUnlocked' }))
})

it('asks for the contact as well when help comes while the last code is being checked', async () => {
  const kiosk = new VisitHarness({
    noMatch: 'publicLink',
    packets: { defaultTemplateGroupId: 7 },
  })
  await kiosk.play('begin', 'phone', fails('matchPatient', 'timedOut'), 'code', 'help', recovers)
  await kiosk.play(10_000, 'closeHelp', 'at lockedByContact')
})
