import { expect, it } from 'vitest'
import * as m from '../../../../../test/harness/visit/moves.ts'
import { anasBirthday, inForm, visit } from '../../../../../test/harness/visit/visit-harness.ts'

const creates = { packets: { createWhenNone: true, defaultTemplateGroupId: 7 } }

it.each([1_000, 4_500])('a completion that is %i ms late is no unfinished form', async (ms) => {
  const kiosk = await inForm()
  await kiosk.play(m.lags(ms), m.completes, m.formSigns('sentAgain'), 'finish', 'at confirming')
  await kiosk.play(5_000, m.shows('finished', { kind: 'complete' }))
  expect(kiosk.views.map(({ screen }) => screen.name)).not.toContain('unfinished')
})

it('a page that asked to be closed has its forms looked for as long, and no longer', async () => {
  const kiosk = await inForm()
  await kiosk.play(m.formSigns('closing'), 4_900, 'at confirming', 1_000, 'at unfinished')
})

it('a proof that is late is no incomplete one, and a proof that stays so is', async () => {
  const at = ['begin', 'phone', 'code', 'at checking'] as const
  await visit({}, m.lags(3_000), m.admits('p1'), ...at, 5_000, 'at dateOfBirth')
  await visit({}, m.lags(60_000), m.admits('p1'), ...at, 5_000, 'at askStaff')
})

it('a created packet that is late is waited for, and never created again', async () => {
  const seen = await visit(creates, m.admits(), ({ service }) => (service.namesNewPackets = false))
  await seen.play('reachForm', m.calls('createPacket', 1))
  const late = await visit(
    creates,
    m.admits(),
    'begin',
    'phone',
    'code',
    m.lags(3_000),
    anasBirthday,
  )
  await late.play('at findingForms', 5_000, 'at completing', m.calls('createPacket', 1))
  const lost = await visit(creates, m.admits(), 'begin', 'phone', 'code', m.lags(60_000))
  await lost.play(anasBirthday, 5_000, 'at askStaff', m.calls('createPacket', 1))
  await lost.play(
    m.logs('staffNeeded', { reason: 'unreadable', operation: 'partner.formPackets.create' }),
  )
})
