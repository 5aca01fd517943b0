import { createServer } from 'node:net'
import { once } from 'node:events'
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest'
import { startSandbox, type Sandbox } from '../../../../sandbox/sandbox.ts'
import { freePort } from '../../../../test/harness/bus/relay.ts'
import {
  composeSandboxDesk,
  type ComposedDesk,
} from '../../../../test/harness/desk/composed-desk.ts'
import { openKioskStation } from '../../../../test/harness/hub/kiosk-station.ts'
import { helpOf, intakeOf, neededOf } from '../../../../test/harness/hub/stations.ts'
import { scratchFolder } from '../../../../test/harness/vault/scratch.ts'
import { waitFor } from '../../../../test/harness/wait-for.ts'
import type { MemberRole } from '../../../shared/desk/members.ts'
import {
  deskCommands,
  deskQueries,
  type CommandInput,
  type CommandName,
  type CommandOutput,
  type QueryName,
  type QueryOutput,
} from '../../../shared/desk/operations.ts'

const longMs = 60_000
const secret = 'six small boats at noon'
const passphrase = 'nine green kites over the bay'
const why = 'It shows the wrong clinic'

let sandbox: Sandbox
let scratch: ReturnType<typeof scratchFolder>
let port: number
beforeEach(async () => {
  scratch = scratchFolder()
  sandbox = await startSandbox()
  port = await freePort()
})
afterEach(async () => {
  await sandbox.close()
  scratch.remove()
})

/** A desk, also one that was there before. */
async function start(): Promise<ComposedDesk> {
  const settings = {
    FOYER_BUS_BROKER_PORT: String(port),
    FOYER_BUS_BROKER_PAIRING_PORT: String(await freePort()),
    // The same at each start of the desk.
    FOYER_VAULT_PASSPHRASE: passphrase,
    FOYER_STAFF_PIN: '730416',
  }
  const at = await composeSandboxDesk(sandbox, scratch.folder, undefined, settings)
  onTestFinished(() => at.station.stop().catch(() => undefined))
  await waitFor(() => expect(at.view().kiosks.hears).not.toBe('opening'), longMs)
  return at
}

/** A desk at which Ana Ruiz is signed in with these roles. */
async function openDesk(...roles: MemberRole[]) {
  const at = await start()
  await at.say({ type: 'session', session: { act: 'setUp', name: 'Ana Ruiz', secret } })
  const { session } = at.view()
  if (session.state !== 'open') throw new Error(session.state)
  const memberId = session.member.id
  const input = { memberId, patch: { roles: ['administrator', ...roles] } }
  await at.say({ type: 'command', name: 'changeMember', input })
  return { at, memberId, ...asked(at) }
}

function asked(at: ComposedDesk) {
  const say = <N extends CommandName>(name: N, input: CommandInput<N>, reason?: string) =>
    at.say({ type: 'command', name, input, ...(reason !== undefined && { reason }) })
  const query = (name: QueryName) => at.say({ type: 'query', name, input: {} })
  async function done<N extends CommandName>(name: N, input: CommandInput<N>, reason?: string) {
    const reply = await say(name, input, reason)
    if (!reply.ok) throw new Error(`${name}: ${reply.error.kind}`)
    return deskCommands[name].output.parse(reply.value) as CommandOutput<N>
  }
  async function read<N extends QueryName>(name: N) {
    const reply = await query(name)
    if (!reply.ok) throw new Error(`${name}: ${reply.error.kind}`)
    return deskQueries[name].output.parse(reply.value) as QueryOutput<N>
  }
  return { say, query, done, read }
}

/** A kiosk that is paired with the desk, as a kiosk does it. */
async function pairWith({ done }: Awaited<ReturnType<typeof openDesk>>, name = 'Front door') {
  const { address, code } = await done('inviteKiosk', {})
  const station = await openKioskStation(name)
  onTestFinished(() => station.close())
  const place = station.open()
  onTestFinished(() => place.close())
  expect(await place.pair(address, code)).toEqual({ ok: true, value: null })
  const bus = place.bus()
  if (!bus) throw new Error('there is no bus')
  bus.present({
    ...{ name, version: '0.1.0', state: 'inUse', connection: 'online' },
    ...{ since: new Date().toISOString(), intakes: { waiting: 1, needPerson: 1 } },
  })
  await waitFor(() => expect(bus.view().isHeard).toBe(true), longMs)
  return { bus, place, heard: station.heard }
}

it(
  'hears a kiosk that asks for help, and says there that somebody comes',
  { timeout: 120_000 },
  async () => {
    const desk = await openDesk('reception')
    const { bus, heard } = await pairWith(desk)
    expect(desk.at.view().kiosks).toMatchObject({ hears: 'yes', calls: 0 })
    bus.tell(helpOf('a', 'NO-417'))
    bus.tell(neededOf('7'))
    bus.tell(intakeOf('i'))
    await waitFor(() => expect(desk.at.view().kiosks).toMatchObject({ calls: 2, told: 2 }), longMs)

    const [first, second] = await desk.read('helpCalls')
    expect(first).toMatchObject({
      kind: 'asked',
      number: 'NO-417',
      kiosk: 'Front door',
      coming: null,
    })
    expect(await desk.read('waitingIntakes')).toMatchObject([{ kiosk: 'Front door' }])
    await desk.done('comeToHelp', { call: first?.call ?? '' })
    await waitFor(
      () => expect(heard).toMatchObject([{ act: 'coming', helpId: 'a', by: 'Ana Ruiz' }]),
      longMs,
    )
    await desk.done('takeCareOf', { call: second?.call ?? '' })
    expect(await desk.read('helpCalls')).toMatchObject([{ coming: 'Ana Ruiz' }])
    const changes = desk.at.vault.audit.recent(['deskChanged'], { since: 0, limit: 2 })
    expect(changes.toReversed().map(({ fields }) => fields)).toMatchObject([
      { member: desk.memberId, command: 'comeToHelp', 'record.callId': `${bus.id} a` },
      { member: desk.memberId, command: 'takeCareOf', 'record.callId': `${bus.id} 7` },
    ])
  },
)

