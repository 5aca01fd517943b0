import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { sandboxSecret } from '../../../sandbox/http/wire.ts'
import { startSandbox, type Sandbox } from '../../../sandbox/sandbox.ts'
import * as cases from '../../../sandbox/seeds/cases.ts'
import { sandboxEnvironment } from '../../../scripts/app-process.ts'
import { composeFoyer } from '../../../test/harness/composed-foyer.ts'
import { scratchFolder } from '../../../test/harness/vault/scratch.ts'
import { wireProfile } from '../../contract/wire-profile.ts'

// Passphrases and PINs are made to cost time, and more on a busy machine.
const file = join(import.meta.dirname, '../../../test/wire-profiles/gateway.json')
const secrets = { FOYER_WIRE_SECRETS: JSON.stringify({ apiKey: sandboxSecret('apiKey') }) }

let sandbox: Sandbox
let scratch: ReturnType<typeof scratchFolder>
beforeEach(async () => {
  scratch = scratchFolder()
  const profile = wireProfile.parse(JSON.parse(readFileSync(file, 'utf8')))
  sandbox = await startSandbox({ profile })
})
afterEach(async () => {
  await sandbox.close()
  scratch.remove()
})

let base: NodeJS.ProcessEnv
beforeEach(() => (base = sandboxEnvironment(sandbox, scratch.folder)))

const start = (environment: Readonly<Record<string, string>>) =>
  composeFoyer(scratch.folder, {
    ...base,
    FOYER_CONFIG: join(scratch.folder, 'none.json'),
    ...environment,
  })

it('a kiosk serves a patient by the profile that its settings name, with the secret from the vault', async () => {
  const named = { FOYER_SERVICE_WIRE_PROFILE: file }
  const first = await start({ ...named, ...secrets })
  await first.sees('welcome')
  await first.foyer.stop()

  // The secret is given once.
  const kiosk = await start(named)
  await kiosk.sees('welcome')
  await kiosk.send({ type: 'begin' })
  await kiosk.sees('contact')
  await kiosk.send({ type: 'submitContact', value: cases.onePacket.phone })
  await kiosk.sees('code')
  const code = sandbox.control.latestCode(cases.onePacket.phone) ?? ''
  await kiosk.send({ type: 'submitCode', code })
  await kiosk.sees('dateOfBirth')
  expect(kiosk.logged('app').map(({ message }) => message)).not.toContain('wireSecretMissing')
  await kiosk.foyer.stop()
})

it('a kiosk without the secret that its profile names is out of service, and its log names the secret', async () => {
  const kiosk = await start({ FOYER_SERVICE_WIRE_PROFILE: file })
  await kiosk.sees('outOfService')
  const missing = { message: 'wireSecretMissing', detail: 'apiKey' }
  expect(kiosk.logged('app')).toContainEqual(expect.objectContaining(missing))
  await kiosk.foyer.stop()
})
