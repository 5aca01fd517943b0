import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { passphraseSealer } from '../src/main/vault/passphrase.ts'
import { openOrThrow, scratchFolder } from '../src/main/vault/testing/scratch.ts'
import { auditExit, runAudit } from './run-audit.ts'

// Passphrases are made to cost time, and more on a busy machine.
vi.setConfig({ testTimeout: 30_000 })

let scratch: ReturnType<typeof scratchFolder>
beforeEach(() => (scratch = scratchFolder()))
afterEach(() => scratch.remove())

const passphrase = 'correct horse battery staple'

async function run(args: string[], given = passphrase) {
  let out = ''
  let notes = ''
  const environment = { FOYER_VAULT_PASSPHRASE: given, FOYER_DATA_DIR: scratch.folder }
  const code = await runAudit(args, environment, {
    out: (text) => (out += text),
    note: (text) => (notes += text),
  })
  expect(environment).not.toHaveProperty('FOYER_VAULT_PASSPHRASE')
  return { code, out, notes }
}

it('verifies and exports beside a kiosk that runs', async () => {
  let now = Date.parse('2026-01-31T23:00:00Z')
  const vault = await openOrThrow(scratch.folder, {
    sealers: [passphraseSealer(passphrase)],
    now: () => (now += 3_600_000),
  })
  vault.audit.append('call', { operation: 'a', 'record.id': '"quoted", and more' })
  vault.audit.append('wiped')
  const verified = await run(['verify'])
  expect(verified.code).toBe(auditExit.holds)
  expect(verified.notes).toMatch(/2 entries, 1 to 2, .*[0-9a-f]{64}/)
  const { out } = await run(['export', '--to', '2026-02-01T00:30Z'])
  expect(
    out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown),
  ).toMatchObject([{ seq: 1, at: '2026-02-01T00:00:00.000Z', fields: { operation: 'a' } }])
  const csv = await run(['export', '--format', 'csv', '--from', '2026-02-01'])
  expect(csv.out.split('\n')).toHaveLength(4)
  expect(csv.out).toContain('"{""operation"":""a"",""record.id"":""\\""quoted\\"", and more""}"')
  vault.close()
})

it('tells wrong usage from a vault that cannot be opened', async () => {
  expect((await run(['--help'])).code).toBe(auditExit.holds)
  for (const args of [
    [],
    ['erase'],
    ['export', '--format', 'xml'],
    ['export', '--from', 'soon'],
    ['--oops'],
  ])
    expect((await run(args)).code, args.join(' ')).toBe(auditExit.usage)
  expect((await run(['verify'])).code).toBe(auditExit.noVault)
  ;(await openOrThrow(scratch.folder, { sealers: [passphraseSealer(passphrase)] })).close()
  expect(await run(['verify'], 'another')).toMatchObject({ code: auditExit.noVault })
})
