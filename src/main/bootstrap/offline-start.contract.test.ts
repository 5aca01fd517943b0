import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startSandbox, type Sandbox } from '../../../sandbox/sandbox.ts'
import { sandboxEnvironment } from '../../../scripts/app-process.ts'
import { composeFoyer, type ComposedFoyer } from '../../../test/harness/composed-foyer.ts'
import { scratchFolder } from '../../../test/harness/vault/scratch.ts'
import type { Vault } from '../vault/vault.ts'
import { waitFor } from '../../../test/harness/wait-for.ts'

let sandbox: Sandbox
let scratch: ReturnType<typeof scratchFolder>
let environment: NodeJS.ProcessEnv
let running: ComposedFoyer | undefined
let vault: Vault | undefined
beforeEach(async () => {
  scratch = scratchFolder()
  sandbox = await startSandbox()
  environment = {
    ...sandboxEnvironment(sandbox, scratch.folder),
    FOYER_CONFIG: join(scratch.folder, 'none.json'),
    FOYER_OFFLINE_ENABLED: 'true',
  }
})
afterEach(async () => {
  await running?.foyer.stop()
  await sandbox.close()
  scratch.remove()
})

async function start(more: NodeJS.ProcessEnv = {}) {
  await running?.foyer.stop()
  running = await composeFoyer(scratch.folder, { ...environment, ...more }, (opened) => {
    vault = opened
    return opened
  })
  return running
}

const names = ['clinic', 'forms 7011', 'appointments']
const known = () => names.filter((name) => vault?.knowledge.read(name) !== undefined)
const knows = (what: readonly string[]) => waitFor(() => expect(known()).toEqual(what), 30_000)

it('shows the clinic at once by what it knows, when the service cannot be reached', async () => {
  const first = await start()
  await knows(names)
  const { clinic } = await first.sees('welcome')
  expect(clinic.name).not.toBe('')
  sandbox.control.switchNetwork('down', true)
  const second = await start()
  expect((await second.sees('welcome')).clinic).toEqual(clinic)
  expect(known()).toEqual(names)
})

it('knows nothing where that is not switched on, and forgets what it knew', async () => {
  await start()
  await knows(names)
  const kiosk = await start({ FOYER_OFFLINE_ENABLED: 'false' })
  await kiosk.sees('welcome')
  expect(known()).toEqual([])
})
