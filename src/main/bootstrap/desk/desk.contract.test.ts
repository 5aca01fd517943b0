import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startSandbox, type Sandbox } from '../../../../sandbox/sandbox.ts'
import {
  composeSandboxDesk,
  type ComposedDesk,
} from '../../../../test/harness/desk/composed-desk.ts'
import { startAtMidday } from '../../../../test/harness/midday.ts'
import { scratchFolder } from '../../../../test/harness/vault/scratch.ts'
import { waitFor } from '../../../../test/harness/wait-for.ts'
import { deskQueries, type CommandName } from '../../../shared/desk/operations.ts'
import type { TodayList, TodayRow } from '../../../shared/desk/today.ts'
import { reachedOperations } from '../../desk/reached-operations.ts'
import type { AuditKind } from '../../vault/audit/audit-kinds.ts'
import type { Vault } from '../../vault/vault.ts'

startAtMidday()

const secret = 'six small boats at noon'
const reason = 'They left the house again'

let sandbox: Sandbox
let scratch: ReturnType<typeof scratchFolder>
let desk: ComposedDesk | undefined
beforeEach(async () => {
  scratch = scratchFolder()
  sandbox = await startSandbox()
})
afterEach(async () => {
  await desk?.station.stop().catch(() => undefined)
  desk = undefined
  await sandbox.close()
  scratch.remove()
})

async function open(change?: (vault: Vault) => Vault): Promise<ComposedDesk> {
  desk = await composeSandboxDesk(sandbox, scratch.folder, change)
  return desk
}
const act = (at: ComposedDesk, session: Parameters<typeof sessionOf>[0]) =>
  at.say(sessionOf(session))
const sessionOf = (
  session: Extract<Parameters<ComposedDesk['say']>[0], { type: 'session' }>['session'],
) => ({ type: 'session', session }) as const
const query = (at: ComposedDesk, name: string) => at.say({ type: 'query', name, input: {} })
const command = (at: ComposedDesk, name: CommandName, input: object, why?: string) =>
  at.say({ type: 'command', name, input, ...(why !== undefined && { reason: why }) })
const ok = (value: unknown) => ({ ok: true, value })
const refused = (error: object) => ({ ok: false, error })

const memberOf = (at: ComposedDesk) => {
  const { session } = at.view()
  if (session.state !== 'open') throw new Error(`the desk is ${session.state}`)
  return session.member
}

/** Sets the desk up; whoever does that has the front desk's role afterwards, too. */
async function openForReception(change?: (vault: Vault) => Vault): Promise<ComposedDesk> {
  const at = await open(change)
  expect(await act(at, { act: 'setUp', name: 'Ana Ruiz', secret })).toEqual(ok(null))
  const { id } = memberOf(at)
  const patch = { roles: ['administrator' as const, 'reception' as const] }
  expect(await command(at, 'changeMember', { memberId: id, patch })).toEqual(ok(null))
  return at
}

async function today(at: ComposedDesk): Promise<TodayList> {
  const reply = await query(at, 'today')
  if (!reply.ok) throw new Error(reply.error.kind)
  return deskQueries.today.output.parse(reply.value)
}
const oneOf = (list: TodayList, fits: (row: TodayRow) => boolean): TodayRow => {
  const found = list.rows.find(fits)
  if (!found) throw new Error('no row fits')
  return found
}
const audited = (at: ComposedDesk, ...kinds: AuditKind[]) =>
  at.vault.audit.recent(kinds, { since: 0, limit: 10_000 }).toReversed()
const operationsAsked = (at: ComposedDesk, after = 0) =>
  new Set(
    audited(at, 'call')
      .filter(({ seq, fields }) => seq > after && fields['member'] !== undefined)
      .map(({ fields }) => fields['operation']),
  )
const lastEntry = (at: ComposedDesk) => audited(at, 'call', 'deskChanged').at(-1)?.seq ?? 0

