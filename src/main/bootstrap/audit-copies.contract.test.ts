import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startSandbox, type Sandbox } from '../../../sandbox/sandbox.ts'
import { sandboxEnvironment } from '../../../scripts/app-process.ts'
import { composeFoyer, type ComposedFoyer } from '../../../test/harness/composed-foyer.ts'
import { openCollector } from '../../../test/harness/vault/collector.ts'
import { targetIn } from '../../../test/harness/vault/forward.ts'
import { scratchFolder } from '../../../test/harness/vault/scratch.ts'
import { waitFor } from '../../../test/harness/wait-for.ts'

// Passphrases and PINs are made to cost time, and more on a busy machine.
let sandbox: Sandbox
let scratch: ReturnType<typeof scratchFolder>
const running: ComposedFoyer[] = []
beforeEach(async () => {
  scratch = scratchFolder()
  sandbox = await startSandbox()
})
afterEach(async () => {
  for (const { foyer } of running.splice(0)) await foyer.stop()
  await sandbox.close()
  scratch.remove()
})

const file = () => join(scratch.folder, 'anchors.jsonl')
const anchors = () =>
  readFileSync(file(), 'utf8')
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { readonly why: string }).why)

async function start(settings: Readonly<Record<string, string>>) {
  const environment: Record<string, string> = {
    ...sandboxEnvironment(sandbox, scratch.folder),
    FOYER_CONFIG: join(scratch.folder, 'none.json'),
    FOYER_AUDIT_ANCHOR_FILE: file(),
    ...settings,
  }
  const pin = environment['FOYER_STAFF_PIN'] ?? ''
  const kiosk = await composeFoyer(scratch.folder, environment)
  running.push(kiosk)
  return { kiosk, pin }
}

it('forwards what a kiosk audits, and notes down its chain at start and end', async () => {
  const collector = await openCollector()
  const { port, caFile } = targetIn(scratch.folder, collector)
  const { kiosk } = await start({
    FOYER_AUDIT_FORWARD_HOST: 'localhost',
    FOYER_AUDIT_FORWARD_PORT: String(port),
    FOYER_AUDIT_FORWARD_CA_FILE: caFile ?? '',
  })
  await kiosk.sees('welcome')
  await running.pop()?.foyer.stop()
  const kinds = collector.received
    .filter(({ header }) => header.endsWith(' ENTRY'))
    .map(({ text }) => (JSON.parse(text) as { readonly kind: string }).kind)
  expect(kinds).toEqual(expect.arrayContaining(['started', 'credentialKept', 'credentialUsed']))
  expect(anchors()).toEqual(['started', 'stopped'])
})

it('ends a chain in its file when staff forget the kiosk', async () => {
  const { kiosk, pin } = await start({})
  await kiosk.sees('welcome')
  await kiosk.send({ type: 'openStaff' })
  await kiosk.sees('staffEnterPin')
  await kiosk.send({ type: 'submitPin', pin })
  await kiosk.sees('staffHome')
  await kiosk.send({ type: 'openStaffPage', page: 'machine' })
  await kiosk.sees('staffMachine')
  await kiosk.send({ type: 'forgetKiosk', pin })
  await waitFor(() => expect(kiosk.left()).toBe(true))
  await running.pop()?.foyer.stop()
  expect(anchors()).toEqual(['started', 'forgotten'])
  expect(kiosk.logged('kioskOutOfService')).toEqual([])
})
