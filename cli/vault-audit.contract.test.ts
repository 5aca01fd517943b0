import { existsSync, readdirSync } from 'node:fs'
import { expect, it } from 'vitest'
import { passphraseSealer } from '../src/main/vault/keys/sealers.ts'
import { atService, fakeTerminal, useRunningSandbox } from '#harness/cli/commands.ts'
import { vaultOfEachTest } from '#harness/vault/test-vault.ts'
import { exitCodes } from './problem.ts'
import { runApi } from './run-api.ts'
import { audit, auditExit } from './run-audit.ts'

// Passphrases are made to cost time, and more on a busy machine.
const passphrase = 'correct horse of the clinic'
const sealers = [passphraseSealer(passphrase)]

const { sandbox } = await useRunningSandbox()
const scratch = vaultOfEachTest()

function call(given = passphrase, ...args: string[]) {
  const read = ['partner.patients.get', '--patient', '5001', ...args]
  const environment = { FOYER_VAULT_PASSPHRASE: given }
  return atService(sandbox, scratch.folder)({ run: runApi }, read, { environment })
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
  expect(refused).toMatchObject({ code: exitCodes.usage, requests: [] })
  expect(refused.note).toMatch(/another Foyer has the vault open.*--audit/)
  const file = scratch.at('calls.jsonl')
  expect((await call(passphrase, '--audit', file)).code).toBe(exitCodes.ok)
  expect(existsSync(file)).toBe(true)
})

it('sends nothing where the passphrase does not fit', async () => {
  ;(await scratch.open({ sealers })).close()
  expect(await call('another horse of the clinic')).toMatchObject({
    code: exitCodes.usage,
    requests: [],
  })
})

it('makes no vault where there is none', async () => {
  const { code, requests, note } = await call()
  expect({ code, requests }).toEqual({ code: exitCodes.usage, requests: [] })
  expect(note).toContain('No vault is on this machine')
  expect(readdirSync(scratch.folder)).toEqual([])
})
