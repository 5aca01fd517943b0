import { afterEach, beforeEach, expect, onTestFinished } from 'vitest'
import { startSandbox, type Sandbox } from '../../../sandbox/sandbox.ts'
import type { MemberRole } from '../../../src/shared/desk/members.ts'
import {
  deskCommands,
  deskQueries,
  type CommandInput,
  type CommandName,
  type CommandOutput,
  type QueryName,
  type QueryOutput,
} from '../../../src/shared/desk/operations.ts'
import { freePort } from '../bus/relay.ts'
import { openKioskStation } from '../hub/kiosk-station.ts'
import { scratchFolder } from '../vault/scratch.ts'
import { waitFor } from '../wait-for.ts'
import { composeSandboxDesk, type ComposedDesk } from './composed-desk.ts'

/** ms that stations have to find each other. */
export const longMs = 60_000
/** What Ana Ruiz signs in with. */
export const secret = 'six small boats at noon'
const passphrase = 'nine green kites over the bay'

/** Asks the page's way: as replies, or as what they bring. */
export function asked(at: ComposedDesk) {
  const say = <N extends CommandName>(name: N, input: CommandInput<N>, reason?: string) =>
    at.say({ type: 'command', name, input, ...(reason !== undefined && { reason }) })
  const query = (name: QueryName, input: object = {}) => at.say({ type: 'query', name, input })
  async function done<N extends CommandName>(name: N, input: CommandInput<N>, reason?: string) {
    const reply = await say(name, input, reason)
    if (!reply.ok) throw new Error(`${name}: ${reply.error.kind}`)
    return deskCommands[name].output.parse(reply.value) as CommandOutput<N>
  }
  async function read<N extends QueryName>(name: N, input: object = {}) {
    const reply = await query(name, input)
    if (!reply.ok) throw new Error(`${name}: ${reply.error.kind}`)
    return deskQueries[name].output.parse(reply.value) as QueryOutput<N>
  }
  return { say, query, done, read }
}

/** A desk that carries a broker, on a sandbox and in a vault of its own for each test, and kiosks that it hears. */
export function useDeskWithKiosks() {
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
  async function start(change?: Parameters<typeof composeSandboxDesk>[2]): Promise<ComposedDesk> {
    const settings = {
      FOYER_BUS_BROKER_PORT: String(port),
      FOYER_BUS_BROKER_PAIRING_PORT: String(await freePort()),
      // The same at each start of the desk.
      FOYER_VAULT_PASSPHRASE: passphrase,
      FOYER_STAFF_PIN: '730416',
    }
    const at = await composeSandboxDesk(sandbox, scratch.folder, change, settings)
    onTestFinished(() => at.station.stop().catch(() => undefined))
    await waitFor(() => expect(at.view().kiosks.hears).not.toBe('opening'), longMs)
    return at
  }

  /** A desk at which Ana Ruiz is signed in with these roles. */
  async function openDesk(...roles: MemberRole[]) {
    return openChanged(undefined, ...roles)
  }
  /** The same, with something put before its vault. */
  async function openChanged(change: Parameters<typeof start>[0], ...roles: MemberRole[]) {
    const at = await start(change)
    await at.say({ type: 'session', session: { act: 'setUp', name: 'Ana Ruiz', secret } })
    const { session } = at.view()
    if (session.state !== 'open') throw new Error(session.state)
    const memberId = session.member.id
    const input = { memberId, patch: { roles: ['administrator', ...roles] } }
    await at.say({ type: 'command', name: 'changeMember', input })
    return { at, memberId, ...asked(at) }
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

  return { start, openDesk, openChanged, pairWith, brokerPort: () => port }
}
