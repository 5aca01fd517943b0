import { expect, it } from 'vitest'
import { openKioskPlace } from '#harness/composed-foyer.ts'
import { openDeskWithKiosks, secret } from '#harness/desk/open-desk.ts'
import { waitFor } from '#harness/wait-for.ts'
import type { StaffCommand } from '../../shared/staff.ts'

it('lets the desk’s members into the panel of a kiosk, by their roles, and both audits say who', async () => {
  const desk = await openDeskWithKiosks([])
  const { memberId: member } = desk
  const kiosk = await (await openKioskPlace({}, desk.sandbox)).start()
  const { send, sees } = kiosk
  const tap = async (command: StaffCommand) => {
    expect({ command, ...((await send(command)) as object) }).toEqual({ command, ok: true })
  }
  const submit = (typed: string) => tap({ type: 'submitMember', member, secret: typed })
  await desk.pairInPanel(kiosk)
  await tap({ type: 'closeStaff' })
  await sees('welcome')
  desk.at.pressLock()
  await tap({ type: 'openStaff' })
  expect((await sees('staffChooseMember')).screen).toMatchObject({
    members: [{ id: member, name: 'Ana Ruiz' }],
  })
  await tap({ type: 'chooseMember', member })
  await sees('staffMemberSecret')
  await submit('not it at all')
  await waitFor(async () =>
    expect((await sees('staffMemberSecret')).screen).toMatchObject({ error: 'wrong' }),
  )
  await submit(secret)
  await sees('staffConnection')
  for (const page of ['home', 'intakes'] as const)
    expect(await send({ type: 'openStaffPage', page })).toMatchObject({ ok: false })
  await tap({ type: 'openStaffPage', page: 'settings' })
  await tap({ type: 'changeSetting', key: 'idle.afterMs', value: '90' })
  await tap({ type: 'openStaffPage', page: 'machine' })
  await tap({ type: 'rotateKey' })
  await waitFor(async () =>
    expect((await sees('staffMachine')).screen).toMatchObject({ done: 'keyRotated' }),
  )
  await tap({ type: 'changePin' })
  await sees('staffMemberSecret')
  await submit(secret)
  await sees('staffChoosePin')
  await tap({ type: 'openStaffPage', page: 'credentials' })
  await tap({ type: 'removeCredentials', interface: 'developer' })
  await tap({ type: 'closeStaff' })
  await sees('welcome').catch(() => sees('outOfService'))

  expect(kiosk.entries('staffEntered').at(-1)).toMatchObject({
    fields: { member, name: 'Ana Ruiz' },
  })
  for (const kind of [
    ...(['staffSecretWrong', 'settingChanged', 'keyRotated'] as const),
    ...(['credentialRemoved', 'staffLeft'] as const),
  ])
    expect(kiosk.entries(kind).at(-1)).toMatchObject({ kind, fields: { member } })
  expect(desk.audited('memberConfirmed')).toMatchObject([{ fields: { member, what: 'newPin' } }])
  const [paired] = desk.audited('stationPaired')
  const fields = { member, kiosk: paired?.fields['station'] }
  expect(desk.audited('memberSignedIn', 'memberSecretWrong').slice(-2)).toMatchObject([
    { kind: 'memberSecretWrong', fields },
    { kind: 'memberSignedIn', fields },
  ])
  expect(desk.at.view().session).toMatchObject({ state: 'locked' })
}, 180_000)
