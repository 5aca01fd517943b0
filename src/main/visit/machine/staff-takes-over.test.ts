import { expect, it } from 'vitest'
import { admits, formIs, logs, refuses, windowsDid } from '../../../../test/harness/visit/moves.ts'
import { err } from '../../../shared/result.ts'
import { failure } from '../../../../test/harness/visit/fake-service.ts'
import { anasBirthday, visit, VisitHarness } from '../../../../test/harness/visit/visit-harness.ts'

async function inForm() {
  const kiosk = await visit({}, admits('p1'), 'reachForm')
  return kiosk
}

it('hides the form while staff cover the kiosk, whatever the visit does meanwhile', async () => {
  const kiosk = await inForm()
  kiosk.cover(true)
  expect(kiosk.form.visible).toBe(false)
  await kiosk.play('help', 'closeHelp', anasBirthday, { type: 'chooseLanguage', locale: 'es' })
  expect(kiosk.form.visibility).toEqual([true, false])
  kiosk.cover(false)
  await kiosk.play(formIs({ visible: true }), formIs({ closed: false }))
})

it('shows no form that opens while the kiosk is covered', async () => {
  const kiosk = await visit({}, admits('p1'))
  kiosk.cover(true)
  await kiosk.reachForm()
  expect(kiosk.form.visibility).toEqual([])
  kiosk.cover(false)
  expect(kiosk.form.visibility).toEqual([true])
})

it('shows no form again that help hid when the cover goes', async () => {
  const kiosk = await inForm()
  kiosk.cover(true)
  await kiosk.tap('help')
  kiosk.cover(false)
  expect(kiosk.form.visible).toBe(false)
})

it('ends a visit for staff: told in the log, wiped, and followed by no other', async () => {
  const kiosk = await inForm()
  await kiosk.end('staff')
  await kiosk.play(logs('visitEnded', { reason: 'staff' }), windowsDid('form closed', 'renewed'))
  await kiosk.play('at welcome', refuses('begin'))
  await kiosk.end('staff')
  expect(kiosk.logged('visitEnded')).toHaveLength(1)
})

it('tells of no visit that nobody had begun, and wipes nevertheless', async () => {
  const kiosk = await visit({}, 'at welcome')
  await kiosk.end('staff')
  await kiosk.play(logs('visitEnded'), windowsDid('renewed'))
})

it('has ended only when the wipe worked, however often it was tried', async () => {
  const kiosk = await inForm()
  kiosk.renewalsToFail = 1
  let over = false
  const ended = kiosk.end('staff').then(() => (over = true))
  await kiosk.wait(4_999)
  expect(over).toBe(false)
  await kiosk.wait(1)
  await ended
  expect(kiosk.windows).toEqual(['form closed', 'renewed'])
})

it('waits for a wipe that is under way, and lets no visit follow it', async () => {
  const kiosk = await inForm()
  let close = () => {}
  kiosk.formCloses = new Promise((resolve) => (close = resolve))
  await kiosk.play('startOver', 'confirmStartOver')
  const ended = kiosk.end('staff')
  close()
  await ended
  await kiosk.play(windowsDid('form closed', 'renewed'))
  await kiosk.play(logs('visitEnded', { reason: 'startedOver' }), refuses('begin'))
})

it('ends a kiosk that is out of service', async () => {
  const kiosk = new VisitHarness({
    health: () => Promise.resolve(err(failure('forbidden', 'developer.locations.get'))),
  })
  await kiosk.sees('outOfService')
  await kiosk.end('staff')
  await kiosk.play(logs('visitEnded'), 120_000, 'at outOfService')
})

it('begins no visit beneath the cover with a tap that waited for the wipe', async () => {
  const kiosk = await inForm()
  let close = () => {}
  kiosk.formCloses = new Promise((resolve) => (close = resolve))
  await kiosk.play('startOver', 'confirmStartOver')
  const late = kiosk.try({ type: 'begin' })
  kiosk.cover(true)
  close()
  expect((await late).ok).toBe(false)
  await kiosk.sees('welcome')
  kiosk.cover(false)
  await kiosk.play('begin', 'at contact')
})
