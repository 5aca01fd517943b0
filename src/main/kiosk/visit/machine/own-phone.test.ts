import { expect, it } from 'vitest'
import * as m from '#harness/visit/moves.ts'
import {
  anasBirthday,
  visit,
  type Move,
  type VisitHarness,
  type VisitHarnessOptions,
} from '#harness/visit/visit-harness.ts'
import { drawQrCode } from '../../../base/draw-qr-code.ts'

const address = 'https://forms.example/complete/secret-p1'
const wanted = { packets: { ownPhone: true } }
const toQuestion: readonly Move[] = [m.admits('p1'), 'prove', anasBirthday]

/** A visit that has come to the question where the forms are filled in. */
const asked = (options: VisitHarnessOptions = {}) => visit({ ...options, ...wanted }, ...toQuestion)
async function withCode(options: VisitHarnessOptions = {}) {
  const kiosk = await asked(options)
  await kiosk.play('at whereToFillIn', 'useOwnPhone', 'at ownPhone')
  return kiosk
}

const context = (kiosk: VisitHarness) => kiosk.snapshots.at(-1)?.context

it.each<[string, VisitHarnessOptions, Move[]]>([
  ['the clinic does not want it', {}, [...toQuestion]],
  ['the service is known to be down', wanted, [m.goesDown, ...toQuestion]],
  [
    'the forms are public ones',
    { noMatch: 'publicLink', packets: { ownPhone: true, defaultTemplateGroupId: 7 } },
    ['prove', 'openPublicForms'],
  ],
])('is not offered where %s', async (_, options, moves) => {
  await visit(options, ...moves, 'at completing', m.refuses('useOwnPhone'))
})

it('is offered for the packet that was chosen, and for one that is created', async () => {
  const chosen = await visit(wanted, m.admits('p1', 'p2'), 'prove', anasBirthday)
  await chosen.play({ type: 'choosePacket', key: '2' }, 'useOwnPhone')
  const code = drawQrCode('https://forms.example/complete/secret-p2')
  expect((await chosen.sees('ownPhone')).code).toEqual(code)
  const packets = { ownPhone: true, createWhenNone: true, defaultTemplateGroupId: 7 }
  await visit({ packets }, m.admits(), 'prove', anasBirthday, 'at whereToFillIn')
})

it('or the forms are filled in here, as ever', async () => {
  const kiosk = await asked()
  expect(await kiosk.sees('whereToFillIn')).toEqual({ name: 'whereToFillIn', canUseOwnPhone: true })
  await kiosk.play('fillInHere', m.seesForm(1), m.formIs({ url: address }))
  await kiosk.play(m.logs('phoneCodeShown'))
})

it('the code is that of the address, for 60 s; then the kiosk is free, and the packet waits still', async () => {
  const kiosk = await withCode()
  const code = drawQrCode(address)
  expect(await kiosk.sees('ownPhone')).toEqual({ name: 'ownPhone', code, closesInMs: 60_000 })
  await kiosk.play(m.formsOpened(0), 59_999, m.shows('ownPhone', { closesInMs: 60_000 }), 1)
  await kiosk.play('at welcome', m.logs('visitEnded', { reason: 'ownPhone' }))
  expect(kiosk.windows).toContain('renewed')
  await kiosk.play('prove', anasBirthday, 'at whereToFillIn', m.calls('createPacket', 0))
})

it('is audited before it is shown, with the visit, and shows nothing where it cannot be', async () => {
  const kiosk = await withCode()
  expect(kiosk.logged('phoneCodeShown')).toEqual([{ helpNumber: context(kiosk)?.helpNumber }])
  const other = await asked()
  await other.play(m.has({ logThrowsOn: 'phoneCodeShown' }), 'useOwnPhone', 'at welcome')
  expect(other.views.map(({ screen }) => screen.name)).not.toContain('ownPhone')
  expect(other.logged('visitEnded')).not.toMatchObject([{ reason: 'ownPhone' }])
})

it('"I have it" says where to go on, and frees the kiosk', async () => {
  const kiosk = await asked({ arrival: true })
  await kiosk.play({ type: 'confirmArrival', key: '1' }, 'useOwnPhone', 'at ownPhone', 'done')
  const { kind, arrival } = await kiosk.sees('finished')
  expect([kind, arrival !== undefined, context(kiosk)?.phoneCode]).toEqual(['ownPhone', true, null])
  await kiosk.play('done', 'at welcome')
})

it('"Back" leads to the question; the address is asked for anew the next time', async () => {
  const kiosk = await withCode()
  await kiosk.play('leaveOwnPhone', 'at whereToFillIn')
  expect(context(kiosk)?.phoneCode).toBeNull()
  await kiosk.play(30_000, 'useOwnPhone', m.shows('ownPhone', { closesInMs: 60_000 }))
  await kiosk.play(m.calls('completionUrl', 2), m.logs('phoneCodeShown', {}, {}))
})

it('no idle warning covers it, however short the idle time', async () =>
  (await withCode({ idle: { afterMs: 30_000 } })).play(59_000, m.overlayIs(null), 'at ownPhone'))

it('help locks it away, and when its time is over the visit waits for who comes back', async () => {
  const kiosk = await withCode()
  await kiosk.play('help', 'at locked', 'closeHelp', 40_000, 'activity', 20_000)
  await kiosk.play(m.logs('visitEnded'), anasBirthday, 'at whereToFillIn')
})

it.each([
  ['at which no form would be opened', 'notConfirmed', 'formOrigin'],
  ['that is too long for a code', 'notAllowed', 'formTrouble'],
] as const)('an address %s is shown to no phone: staff', async (_, kind, reason) => {
  const kiosk = await asked()
  await kiosk.play(m.has({ codeFailure: { kind, reason: 'a reason' } }), 'useOwnPhone')
  await kiosk.play('at askStaff', m.logs('staffNeeded', { reason }), m.logs('phoneCodeShown'))
})
