import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { freePort } from '../../../test/harness/bus/relay.ts'
import { openKioskPlace } from '../../../test/harness/composed-foyer.ts'
import { composeSandboxDesk } from '../../../test/harness/desk/composed-desk.ts'
import { waitFor } from '../../../test/harness/wait-for.ts'
import { deskCommands } from '../../shared/desk/operations.ts'
import type { StaffCommand } from '../../shared/staff.ts'

const longMs = 60_000
const secret = 'six small boats at noon'

let place: Awaited<ReturnType<typeof openKioskPlace>>
beforeEach(async () => (place = await openKioskPlace()))

/** A desk whose administrator is Ana Ruiz. */
async function openDesk() {
  const settings = {
    FOYER_BUS_BROKER_PORT: String(await freePort()),
    FOYER_BUS_BROKER_PAIRING_PORT: String(await freePort()),
  }
  const at = await composeSandboxDesk(place.sandbox, join(place.folder, 'desk'), { settings })
  await waitFor(() => expect(at.view().kiosks.hears).toBe('yes'), longMs)
  await at.say({ type: 'session', session: { act: 'setUp', name: 'Ana Ruiz', secret } })
  const { session } = at.view()
  if (session.state !== 'open') throw new Error(session.state)
  const { id } = session.member
  async function invite() {
    const reply = await at.say({ type: 'command', name: 'inviteKiosk', input: {} })
    if (!reply.ok) throw new Error(reply.error.kind)
    return deskCommands.inviteKiosk.output.parse(reply.value)
  }
  return { at, id, invite }
}

/** A kiosk that its staff pair with the desk, by its PIN. */
async function pairKiosk(desk: Awaited<ReturnType<typeof openDesk>>) {
  const { send, sees, enterPanel, entries } = await place.start()
  const tap = async (command: StaffCommand) => {
    expect({ command, ...((await send(command)) as object) }).toEqual({ command, ok: true })
  }
  await enterPanel()
  await tap({ type: 'openStaffPage', page: 'desk' })
  const { address, code } = await desk.invite()
  await tap({ type: 'pairKiosk', address, code })
  await waitFor(async () => {
    const { screen } = await sees('staffDesk')
    expect(screen).toMatchObject({ desk: { paired: { connection: 'connected' } } })
    expect(screen).toMatchObject({ desk: { paired: { stations: [{ kind: 'desk' }] } } })
  }, longMs)
  await tap({ type: 'closeStaff' })
  await sees('welcome')
  async function chooseAna() {
    await tap({ type: 'openStaff' })
    expect((await sees('staffChooseMember')).screen).toMatchObject({
      members: [{ id: desk.id, name: 'Ana Ruiz' }],
    })
    await tap({ type: 'chooseMember', member: desk.id })
    await sees('staffMemberSecret')
  }
  const submit = (typed: string) => tap({ type: 'submitMember', member: desk.id, secret: typed })
  return { send, sees, tap, entries, chooseAna, submit }
}

it('lets the desk’s members into the panel of a kiosk, by their roles, and both audits say who', async () => {
  const desk = await openDesk()
  const kiosk = await pairKiosk(desk)
  const { tap, sees } = kiosk
  desk.at.pressLock()
  await kiosk.chooseAna()
  await kiosk.submit('not it at all')
  await waitFor(async () =>
    expect((await sees('staffMemberSecret')).screen).toMatchObject({ error: 'wrong' }),
  )
  await kiosk.submit(secret)
  await sees('staffConnection')
  for (const page of ['home', 'intakes'] as const)
    expect(await kiosk.send({ type: 'openStaffPage', page })).toMatchObject({ ok: false })
  await tap({ type: 'openStaffPage', page: 'settings' })
  await tap({ type: 'changeSetting', key: 'idle.afterMs', value: '90' })
  await tap({ type: 'openStaffPage', page: 'machine' })
  await tap({ type: 'rotateKey' })
  await waitFor(async () =>
    expect((await sees('staffMachine')).screen).toMatchObject({ done: 'keyRotated' }),
  )
  await tap({ type: 'changePin' })
  await sees('staffMemberSecret')
  await kiosk.submit(secret)
  await sees('staffChoosePin')
  await tap({ type: 'openStaffPage', page: 'credentials' })
  await tap({ type: 'removeCredentials', interface: 'developer' })
  await tap({ type: 'closeStaff' })
  await sees('welcome').catch(() => sees('outOfService'))

  const member = desk.id
  expect(kiosk.entries('staffEntered').at(-1)).toMatchObject({
    fields: { member, name: 'Ana Ruiz' },
  })
  for (const kind of [
    ...(['staffSecretWrong', 'settingChanged', 'keyRotated'] as const),
    ...(['credentialRemoved', 'staffLeft'] as const),
  ])
    expect(kiosk.entries(kind).at(-1)).toMatchObject({ kind, fields: { member } })
  const confirmed = desk.at.vault.audit.recent(['memberConfirmed'], { since: 0, limit: 2 })
  expect(confirmed).toMatchObject([{ fields: { member, what: 'newPin' } }])
  const there = desk.at.vault.audit.recent(['memberSignedIn', 'memberSecretWrong'], {
    since: 0,
    limit: 2,
  })
  const [paired] = desk.at.vault.audit.recent(['stationPaired'], { since: 0, limit: 1 })
  expect(there).toMatchObject([
    { kind: 'memberSignedIn', fields: { member, kiosk: paired?.fields['station'] } },
    { kind: 'memberSecretWrong', fields: { member, kiosk: paired?.fields['station'] } },
  ])
  expect(desk.at.view().session).toMatchObject({ state: 'locked' })
}, 180_000)
