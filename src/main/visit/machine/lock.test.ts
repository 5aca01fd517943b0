import { expect, it } from 'vitest'
import {
  anasBirthday,
  anotherBirthday,
  VisitHarness,
} from '../../../../test/harness/visit/visit-harness.ts'

/** A patient who was in the form has asked for help and gone to the desk. */
async function leftForHelp() {
  const kiosk = new VisitHarness()
  kiosk.admitAna('p1')
  await kiosk.play('reachForm', 'help')
  return kiosk
}

it('asks who comes back from help for the date of birth, and then shows the form again', async () => {
  const kiosk = await leftForHelp()
  await kiosk.tap('closeHelp')
  expect(await kiosk.sees('locked')).toMatchObject({ error: null })
  expect(kiosk.form.visible).toBe(false)
  await kiosk.play(anasBirthday, 'at completing')
  expect(kiosk.form).toMatchObject({ visible: true, closed: false })
})

it('tells the page nothing of the visit while help is open', async () => {
  const kiosk = await leftForHelp()
  await kiosk.sees('locked')
  expect(kiosk.view.overlay).toMatchObject({ name: 'help' })
})

it('takes one wrong date; the second one wipes the visit', async () => {
  const kiosk = await leftForHelp()
  await kiosk.play('closeHelp', anotherBirthday)
  expect(await kiosk.sees('locked')).toMatchObject({ error: 'notMatched' })
  await kiosk.play(anotherBirthday, 'at welcome')
  expect(kiosk.form.closed).toBe(true)
  expect(kiosk.logged('visitEnded')).toMatchObject([{ reason: 'notUnlocked' }])
})

it('counts what is no date for nothing', async () => {
  const kiosk = await leftForHelp()
  await kiosk.tap('closeHelp')
  for (let time = 0; time < 3; time += 1) {
    await kiosk.tap({ ...anasBirthday, month: '13' })
    expect(await kiosk.sees('locked')).toMatchObject({ error: 'notADate' })
  }
  await kiosk.play(anasBirthday, 'at completing')
})

it('gives no more tries to who asks for help again', async () => {
  const kiosk = await leftForHelp()
  await kiosk.play('closeHelp', anotherBirthday, 'help', 'closeHelp')
  expect(await kiosk.sees('locked')).toMatchObject({ error: 'notMatched' })
  await kiosk.play(anotherBirthday, 'at welcome')
})

it('stays locked under every warning, and whatever the form does meanwhile', async () => {
  const kiosk = await leftForHelp()
  await kiosk.wait(60_000)
  expect(kiosk.view.overlay).toMatchObject({ name: 'idleWarning' })
  await kiosk.tap('stillHere')
  expect(kiosk.view.overlay).toMatchObject({ name: 'help' })
  await kiosk.play('startOver', 'cancelStartOver', 'at locked')
  kiosk.form.events.onGone()
  await kiosk.sees('locked')
  expect(kiosk.forms.some((form) => form.visible && !form.closed)).toBe(false)
})

it('leaves the help number for a minute, then asks, then wipes', async () => {
  const kiosk = await leftForHelp()
  await kiosk.wait(59_999)
  expect(kiosk.view.overlay).toMatchObject({ name: 'help' })
  await kiosk.wait(1)
  expect(kiosk.view.overlay).toMatchObject({ name: 'idleWarning' })
  await kiosk.play(kiosk.settings.idle.warningMs, 'at welcome')
})

it('asks for nothing before it is known whose visit it is', async () => {
  const kiosk = new VisitHarness()
  await kiosk.play('begin', 'help', 'closeHelp', 'at contact')
})

it('is locked too when help comes while the date of birth is being compared', async () => {
  const kiosk = new VisitHarness()
  kiosk.admitAna('p1')
  await kiosk.prove()
  kiosk.service.fail('dateOfBirth', 'timedOut')
  await kiosk.play(anasBirthday, 'help')
  kiosk.service.recover()
  await kiosk.play(10_000, 'closeHelp', 'at locked')
  expect(kiosk.form.visible).toBe(false)
  await kiosk.play(anasBirthday, 'at completing')
})

