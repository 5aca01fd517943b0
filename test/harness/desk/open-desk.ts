import { expect, onTestFinished } from 'vitest'
import type { deskReach } from '../../../scripts/desk-reach.ts'
import { startSandbox, type Sandbox } from '../../../sandbox/sandbox.ts'
import type { Reachable } from '../../../sandbox/seeds/cases.ts'
import type { MemberRole } from '../../../src/shared/desk/members.ts'
import {
  deskCommands,
  deskQueries,
  type CommandInput,
  type CommandName,
  type CommandOutput,
  type QueryInput,
  type QueryName,
  type QueryOutput,
} from '../../../src/shared/desk/operations.ts'
import type { Identifiers } from '../../../src/shared/desk/patients.ts'
import { freePort } from '../bus/relay.ts'
import { openKioskStation } from '../hub/kiosk-station.ts'
import { testFolder } from '../test-folder.ts'
import { waitFor } from '../wait-for.ts'
import { reachOf } from './chart-work.ts'
import type { ComposedKiosk } from '../composed-foyer.ts'
import { composeSandboxDesk, type ComposedDesk, type DeskOptions } from './composed-desk.ts'

/** ms that stations have to find each other. */
export const longMs = 60_000
export const secret = 'six small boats at noon'

/** Asks the page's way: as replies, or as what they bring; and looks at what came of it in the audit. */
export function asked(at: ComposedDesk) {
  const act = (session: Extract<Parameters<typeof at.say>[0], { type: 'session' }>['session']) =>
    at.say({ type: 'session', session })
  const say = <N extends CommandName>(name: N, input: CommandInput<N>, reason?: string) =>
    at.say({ type: 'command', name, input, ...(reason !== undefined && { reason }) })
  const query = (name: QueryName, input: object = {}) => at.say({ type: 'query', name, input })
  async function done<N extends CommandName>(name: N, input: CommandInput<N>, reason?: string) {
    const reply = await within(name, () => say(name, input, reason))
    if (!reply.ok) throw new Error(`${name}: ${reply.error.kind}`)
    return deskCommands[name].output.parse(reply.value) as CommandOutput<N>
  }
  async function read<N extends QueryName>(name: N, input: QueryInput<N> | object = {}) {
    const reply = await within(name, () => query(name, input))
    if (!reply.ok) throw new Error(`${name}: ${reply.error.kind}`)
    return deskQueries[name].output.parse(reply.value) as QueryOutput<N>
  }
  const signIn = (memberId: string, typed = secret) =>
    act({ act: 'signIn', memberId, secret: typed })

  const audited = at.entries
  /** Runs something, and gives the operations of the service that somebody's wish called meanwhile. */
  async function watch<T>(run: () => Promise<T>) {
    const before = at.vault.auditSearch({ limit: 1 })[0]?.seq ?? 0
    const value = await run()
    const called = audited('call')
      .filter(({ seq, fields }) => seq > before && fields['member'] !== undefined)
      .map(({ fields }) => fields['operation'])
    return { value, called: new Set(called) }
  }
  /** Runs a query or command, which may call what docs/desk.md says of it, and nothing else. */
  async function within<T>(name: QueryName | CommandName, run: () => Promise<T>): Promise<T> {
    const { value, called } = await watch(run)
    const reach = reachOf(name)
    expect(
      [...called].filter((operation) => !reach.has(String(operation))),
      name,
    ).toEqual([])
    return value
  }
  /** Expects that something calls what docs/desk.md says of its query or command, but for `here`. */
  async function reaches<T>(
    name: keyof typeof deskReach,
    run: () => Promise<T>,
    ...here: string[]
  ): Promise<T> {
    const { value, called } = await watch(run)
    expect(called, name).toEqual(reachOf(name, here))
    return value
  }

  async function chartOf({ firstName, lastName, dateOfBirth, phone }: Reachable): Promise<string> {
    const { rows } = await read('findPatients', { search: { name: `${firstName} ${lastName}` } })
    const identifiers: Identifiers = [
      { kind: 'birthDate', value: dateOfBirth },
      { kind: 'phone', value: phone },
    ]
    return (await done('openChart', { patient: rows[0]?.patient ?? '', identifiers })).chart
  }
  return { act, say, query, done, read, signIn, audited, watch, reaches, chartOf }
}

/** A sandbox, and desks on it that have one vault, one after the other; all of it ends with the test. */
export async function openPlace() {
  const folder = testFolder()
  const sandbox: Sandbox = await startSandbox()
  onTestFinished(() => sandbox.close())
  const start = (options?: DeskOptions) => composeSandboxDesk(sandbox, folder, options)
  return { sandbox, folder, start }
}

/** A desk that was set up by Ana Ruiz, who is signed in with these roles beside the administrator's. */
export async function openDesk(roles: readonly MemberRole[] = [], options: DeskOptions = {}) {
  const place = await openPlace()
  const at = await place.start(options)
  return { ...place, ...(await setUp(at, roles)) }
}
async function setUp(at: ComposedDesk, roles: readonly MemberRole[]) {
  await at.say({ type: 'session', session: { act: 'setUp', name: 'Ana Ruiz', secret } })
  const { session } = at.view()
  if (session.state !== 'open') throw new Error(session.state)
  const memberId = session.member.id
  const patch = { roles: ['administrator' as const, ...roles] }
  if (roles.length > 0) await asked(at).done('changeMember', { memberId, patch })
  return { at, memberId, ...asked(at) }
}

/** Such a desk, for reception unless told, that carries a broker, at every start, and kiosks that it hears. */
export async function openDeskWithKiosks(roles: readonly MemberRole[] = ['reception']) {
  const place = await openPlace()
  const port = await freePort()
  async function start(): Promise<ComposedDesk> {
    const settings = {
      FOYER_BUS_BROKER_PORT: String(port),
      FOYER_BUS_BROKER_PAIRING_PORT: String(await freePort()),
    }
    const at = await place.start({ settings })
    await waitFor(() => expect(at.view().kiosks.hears).not.toBe('opening'), longMs)
    return at
  }
  const desk = await setUp(await start(), roles)

  /** A kiosk that is paired with the desk, as a kiosk does it. */
  async function pair(name = 'Front door') {
    const { address, code } = await desk.done('inviteKiosk', {})
    const station = await openKioskStation(name)
    onTestFinished(() => station.close())
    const busPlace = station.open()
    onTestFinished(() => busPlace.close())
    expect(await busPlace.pair(address, code)).toEqual({ ok: true, value: null })
    const bus = busPlace.bus()
    if (!bus) throw new Error('there is no bus')
    bus.present({
      name,
      version: '0.1.0',
      state: 'inUse',
      connection: 'online',
      since: new Date().toISOString(),
      intakes: { waiting: 1, needPerson: 1 },
    })
    await waitFor(() => expect(bus.view().isHeard).toBe(true), longMs)
    return { bus, place: busPlace, heard: station.heard }
  }
  /** Pairs a composed kiosk with the desk in its panel, by its PIN. */
  async function pairInPanel({ enterPanel, send, sees }: ComposedKiosk) {
    await enterPanel()
    await send({ type: 'openStaffPage', page: 'desk' })
    const { address, code } = await desk.done('inviteKiosk', {})
    await send({ type: 'pairKiosk', address, code })
    const paired = { connection: 'connected', stations: [{ kind: 'desk' }] }
    await waitFor(
      async () => expect((await sees('staffDesk')).screen).toMatchObject({ desk: { paired } }),
      longMs,
    )
  }
  return { ...place, ...desk, start, pair, pairInPanel, port }
}
