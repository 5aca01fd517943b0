import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { onePacket } from '../../../sandbox/seeds/cases.ts'
import { startSandbox, type Sandbox } from '../../../sandbox/sandbox.ts'
import { sandboxEnvironment } from '../../../scripts/app-process.ts'
import { composeFoyer } from '../../../test/harness/composed-foyer.ts'
import { passphraseSealer } from '../vault/keys/passphrase.ts'
import { openOrThrow, scratchFolder } from '../../../test/harness/vault/scratch.ts'
import type { AuditKind } from '../vault/audit/audit-kinds.ts'
import type { Vault } from '../vault/vault.ts'
import { waitFor } from '../../../test/harness/wait-for.ts'

// Passphrases and PINs are made to cost time, and more on a busy machine.
let sandbox: Sandbox
let scratch: ReturnType<typeof scratchFolder>
let environment: Record<string, string>
const running: { stop(): Promise<void> }[] = []
beforeEach(async () => {
  scratch = scratchFolder()
  sandbox = await startSandbox()
  environment = {
    ...sandboxEnvironment(sandbox, scratch.folder),
    FOYER_CONFIG: join(scratch.folder, 'none.json'),
  }
})
afterEach(async () => {
  for (const foyer of running.splice(0)) await foyer.stop()
  await sandbox.close()
  scratch.remove()
})

const folder = () => join(scratch.folder, 'vault')

async function start(first = 'welcome') {
  let vault: Vault | undefined
  const kiosk = await composeFoyer(scratch.folder, { ...environment }, (opened) => (vault = opened))
  running.push(kiosk.foyer)
  await kiosk.sees(first)
  /** What stands in the audit, oldest first. */
  const written = (...kinds: AuditKind[]) =>
    [...(vault?.audit.recent(kinds, { since: 0, limit: 999 }) ?? [])].reverse()
  return { ...kiosk, written }
}

it('writes down what happens on the kiosk, in the order in which it does', async () => {
  const kiosk = await start()
  await kiosk.send({ type: 'begin' })
  await kiosk.send({ type: 'submitContact', value: onePacket.phone })
  await kiosk.sees('code')
  await kiosk.send({ type: 'startOver' })
  await kiosk.send({ type: 'confirmStartOver' })
  await waitFor(() => expect(kiosk.written('wiped')).toHaveLength(1))
  const kinds = [
    'started',
    'credentialUsed',
    'visitStarted',
    'call',
    'visitEnded',
    'wiped',
  ] as const
  const entries = kiosk.written(...kinds)
  const first = (kind: AuditKind) => entries.findIndex((entry) => entry.kind === kind)
  expect(entries[0]).toMatchObject({ kind: 'started' })
  expect(first('credentialUsed')).toBeGreaterThan(0)
  expect(first('credentialUsed')).toBeLessThan(first('call'))
  const sent = entries.findIndex(
    ({ fields }) => fields['operation'] === 'partner.identityProof.send',
  )
  expect(sent).toBeGreaterThan(first('visitStarted'))
  expect(first('visitEnded')).toBeGreaterThan(sent)
  expect(first('wiped')).toBeGreaterThan(first('visitEnded'))
})

it('writes down no use of credentials that it does not have, and does not try without them', async () => {
  const without = (name: string) => {
    delete environment[`FOYER_${name}_CLIENT_ID`]
    delete environment[`FOYER_${name}_CLIENT_SECRET`]
  }
  without('DEVELOPER')
  const partnerAlone = await start()
  const used = (kiosk: typeof partnerAlone) =>
    kiosk.written('credentialUsed').map(({ fields }) => fields['interface'])
  await waitFor(() => expect(partnerAlone.written('call')).not.toEqual([]))
  expect(used(partnerAlone)).toEqual(['partner'])
  const called = partnerAlone.logged('call').map((line) => line['operation'])
  expect(called.filter((operation) => String(operation).startsWith('developer.'))).toEqual([])
})

it('writes down no use of credentials where it has none, however often it looks', async () => {
  for (const name of Object.keys(environment)) if (/_CLIENT_/.test(name)) delete environment[name]
  environment['FOYER_SERVICE_RECHECK_MS'] = '1000'
  const kiosk = await start('outOfService')
  await waitFor(() => expect(kiosk.logged('callFailed').length).toBeGreaterThan(1))
  expect(kiosk.written('credentialUsed', 'call')).toEqual([])
})

it('writes down what is refused, once a visit', async () => {
  const kiosk = await start()
  for (const type of ['rotateKey', 'finish', 'rotateKey'] as const) await kiosk.send({ type })
  expect(kiosk.written('commandRefused').map(({ fields }) => fields)).toEqual([
    { reason: 'notAccepted', command: 'rotateKey' },
    { reason: 'notAccepted', command: 'finish' },
  ])
  expect(kiosk.logged('commandRefused')).toHaveLength(3)
})

it('lets go at a start of what is older than the policy', async () => {
  const sealers = [passphraseSealer(environment['FOYER_VAULT_PASSPHRASE'] ?? '')]
  const before = await openOrThrow(folder(), { sealers, now: () => 1_000 })
  before.audit.append('call', { operation: 'of long ago' })
  before.close()
  const kiosk = await start()
  const operations = kiosk.written('call').map(({ fields }) => fields['operation'])
  expect(operations).not.toContain('of long ago')
  expect(kiosk.written('checkpoint')).toHaveLength(1)
})

it('forgets what staff set with all the rest', async () => {
  const pin = environment['FOYER_STAFF_PIN'] ?? ''
  const kiosk = await start()
  await kiosk.send({ type: 'openStaff' })
  await kiosk.sees('staffEnterPin')
  await kiosk.send({ type: 'submitPin', pin })
  await kiosk.sees('staffHome')
  await kiosk.send({ type: 'openStaffPage', page: 'settings' })
  await kiosk.send({ type: 'changeSetting', key: 'idle.afterMs', value: '60' })
  expect(existsSync(join(folder(), 'settings.json'))).toBe(true)
  await kiosk.send({ type: 'openStaffPage', page: 'machine' })
  await kiosk.send({ type: 'forgetKiosk', pin })
  await waitFor(() => expect(kiosk.left()).toBe(true))
  expect(existsSync(join(folder(), 'settings.json'))).toBe(false)
})
