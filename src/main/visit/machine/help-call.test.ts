import { expect, it } from 'vitest'
import { admits, formIs, overlayIs } from '../../../../test/harness/visit/moves.ts'
import { helpMs } from './overlay.ts'
import { anasBirthday, visit, VisitHarness } from '../../../../test/harness/visit/visit-harness.ts'

async function asked() {
  const kiosk = await visit({ desk: true }, admits('p1'), 'reachForm', 'help')
  return { kiosk, desk: kiosk.desk }
}

it('tells the desk the number, the language and the screen beneath', async () => {
  const { kiosk, desk } = await asked()
  const { overlay } = kiosk.view
  expect(overlay).toEqual({ name: 'help', helpNumber: desk.calls[0]?.number })
  expect(desk.calls).toMatchObject([{ screen: 'completing', language: 'en', ended: false }])
})

it('tells the desk the appointment for which the patient said they are here, and none before', async () => {
  const kiosk = await visit({ desk: true, arrival: true }, admits('p1'), 'prove', anasBirthday)
  await kiosk.play('at arrival', 'help', 'cancelHelp')
  expect(kiosk.desk.calls).toHaveLength(1)
  expect(kiosk.desk.calls[0]).not.toHaveProperty('appointmentId')
  await kiosk.play(anasBirthday, { type: 'confirmArrival', key: '1' }, 'at completing', 'help')
  const [confirmed] = kiosk.arrivals.confirmed
  expect(kiosk.desk.calls[1]?.appointmentId).toBe(confirmed?.[0])
  expect(confirmed?.[0]).toBeDefined()
})

it('says who knows of it, on the help screen and after it', async () => {
  const { kiosk, desk } = await asked()
  desk.become('told')
  expect(kiosk.view).toMatchObject({ overlay: { heard: 'told' }, helpHeard: 'told' })
  await kiosk.play('closeHelp', anasBirthday, 'at completing')
  expect(kiosk.view).toMatchObject({ overlay: null, helpHeard: 'told' })
  desk.become('coming')
  expect(kiosk.view).toMatchObject({ overlay: null, helpHeard: 'coming' })
})

it('is one call however often help is opened', async () => {
  const { kiosk, desk } = await asked()
  await kiosk.play('closeHelp', 'help')
  expect(desk.calls).toHaveLength(1)
})

it('ends when the patient takes it back, and is another when they ask again', async () => {
  const { kiosk, desk } = await asked()
  desk.become('told')
  await kiosk.play('cancelHelp', overlayIs(null))
  expect(kiosk.view).not.toHaveProperty('helpHeard')
  expect(desk.calls).toMatchObject([{ ended: true }])
  await kiosk.tap('help')
  expect(desk.calls).toMatchObject([{ ended: true }, { ended: false }])
})

it('ends when staff come to the kiosk', async () => {
  const { kiosk, desk } = await asked()
  kiosk.staffComeIn()
  expect(desk.calls).toMatchObject([{ ended: true }])
})

it('ends with the visit', async () => {
  const { kiosk, desk } = await asked()
  await kiosk.end('staff')
  expect(desk.calls).toMatchObject([{ ended: true }])
})

it('gives who waits for somebody who is coming the whole time again', async () => {
  const { kiosk, desk } = await asked()
  await kiosk.wait(helpMs - 1)
  desk.become('coming')
  await kiosk.play(helpMs - 1, overlayIs({ name: 'help' }), 1, overlayIs({ name: 'idleWarning' }))
})

it('says nothing of a desk that could not be told after all', async () => {
  const { kiosk, desk } = await asked()
  desk.become('told')
  desk.become(null)
  expect(kiosk.view.overlay).not.toHaveProperty('heard')
})

it('locks a visit at the desk’s word as help does', async () => {
  const kiosk = new VisitHarness({ desk: true })
  expect(kiosk.lock()).toBe(false)
  kiosk.admitAna('p1')
  await kiosk.reachForm()
  expect(kiosk.lock()).toBe(true)
  await kiosk.play('at locked', overlayIs(null), formIs({ visible: false }), anasBirthday)
  await kiosk.play('at completing', formIs({ visible: true, closed: false }))
})
