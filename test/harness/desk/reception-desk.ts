import { afterEach, beforeEach } from 'vitest'
import { startSandbox, type Sandbox } from '../../../sandbox/sandbox.ts'
import {
  deskCommands,
  deskQueries,
  type CommandInput,
  type CommandName,
  type QueryInput,
  type QueryName,
} from '../../../src/shared/desk/operations.ts'
import type { AuditKind } from '../../../src/main/vault/audit/audit-kinds.ts'
import { scratchFolder } from '../vault/scratch.ts'
import { composeSandboxDesk, type ComposedDesk } from './composed-desk.ts'

const secret = 'six small boats at noon'

/** A desk on a sandbox for each test, at which somebody with the roles reception and administrator is signed in. */
export function useReceptionDesk() {
  let sandbox: Sandbox
  let scratch: ReturnType<typeof scratchFolder>
  let at: ComposedDesk
  beforeEach(async () => {
    scratch = scratchFolder()
    sandbox = await startSandbox()
    at = await composeSandboxDesk(sandbox, scratch.folder)
    await at.say({ type: 'session', session: { act: 'setUp', name: 'Ana Ruiz', secret } })
    const { session } = at.view()
    if (session.state !== 'open') throw new Error(session.state)
    const patch = { roles: ['administrator' as const, 'reception' as const] }
    await say('changeMember', { memberId: session.member.id, patch })
  })
  afterEach(async () => {
    await at.station.stop().catch(() => undefined)
    await sandbox.close()
    scratch.remove()
  })

  const say = <N extends CommandName>(name: N, input: CommandInput<N>, why?: string) =>
    at.say({ type: 'command', name, input, ...(why !== undefined && { reason: why }) })
  const ask = <N extends QueryName>(name: N, input: QueryInput<N>) =>
    at.say({ type: 'query', name, input })
  async function done<N extends CommandName>(name: N, input: CommandInput<N>, why?: string) {
    const reply = await say(name, input, why)
    if (!reply.ok) throw new Error(reply.error.kind)
    return deskCommands[name].output.parse(reply.value)
  }
  async function read<N extends QueryName>(name: N, input: QueryInput<N>) {
    const reply = await ask(name, input)
    if (!reply.ok) throw new Error(reply.error.kind)
    return deskQueries[name].output.parse(reply.value)
  }
  const audited = (...kinds: AuditKind[]) =>
    at.vault.audit.recent(kinds, { since: 0, limit: 10_000 }).toReversed()
  const lastEntry = () => audited('call', 'deskQueried', 'deskChanged').at(-1)?.seq ?? 0
  const askedAfter = (entry: number) =>
    new Set(
      audited('call')
        .filter(({ seq, fields }) => seq > entry && fields['member'] !== undefined)
        .map(({ fields }) => fields['operation']),
    )

  return { sandbox: () => sandbox, say, ask, done, read, audited, lastEntry, askedAfter }
}
