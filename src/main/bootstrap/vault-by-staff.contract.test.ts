import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startSandbox, type Sandbox } from '../../../sandbox/sandbox.ts'
import { sandboxEnvironment } from '../../../scripts/app-process.ts'
import { composeFoyer, type ComposedFoyer } from '../../../test/harness/composed-foyer.ts'
import { passphraseSealer } from '../vault/keys/passphrase.ts'
import { openOrThrow, scratchFolder } from '../../../test/harness/vault/scratch.ts'
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

const provisioned = (): Record<string, string> => ({
  ...sandboxEnvironment(sandbox, scratch.folder),
  FOYER_CONFIG: join(scratch.folder, 'none.json'),
})
const at = (name: string) => join(scratch.folder, 'vault', name)

async function start(environment: Record<string, string>) {
  const kiosk = await composeFoyer(scratch.folder, { ...environment })
  running.push(kiosk)
  return kiosk
}

async function enterPanel(pin: string, environment: Record<string, string>) {
  const kiosk = await start(environment)
  await kiosk.sees('welcome')
  await kiosk.send({ type: 'openStaff' })
  await kiosk.sees('staffEnterPin')
  await kiosk.send({ type: 'submitPin', pin })
  await kiosk.sees('staffHome')
  await kiosk.send({ type: 'openStaffPage', page: 'machine' })
  await kiosk.sees('staffMachine')
  return kiosk
}

it('gets another key from the staff panel, and goes on', async () => {
  const environment = provisioned()
  const kiosk = await enterPanel(environment['FOYER_STAFF_PIN'] ?? '', environment)
  const before = readFileSync(at('vault.key'), 'utf8')
  await kiosk.send({ type: 'rotateKey' })
  await waitFor(async () =>
    expect((await kiosk.sees('staffMachine')).screen).toMatchObject({ done: 'keyRotated' }),
  )
  expect(readFileSync(at('vault.key'), 'utf8')).not.toBe(before)
  await kiosk.send({ type: 'closeStaff' })
  await kiosk.sees('welcome')
  expect(kiosk.logged('kioskOutOfService')).toEqual([])
})

it('is forgotten from the staff panel, and the next start is a first one', async () => {
  const environment = provisioned()
  const pin = environment['FOYER_STAFF_PIN'] ?? ''
  const kiosk = await enterPanel(pin, environment)
  await kiosk.send({ type: 'forgetKiosk', pin })
  await waitFor(() => expect(kiosk.left()).toBe(true))
  await running.pop()?.foyer.stop()
  expect(readdirSync(join(scratch.folder, 'vault'))).toEqual(['vault.lock'])
  expect(kiosk.logged('bug')).toEqual([])
  expect(kiosk.logged('kioskOutOfService')).toEqual([])
  expect(kiosk.logged('app').at(-1)?.['message']).toBe('everything on this kiosk is forgotten')

  const isSecret = (name: string) => /_PIN$|_CLIENT_/.test(name)
  const bare = Object.fromEntries(Object.entries(environment).filter(([name]) => !isSecret(name)))
  const first = await start(bare)
  expect((await first.sees('staffChoosePin')).screen).toMatchObject({ isFirst: true })
})

it('takes a pair of the environment once: what staff changed since stays', async () => {
  const environment = provisioned()
  const sealers = [passphraseSealer(environment['FOYER_VAULT_PASSPHRASE'] ?? '')]
  const changed = { clientId: 'by staff', clientSecret: 'by staff' }
  const startAndEnd = async (given: Record<string, string>) => {
    const kiosk = await start(given)
    await running.pop()?.foyer.stop()
    expect(kiosk.logged('kioskOutOfService')).toEqual([])
    return openOrThrow(at(''), { sealers })
  }
  const first = await startAndEnd(environment)
  expect(first.credentials.read('partner')).toEqual(sandbox.credentials.partner)
  first.credentials.keep({ partner: changed })
  first.credentials.remove('developer')
  first.close()

  const second = await startAndEnd(environment)
  expect(second.credentials.read('partner')).toEqual(changed)
  expect(second.credentials.read('developer')).toBeUndefined()
  second.close()

  const third = await startAndEnd({ ...environment, FOYER_PARTNER_CLIENT_SECRET: 'the next' })
  expect(third.credentials.read('partner')?.clientSecret).toBe('the next')
  third.close()
})