it('asks as before who gave another date than the record has', async () => {
  const kiosk = new VisitHarness()
  kiosk.admitAna('p1')
  await kiosk.prove()
  kiosk.service.fail('dateOfBirth', 'timedOut')
  await kiosk.play(anotherBirthday, 'help', 'at locked')
  kiosk.service.recover()
  await kiosk.play(10_000, 'closeHelp')
  expect(await kiosk.sees('dateOfBirth')).toMatchObject({ error: 'notMatched' })
})

it.each(['code', 'sending'] as const)('shows no contact in whole after help at %s', async (at) => {
  const kiosk = new VisitHarness()
  kiosk.admitAna('p1')
  await kiosk.tap('begin')
  if (at === 'sending') kiosk.service.fail('sendCode', 'timedOut')
  await kiosk.askForCode()
  if (at === 'code') await kiosk.tap('showContact')
  await kiosk.tap('help')
  kiosk.service.recover()
  await kiosk.play(5_000, 'closeHelp')
  expect((await kiosk.sees('code')).sentTo).toEqual({ masked: '43', whole: null, canShow: false })
  expect((await kiosk.try({ type: 'showContact' })).ok).toBe(false)
})

it('names no packet of the patient while it is locked', async () => {
  const kiosk = new VisitHarness()
  kiosk.admitAna('p1', 'p2')
  await kiosk.play('prove', anasBirthday, 'at choosePacket', 'help')
  expect(JSON.stringify(kiosk.view)).not.toContain('packets')
  await kiosk.play('closeHelp', 'at locked', anasBirthday, 'at choosePacket')
})

it('shows the last words of a visit without a lock', async () => {
  const kiosk = new VisitHarness()
  kiosk.admitAna()
  await kiosk.play('prove', anasBirthday, 'at nothingWaiting', 'help', 'closeHelp')
  await kiosk.play('at nothingWaiting')
})

it('shows no question of the page while it is locked, and shows it again after', async () => {
  const kiosk = await leftForHelp()
  await kiosk.play('closeHelp', anasBirthday)
  void kiosk.form.events.onDialog({ kind: 'confirm', text: 'Chest pain?', typed: '' })
  await kiosk.wait(0)
  expect(kiosk.view.overlay).toMatchObject({ name: 'formAsks' })
  await kiosk.play('help', 'closeHelp')
  expect(kiosk.view.overlay).toBeNull()
  await kiosk.tap(anasBirthday)
  expect(kiosk.view.overlay).toMatchObject({ name: 'formAsks', text: 'Chest pain?' })
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
    expect(await kiosk.sees('lockedByContact')).toMatchObject({ channel, error: null })
    expect(kiosk.form.visible).toBe(false)
    expect((await kiosk.try(anasBirthday)).ok).toBe(false)
    for (const [value, error] of [
      ['', 'empty'],
      ['12', 'notValid'],
      [another, 'notMatched'],
    ] as const) {
      await kiosk.tap({ type: 'submitContact', value })
      expect(await kiosk.sees('lockedByContact')).toMatchObject({ error })
    }
    expect(await kiosk.sees('lockedByContact')).toMatchObject({ lastTry: true })
    await kiosk.play({ type: 'submitContact', value: same }, 'at completing')
    expect(kiosk.form).toMatchObject({ visible: true, closed: false })
  },
)

it('wipes the public forms after two other contacts, and one of a country without codes is another', async () => {
  const kiosk = await leftPublicForms()
  await kiosk.tap({ type: 'submitContact', value: '+34 612 345 678' })
  expect(await kiosk.sees('lockedByContact')).toMatchObject({ error: 'notMatched' })
  await kiosk.play({ type: 'submitContact', value: '(202) 555-0144' }, 'at welcome')
  expect(kiosk.form.closed).toBe(true)
  expect(kiosk.logged('visitEnded')).toMatchObject([{ reason: 'notUnlocked' }])
})

it('asks for the contact as well when help comes while the last code is being checked', async () => {
  const kiosk = new VisitHarness({
    noMatch: 'publicLink',
    packets: { defaultTemplateGroupId: 7 },
  })
  await kiosk.play('begin', 'phone')
  kiosk.service.fail('matchPatient', 'timedOut')
  await kiosk.play('code', 'help')
  kiosk.service.recover()
  await kiosk.play(10_000, 'closeHelp', 'at lockedByContact')
})
