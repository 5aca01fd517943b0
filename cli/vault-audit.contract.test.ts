import { existsSync, readdirSync } from 'node:fs'
import { afterAll, expect, it } from 'vitest'
import { passphraseSealer } from '../src/main/vault/keys/sealers.ts'
import {
  fakeTerminal,
  startAlteringProxy,
  callApi,
  environmentOf,
  same,
  useRunningSandbox,
} from '../test/harness/cli/commands.ts'
import { vaultOfEachTest } from '../test/harness/vault/test-vault.ts'
import { exitCodes } from './problem.ts'
import { audit, auditExit } from './run-audit.ts'

// Passphrases are made to cost time, and more on a busy machine.
const passphrase = 'correct horse of the clinic'
const sealers = [passphraseSealer(passphrase)]

const { sandbox } = await useRunningSandbox()
const proxy = await startAlteringProxy(sandbox.apiUrl, same)
afterAll(() => proxy.close())
const scratch = vaultOfEachTest()

async function call(given: string | undefined = passphrase, ...args: string[]) {
  const before = proxy.requests.length
  const environment = {
    ...environmentOf(sandbox, scratch.folder),
    ...(given !== '' && { FOYER_VAULT_PASSPHRASE: given }),
  }
  const there = ['--service', proxy.url, '--account', String(sandbox.accountId), ...args]
  const read = ['partner.patients.get', '--patient', '5001', ...there]
  return { ...(await callApi(read, { environment })), sent: proxy.requests.length - before }
}

async function exported() {
  const environment = { FOYER_VAULT_PASSPHRASE: passphrase, FOYER_DATA_DIR: scratch.folder }
  const { terminal, written } = fakeTerminal({ environment })
  const code = await audit.run(['export'], terminal)
  const { out } = written
  const lines = out.trimEnd().split('\n')
  const kinds = lines.map((line) => (JSON.parse(line) as { kind: string }).kind)
  return { code, kinds, out }
}

it('audits a call in the vault of the kiosk of this machine', async () => {
  ;(await scratch.open({ sealers })).close()
  const { code, out } = await call()
  expect(code).toBe(exitCodes.ok)
  expect(out).toContain('Rosa')
  const found = await exported()
  expect(found.code).toBe(auditExit.holds)
  expect(found.kinds).toEqual(['stopped', 'started', 'call', 'stopped'])
  expect(found.out).toMatch(/"command":"api"/)
  expect(found.out).toMatch(/"record.patientId":"5001"/)
})

it('sends nothing while a kiosk has the vault, and says to name a file', async () => {
  await scratch.open({ sealers })
  const refused = await call()
  expect(refused).toMatchObject({ code: exitCodes.usage, sent: 0 })
  expect(refused.note).toMatch(/another Foyer has the vault open.*--audit/)
  const file = scratch.at('calls.jsonl')
  expect((await call(passphrase, '--audit', file)).code).toBe(exitCodes.ok)
  expect(existsSync(file)).toBe(true)
})

it('sends nothing where the passphrase does not fit', async () => {
  ;(await scratch.open({ sealers })).close()
  expect(await call('another horse of the clinic')).toMatchObject({
    code: exitCodes.usage,
    sent: 0,
  })
})

it('makes no vault where there is none', async () => {
  const { code, sent, note } = await call()
  expect({ code, sent }).toEqual({ code: exitCodes.usage, sent: 0 })
  expect(note).toContain('No vault is on this machine')
  expect(readdirSync(scratch.folder)).toEqual([])
})