describe('a desk on the sandbox', () => {
  it('is set up once, and signs in who was made', async () => {
    const at = await open()
    expect(at.view().session).toEqual({ state: 'setUp' })
    const easy = await act(at, { act: 'setUp', name: 'Ana Ruiz', secret: '123456' })
    expect(easy).toEqual(refused({ kind: 'badSecret', why: 'tooEasy' }))
    expect(await act(at, { act: 'setUp', name: 'Ana Ruiz', secret })).toEqual(ok(null))
    expect(memberOf(at)).toMatchObject({ name: 'Ana Ruiz', roles: ['administrator'] })
    const again = await act(at, { act: 'setUp', name: 'Mallory', secret })
    expect(again).toEqual(refused({ kind: 'noRight' }))
  })

  it('shows nobody a patient who has no right to', async () => {
    const at = await open()
    await act(at, { act: 'setUp', name: 'Ana Ruiz', secret })
    expect(await query(at, 'today')).toEqual(refused({ kind: 'noRight' }))
    expect(audited(at, 'deskRefused').at(-1)?.fields).toMatchObject({
      ...{ operation: 'today', why: 'noRight', member: memberOf(at).id },
    })
    expect(operationsAsked(at)).toEqual(new Set())
  })

  it('shows the appointments of today with names, and its audit says who saw whom', async () => {
    const at = await openForReception()
    const list = await today(at)
    expect(list.rows.length).toBeGreaterThan(5)
    expect(list.rows.map(({ startsAt }) => startsAt)).toEqual(
      list.rows.map(({ startsAt }) => startsAt).toSorted((a, b) => a - b),
    )
    for (const { patient, practitioner, type } of list.rows) {
      expect(patient).toMatch(/\p{L}/u)
      expect(practitioner).toMatch(/\p{L}/u)
      expect(type).toMatch(/\p{L}/u)
    }
    expect(new Set(list.rows.map(({ state }) => state)).size).toBeGreaterThan(1)
    expect(oneOf(list, (row) => row.isTelehealth).state).toBe('expected')

    const { id } = memberOf(at)
    const [looked] = audited(at, 'deskQueried')
    expect(looked?.fields).toEqual({ member: id, query: 'today' })
    const calls = audited(at, 'call').filter(({ seq }) => seq > (looked?.seq ?? Infinity))
    const patients = new Set(calls.map(({ fields }) => fields['record.patientId']).filter(Boolean))
    expect(patients.size).toBeGreaterThan(5)
    for (const { fields } of calls.filter(({ fields }) => fields['record.patientId']))
      expect(fields['member']).toBe(id)
    // Nobody's id of the service stands in what the page was given.
    for (const patient of patients) expect(JSON.stringify(list.rows)).not.toContain(`"${patient}"`)
  })

  it('asks the service for what docs/desk.md says, and nothing else', async () => {
    const at = await openForReception()
    const list = await today(at)
    const ids = (name: keyof typeof reachedOperations) =>
      new Set<unknown>(reachedOperations[name].map(({ id }) => id))
    const ofToday = ids('today')
    // The sandbox's appointments name their patients.
    ofToday.delete('partner.patients.get')
    expect(operationsAsked(at)).toEqual(ofToday)

    const { appointment } = oneOf(list, ({ state }) => state === 'expected')
    const before = lastEntry(at)
    await command(at, 'markArrived', { appointment })
    expect(operationsAsked(at, before)).toEqual(ids('markArrived'))
  })

  it('marks an arrival at the service, and takes it back with a reason', async () => {
    const at = await openForReception()
    const { appointment } = oneOf(
      await today(at),
      ({ state, isTelehealth }) => state === 'expected' && !isTelehealth,
    )
    const now = async () => oneOf(await today(at), (row) => row.appointment === appointment).state
    expect(await command(at, 'markArrived', { appointment })).toEqual(ok(null))
    expect(await now()).toMatch(/arrived|inForms|formsDone/)
    expect(await command(at, 'undoArrival', { appointment })).toEqual(
      refused({ kind: 'reasonNeeded' }),
    )
    expect(await command(at, 'undoArrival', { appointment }, reason)).toEqual(ok(null))
    expect(await now()).toBe('expected')
    const changes = audited(at, 'deskChanged').map(({ fields }) => fields)
    expect(changes.slice(-2)).toMatchObject([
      { member: memberOf(at).id, command: 'markArrived' },
      { member: memberOf(at).id, command: 'undoArrival', reason },
    ])
    expect(changes.at(-1)?.['record.appointmentId']).toMatch(/^\d+$/)
  })

  it('leaves an appointment alone that was cancelled', async () => {
    const at = await openForReception()
    const { appointment } = oneOf(await today(at), ({ state }) => state === 'cancelled')
    expect(await command(at, 'markArrived', { appointment })).toEqual(
      refused({ kind: 'refusedByService' }),
    )
    expect(audited(at, 'deskChangeFailed')).toHaveLength(1)
  })

  it('says that it is offline, and knows the names again once it is not', async () => {
    const at = await openForReception()
    const before = await today(at)
    sandbox.control.switchNetwork('down', true)
    expect(await query(at, 'today')).toEqual(refused({ kind: 'offline' }))
    sandbox.control.switchNetwork('down', false)
    const after = await waitFor(() => today(at))
    expect(after.rows).toEqual(before.rows)
  })
})

