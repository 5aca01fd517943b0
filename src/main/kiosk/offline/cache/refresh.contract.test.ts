import { beforeEach, expect, it } from 'vitest'
import { SimulatedClock } from 'xstate'
import { startSandbox, type Sandbox } from '../../../../../sandbox/sandbox.ts'
import { connectTo } from '#harness/service/connect-to.ts'
import { vaultOfEachTest } from '#harness/vault/test-vault.ts'
import type { ConnectionState } from '../../../../shared/connection.ts'
import type { ServiceError } from '../../../intake/http/errors.ts'
import type { CallReport } from '../../../intake/client/call-types.ts'
import type { Vault } from '../../../vault/vault.ts'
import { createKnowledge, type KnowledgeStore } from './knowledge.ts'
import { keepRefreshed, lookMs, refreshMs } from './refresh.ts'
import { waitFor } from '#harness/wait-for.ts'

const place = vaultOfEachTest()
let vault: Vault
let sandbox: Sandbox
let knowledge: KnowledgeStore
let now = 0
beforeEach(async () => {
  vault = await place.open()
  // In the morning at the sandbox's location, and the same day where this machine stands.
  now = Date.parse('2030-05-31T16:00:00Z')
  sandbox = await startSandbox({ clock: () => now })
  knowledge = createKnowledge({
    rows: vault.knowledge,
    groupIds: () => [sandbox.defaultTemplateGroupId],
    keepHours: () => 48,
    now: () => now,
  })
})

function begin() {
  const calls: CallReport[] = []
  const { client, here } = connectTo(sandbox, { log: (report) => calls.push(report) })
  const simulated = new SimulatedClock()
  const outcomes: (ServiceError | undefined)[] = []
  const state = { isBusy: false, connection: 'unknown' as ConnectionState }
  const end = keepRefreshed({
    client,
    // As the kiosk has it, with more than where it is.
    place: { ...here, defaultTemplateGroupId: null } as typeof here,
    groupIds: [sandbox.defaultTemplateGroupId],
    knowledge,
    isBusy: () => state.isBusy,
    connection: () => state.connection,
    clock: Object.assign(simulated, { wallTime: () => now }),
    onRefreshed: (error) => outcomes.push(error),
    onThrown: (error) => {
      throw error
    },
  })
  const ended = (count: number) => waitFor(() => expect(outcomes).toHaveLength(count))
  const pass = async (ms: number) => {
    now += ms
    simulated.increment(ms)
    await new Promise(setImmediate)
  }
  return { calls, outcomes, state, end, ended, pass }
}

const versionsOf = () => knowledge.forms().map(({ templateId, version }) => [templateId, version])

it('knows the forms with their attributes, and whom it expects, after one refresh', async () => {
  const { ended, end, outcomes } = begin()
  await ended(1)
  expect(outcomes).toEqual([undefined])
  expect(versionsOf().map(([id]) => id)).toEqual([601, 602, 603])
  const [first] = knowledge.forms()
  const elements = first?.template.formTemplateSections.flatMap(({ formElements }) => formElements)
  expect(elements?.some(({ attribute }) => attribute)).toBe(true)
  const known = knowledge.appointments() ?? []
  expect(known.length).toBeGreaterThan(5)
  expect(known.every(({ with: who, hashes }) => who !== null && hashes.name !== null)).toBe(true)
  const kept = ['appointments', 'clinic'].map((name) => vault.knowledge.read(name)?.value).join()
  expect(kept).not.toMatch(/Delgado|Rahman|\+1206|@example/)
  end()
})

it('asks a few things an hour, and reads a template again whose version rose', async () => {
  const { calls, ended, end, pass } = begin()
  await ended(1)
  const before = versionsOf()
  calls.length = 0
  await pass(refreshMs.known)
  await ended(2)
  expect(calls.map(({ operation }) => operation)).toEqual([
    'partner.formTemplates.list',
    'partner.formTemplateGroups.getForLocation',
    'partner.appointments.list',
  ])
  expect(versionsOf()).toEqual(before)
  calls.length = 0
  const risen = sandbox.control.changeTemplate(602, { question: 'Do you smoke?' })
  await pass(refreshMs.known)
  await ended(3)
  expect(calls.map(({ operation }) => operation)).toContain('partner.formTemplates.get')
  expect(versionsOf().find(([id]) => id === 602)).toEqual([602, risen])
  expect(JSON.stringify(knowledge.forms())).toContain('Do you smoke?')
  end()
})

it('makes no call while a visit is there, nor while the service cannot be reached', async () => {
  const { calls, state, ended, end, pass } = begin()
  await ended(1)
  calls.length = 0
  state.connection = 'offline'
  await pass(refreshMs.known)
  await pass(lookMs)
  state.isBusy = true
  state.connection = 'online'
  await pass(lookMs)
  await pass(60_000)
  expect(calls).toEqual([])
  state.isBusy = false
  await pass(60_000)
  await ended(2)
  expect(calls.length).toBeGreaterThan(0)
  end()
})

it('keeps what it knows when a refresh fails, and tries again sooner', async () => {
  const { outcomes, ended, end, pass } = begin()
  await ended(1)
  const before = knowledge.forms()
  sandbox.control.addFault({ status: 404, pathIncludes: '/appointment' })
  sandbox.control.addFault({ status: 403, pathIncludes: '/form/template' })
  await pass(refreshMs.known)
  await ended(2)
  expect(outcomes[1]).toMatchObject({ kind: 'forbidden' })
  expect(knowledge.forms()).toEqual(before)
  sandbox.control.clearFaults()
  await pass(refreshMs.failed)
  await ended(3)
  expect(outcomes[2]).toBeUndefined()
  end()
})
