import { expect, it } from 'vitest'
import { anasBirthday, VisitHarness } from '../../../../test/harness/visit/visit-harness.ts'

it('checks a patient in: phone, code, date of birth, one packet, completed', async () => {
  const kiosk = new VisitHarness()
  kiosk.admitAna('p1')
  await kiosk.sees('welcome')
  await kiosk.tap('begin')
  expect(await kiosk.sees('contact')).toMatchObject({ channel: 'sms', phoneRegion: 'US' })
  await kiosk.tap({ type: 'submitContact', value: '(202) 555-0143' })
  expect(await kiosk.sees('code')).toMatchObject({ length: 6, error: null, resendInMs: 30_000 })
  expect(kiosk.service.inbox).toMatchObject([{ contact: '+12025550143' }])
  await kiosk.typeCode()
  await kiosk.sees('dateOfBirth')
  await kiosk.tap(anasBirthday)
  expect(await kiosk.sees('completing')).toEqual({
    name: 'completing',
    packetName: 'Forms p1',
    completion: 'open',
  })
  expect(kiosk.form).toMatchObject({ visible: true, closed: false })
  kiosk.service.fillIn('p1', { completed: true })
  await kiosk.tap('finish')
  expect(await kiosk.sees('finished')).toMatchObject({ kind: 'complete' })
  expect(kiosk.form.closed).toBe(true)
  await kiosk.tap('done')
  await kiosk.sees('welcome')
  expect(kiosk.windows).toEqual(['form closed', 'renewed'])
})