it(
  'shows a locked desk how many wait and no more, and whoever signs in who they are',
  { timeout: 120_000 },
  async () => {
    const desk = await openDesk('reception')
    const { bus } = await pairWith(desk)
    desk.at.pressLock()
    bus.tell(helpOf('a', 'NO-417'))
    await waitFor(() => expect(desk.at.view().kiosks.calls).toBe(1), longMs)
    expect(JSON.stringify(desk.at.view())).not.toMatch(/NO-417|Front door/)
    expect(await desk.query('helpCalls')).toMatchObject({ error: { kind: 'locked' } })
    const { memberId } = desk
    await desk.at.say({ type: 'session', session: { act: 'signIn', memberId, secret } })
    expect(await desk.read('helpCalls')).toMatchObject([{ number: 'NO-417' }])
  },
)

it('refuses who has no right to, and tells no kiosk', { timeout: 120_000 }, async () => {
  const desk = await openDesk()
  const { bus, heard } = await pairWith(desk)
  bus.tell(helpOf('a', 'NO-417'))
  await waitFor(() => expect(desk.at.view().kiosks.calls).toBe(1), longMs)
  const noRight = { ok: false, error: { kind: 'noRight' } }
  expect(await desk.query('helpCalls')).toEqual(noRight)
  expect(await desk.query('waitingIntakes')).toEqual(noRight)
  expect(await desk.say('comeToHelp', { call: 'helpCall-1' })).toEqual(noRight)
  expect(heard).toEqual([])
  expect(desk.at.vault.audit.recent(['deskRefused'], { since: 0, limit: 9 })).toHaveLength(3)
})

it('commands a kiosk, and lets go of it', { timeout: 120_000 }, async () => {
  const desk = await openDesk()
  const { bus, heard } = await pairWith(desk)
  await waitFor(async () => {
    const rows = await desk.read('kiosks')
    expect(rows).toMatchObject([{ name: 'Front door', presence: { state: 'inUse' } }])
  }, longMs)
  const [row] = await desk.read('kiosks')
  const kiosk = row?.kiosk ?? ''
  const command = { kiosk, act: 'takeOutOfService' } as const
  expect(await desk.say('commandKiosk', command)).toMatchObject({ error: { kind: 'reasonNeeded' } })
  await desk.done('commandKiosk', command, why)
  await waitFor(
    () => expect(heard).toMatchObject([{ act: 'takeOutOfService', by: 'Ana Ruiz', reason: why }]),
    longMs,
  )
  await desk.done('unpairKiosk', { kiosk }, why)
  expect(await desk.read('kiosks')).toEqual([])
  await waitFor(() => expect(bus.view().connection).not.toBe('connected'), longMs)
  const [entry] = desk.at.vault.audit.recent(['stationUnpaired'], { since: 0, limit: 1 })
  expect(entry?.fields).toMatchObject({ station: bus.id, by: 'Ana Ruiz' })
})

it(
  'serves without kiosks where another program has its port, and its log says what to do',
  { timeout: 120_000 },
  async () => {
    const desk = await openDesk('reception')
    await pairWith(desk)
    const { memberId } = desk
    await desk.at.station.stop()
    const other = createServer().listen(port, '127.0.0.1')
    await once(other, 'listening')
    onTestFinished(() => void other.close())

    const at = await start()
    expect(at.view().kiosks).toMatchObject({ hears: 'no', calls: 0 })
    const lines = at.logged().match(/.*hears no kiosks.*/g)
    expect(lines).toEqual([expect.stringContaining(`port ${port} (portTaken)`)])
    await at.say({ type: 'session', session: { act: 'signIn', memberId, secret } })
    const { say, query } = asked(at)
    expect(await query('today')).toMatchObject({ ok: true })
    expect(await query('helpCalls')).toEqual({ ok: false, error: { kind: 'kiosksUnheard' } })
    expect(await say('inviteKiosk', {})).toMatchObject({ error: { kind: 'kiosksUnheard' } })
  },
)

it(
  'is gone for its kiosks once it is stopped, and they are heard again at its next start',
  { timeout: 120_000 },
  async () => {
    const desk = await openDesk('reception')
    const { bus } = await pairWith(desk)
    await desk.at.station.stop()
    await waitFor(() => expect(bus.view().isHeard).toBe(false), longMs)
    bus.tell(helpOf('a', 'NO-417'))
    const at = await start()
    await waitFor(() => expect(at.view().kiosks.calls).toBe(1), longMs)
  },
)
