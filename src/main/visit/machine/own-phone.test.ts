import { expect, it } from 'vitest'
import * as m from '../../../../test/harness/visit/moves.ts'
import { fakePacket } from '../../../../test/harness/visit/fake-service.ts'
import {
  ana,
  anasBirthday,
  visit,
  VisitHarness,
  type VisitHarnessOptions,
} from '../../../../test/harness/visit/visit-harness.ts'
import { drawQrCode } from '../../base/draw-qr-code.ts'

const address = 'https://forms.example/complete/secret-p1'

/** A visit that has come to the question where the forms are filled in. */
async function asked({ packets, ...options }: VisitHarnessOptions = {}) {
  const kiosk = await visit({ ...options, packets: { ownPhone: true, ...packets } }, m.admits('p1'))
  await kiosk.play('prove', anasBirthday)
  return kiosk
}

async function withCode(options: VisitHarnessOptions = {}) {
  const kiosk = await asked(options)
  await kiosk.play('at whereToFillIn', 'useOwnPhone')
  return kiosk
}

const context = (kiosk: VisitHarness) => kiosk.snapshots.at(-1)?.context
const endings = (kiosk: VisitHarness) => kiosk.logged('visitEnded').map(({ reason }) => reason)

it('is not offered unless the clinic wants it', async () => {
  await visit({}, m.admits('p1'), 'reachForm', m.refuses('useOwnPhone'))
})

it('is not offered while the service is known to be down', async () => {
  const kiosk = await visit({ packets: { ownPhone: true } }, m.admits('p1'), 'prove', m.goesDown)
  await kiosk.play(anasBirthday, 'at completing')
})

it('is offered for the packet that was chosen, and for one that is created', async () => {
  const chosen = new VisitHarness({ packets: { ownPhone: true } })
  chosen.service.patients.push({ ...ana, packets: [fakePacket('p1'), fakePacket('p2')] })
  await chosen.play('prove', anasBirthday, { type: 'choosePacket', key: '2' }, 'useOwnPhone')
  expect((await chosen.sees('ownPhone')).code).toEqual(
    drawQrCode('https://forms.example/complete/secret-p2'),
  )

  const created = new VisitHarness({
    packets: { ownPhone: true, createWhenNone: true, defaultTemplateGroupId: 7 },
  })
  created.admitAna()
  await created.play('prove', anasBirthday, 'at whereToFillIn')
})

it('is not offered for public forms', async () => {
  const kiosk = new VisitHarness({
    noMatch: 'publicLink',
    packets: { ownPhone: true, defaultTemplateGroupId: 7 },
  })
  await kiosk.play('prove', 'openPublicForms', 'at completing')
})

it('or the forms are filled in here, as ever', async () => {
  const kiosk = await asked()
  expect(await kiosk.sees('whereToFillIn')).toEqual({ name: 'whereToFillIn', canUseOwnPhone: true })
  await kiosk.play('fillInHere', 'at completing')
  expect(kiosk.form.url).toBe(address)
  expect(kiosk.logged('phoneCodeShown')).toEqual([])
})

it('the code is that of the address, for 60 s; then the kiosk is free, and the packet waits still', async () => {
  const kiosk = await withCode()
  expect(await kiosk.sees('ownPhone')).toEqual({
    ...{ name: 'ownPhone', code: drawQrCode(address), closesInMs: 60_000 },
  })
  expect(kiosk.forms).toEqual([])
  await kiosk.play(59_999, m.shows('ownPhone', { closesInMs: 60_000 }), 1, 'at welcome')
  expect(endings(kiosk)).toEqual(['ownPhone'])
  expect(kiosk.windows).toContain('renewed')
  await kiosk.play('prove', anasBirthday, 'at whereToFillIn', m.calls('createPacket', 0))
})

it('is audited before it is shown, with the visit, and shows nothing where it cannot be', async () => {
  const kiosk = await withCode()
  await kiosk.sees('ownPhone')
  expect(kiosk.logged('phoneCodeShown')).toEqual([{ helpNumber: context(kiosk)?.helpNumber }])
  const other = await asked()
  other.logThrowsOn = 'phoneCodeShown'
  await other.play('useOwnPhone', 'at welcome')
  expect(other.views.map(({ screen }) => screen.name)).not.toContain('ownPhone')
  expect(endings(other)).not.toContain('ownPhone')
})

it('"I have it" says where to go on, and frees the kiosk', async () => {
  const kiosk = await asked({ arrival: true })
  await kiosk.play({ type: 'confirmArrival', key: '1' }, 'useOwnPhone', 'at ownPhone', 'done')
  const last = await kiosk.sees('finished')
  expect(last.kind).toBe('ownPhone')
  expect(last.arrival).toBeDefined()
  expect(context(kiosk)?.phoneCode).toBeNull()
  await kiosk.play('done', 'at welcome')
})

it('"Back" leads to the question; the address is asked for anew the next time', async () => {
  const kiosk = await withCode()
  await kiosk.play('leaveOwnPhone', 'at whereToFillIn')
  expect(context(kiosk)?.phoneCode).toBeNull()
  await kiosk.play(30_000, 'useOwnPhone', m.shows('ownPhone', { closesInMs: 60_000 }))
  await kiosk.play(m.calls('completionUrl', 2))
  expect(kiosk.logged('phoneCodeShown')).toHaveLength(2)
})

it('no idle warning covers it, however short the idle time', async () => {
  const kiosk = await withCode({ idle: { afterMs: 30_000 } })
  await kiosk.play(59_000, m.overlayIs(null), 'at ownPhone')
})

it('help locks it away, and when its time is over the visit waits for who comes back', async () => {
  const kiosk = await withCode()
  await kiosk.play('help', 'at locked', 'closeHelp', 40_000, 'activity', 20_000)
  expect(endings(kiosk)).toEqual([])
  await kiosk.play(anasBirthday, 'at whereToFillIn')
})

it('an address at which no form would be opened is shown to no phone: staff', async () => {
  const kiosk = await asked()
  kiosk.codeFailure = { kind: 'notConfirmed', reason: 'example.com: not confirmed' }
  await kiosk.play('useOwnPhone', 'at askStaff', m.logs('staffNeeded', { reason: 'formOrigin' }))
  await kiosk.play(m.logs('phoneCodeShown'))
})

it('an address that is too long for a code: staff', async () => {
  const kiosk = await asked()
  kiosk.codeFailure = { kind: 'notAllowed', reason: 'too long' }
  await kiosk.play('useOwnPhone', 'at askStaff', m.logs('staffNeeded', { reason: 'formTrouble' }))
})