describe('a lock', () => {
  it('takes the page away, and the names of records with it', async () => {
    const at = await openForReception()
    const { id, name } = memberOf(at)
    const { appointment } = oneOf(await today(at), ({ state }) => state === 'expected')
    at.pressLock()
    expect(at.view().session).toEqual({ state: 'locked', members: [{ id, name }] })
    await expect.poll(() => at.renewals()).toBe(1)
    expect(await query(at, 'today')).toEqual(refused({ kind: 'locked' }))

    const wrong = await act(at, { act: 'signIn', memberId: id, secret: 'another one' })
    expect(wrong).toMatchObject({ ok: false, error: { kind: 'wrongSecret' } })
    expect(await act(at, { act: 'signIn', memberId: id, secret })).toEqual(ok(null))
    expect(await command(at, 'markArrived', { appointment })).toEqual(
      refused({ kind: 'unknownReference' }),
    )
  })

  it('ends what is under way, which is answered to nobody', async () => {
    const at = await openForReception()
    sandbox.control.switchNetwork('hole', true)
    const asked = query(at, 'today')
    await expect.poll(() => audited(at, 'deskQueried')).toHaveLength(1)
    at.pressLock()
    expect(await asked).toEqual(refused({ kind: 'locked' }))
  })
})

it('has a member choose a secret of their own before they see anything', async () => {
  const at = await openForReception()
  const made = await command(at, 'createMember', { name: 'Ben Cole', roles: ['reception'] })
  const { temporary } = (made as { value: { temporary: string } }).value
  at.pressLock()
  const { session } = at.view()
  const ben = session.state === 'locked' && session.members.find(({ name }) => name === 'Ben Cole')
  if (!ben) throw new Error('Ben cannot be chosen')
  expect(await act(at, { act: 'signIn', memberId: ben.id, secret: temporary })).toEqual(ok(null))
  expect(memberOf(at).mustChangeSecret).toBe(true)
  expect(await query(at, 'today')).toEqual(refused({ kind: 'noRight' }))
  const next = 'a kite above the lake'
  expect(await act(at, { act: 'changeSecret', present: temporary, next })).toEqual(ok(null))
  expect(memberOf(at).mustChangeSecret).toBe(false)
  expect((await today(at)).rows.length).toBeGreaterThan(5)
})

describe('in an emergency', () => {
  const reason = 'A patient cannot breathe, the nurse is away'

  it('a member takes a role with a reason, and an administrator sees it afterwards', async () => {
    const at = await open()
    await act(at, { act: 'setUp', name: 'Ana Ruiz', secret })
    expect(await query(at, 'today')).toEqual(refused({ kind: 'noRight' }))
    expect(await act(at, { act: 'emergency', role: 'reception', reason })).toEqual(ok(null))
    expect(memberOf(at).emergency).toMatchObject({ role: 'reception' })
    expect((await today(at)).rows.length).toBeGreaterThan(5)
    const { id } = memberOf(at)
    const [entry] = audited(at, 'emergencyTaken')
    expect(entry?.fields).toMatchObject({ member: id, role: 'reception', reason })

    const listed = await query(at, 'emergencies')
    const rows = listed.ok ? deskQueries.emergencies.output.parse(listed.value) : []
    expect(rows).toMatchObject([{ memberId: id, name: 'Ana Ruiz', role: 'reception', reason }])
    const seen = { emergency: rows[0]?.id ?? '' }
    expect(await command(at, 'seeEmergency', seen)).toEqual(ok(null))
    expect(await query(at, 'emergencies')).toEqual(ok([]))
    expect(await command(at, 'seeEmergency', seen)).toEqual(refused({ kind: 'unknownReference' }))
  })

  it('a role is gone with the lock, and none is taken without a reason or twice', async () => {
    const at = await openForReception()
    const why = await act(at, {
      act: 'emergency',
      role: 'clinical',
      reason: ` quick${' '.repeat(12)}`,
    })
    expect(why).toEqual(refused({ kind: 'malformed' }))
    const held = await act(at, { act: 'emergency', role: 'reception', reason })
    expect(held).toEqual(refused({ kind: 'malformed' }))
    expect(await act(at, { act: 'emergency', role: 'clinical', reason })).toEqual(ok(null))
    const { id } = memberOf(at)
    at.pressLock()
    expect(await act(at, { act: 'emergency', role: 'clinical', reason })).toEqual(
      refused({ kind: 'locked' }),
    )
    expect(await act(at, { act: 'signIn', memberId: id, secret })).toEqual(ok(null))
    expect(memberOf(at).emergency).toBeUndefined()
  })
})

it('serves nobody any more once the audit cannot be written', async () => {
  let isFull = false
  const at = await openForReception((vault) => ({
    ...vault,
    audit: {
      ...vault.audit,
      append(...entry) {
        if (isFull) throw Object.assign(new Error('full'), { code: 'SQLITE_FULL' })
        vault.audit.append(...entry)
      },
    },
  }))
  isFull = true
  expect(await query(at, 'today')).toEqual(refused({ kind: 'failed' }))
  expect(at.view().session).toEqual({ state: 'outOfService' })
  isFull = false
  expect(await query(at, 'today')).toEqual(refused({ kind: 'failed' }))
})
