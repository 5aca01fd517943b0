import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { connect } from '../src/main/vault/store/database.ts'
import { passphraseSealer } from '../src/main/vault/keys/passphrase.ts'
import { openOrThrow, plainSealer, scratchFolder } from '../test/harness/vault/scratch.ts'
import { readVault } from '../src/main/vault/keys/unlock.ts'
import { auditExit, runAudit } from './run-audit.ts'
import { runVault, vaultExit } from './run-vault.ts'

// Passphrases are made to cost time, and more on a busy machine.
let scratch: ReturnType<typeof scratchFolder>
beforeEach(() => (scratch = scratchFolder()))
afterEach(() => scratch.remove())

const passphrase = 'canary correct horse'
const sealers = [passphraseSealer(passphrase)]
const pair = { clientId: 'canary-id', clientSecret: 'canary-secret' }
const at = (name: string) => join(scratch.folder, name)

async function run(
  args: string[],
  { given = passphrase, answer }: { given?: string; answer?: string } = {},
) {
  let out = ''
  let notes = ''
  const environment = { FOYER_VAULT_PASSPHRASE: given, FOYER_DATA_DIR: scratch.folder }
  const code = await runVault(args, environment, {
    out: (text) => (out += text),
    note: (text) => (notes += `${text}\n`),
    ...(answer !== undefined && { ask: () => Promise.resolve(answer) }),
  })
  expect(environment).not.toHaveProperty('FOYER_VAULT_PASSPHRASE')
  expect(out + notes).not.toContain('canary')
  return { code, out, notes }
}

async function make() {
  const vault = await openOrThrow(scratch.folder, { sealers, now: () => Date.UTC(2026, 0, 31) })
  vault.credentials.keep({ partner: pair })
  vault.audit.append('call')
  return vault
}

it('tells what is there, also beside a Foyer that runs', async () => {
  const vault = await make()
  vault.credentials.keep({ partner: { ...pair, clientSecret: 'canary-next' } })
  const { code, out } = await run(['status'])
  expect(code).toBe(vaultExit.done)
  expect(out).toBe(
    'key        kept by passphrase\n' +
      'partner    since 2026-01-31, with the pair before\n' +
      'developer  none\n' +
      'audit      1 entries\n',
  )
  vault.close()
})

it('gives the vault another key', async () => {
  ;(await make()).close()
  const before = readFileSync(at('vault.key'), 'utf8')
  const { code, out } = await run(['rotate-key'])
  expect([code, out]).toEqual([vaultExit.done, 'the vault has another key.\n'])
  expect(readFileSync(at('vault.key'), 'utf8')).not.toBe(before)
  const vault = await openOrThrow(scratch.folder, { sealers })
  expect(vault.credentials.read('partner')).toEqual(pair)
  expect(vault.audit.recent(['keyRotated'], { since: 0, limit: 9 })).toHaveLength(1)
  vault.close()
})

it('forgets when it is told twice, or with --yes', async () => {
  ;(await make()).close()
  writeFileSync(at('settings.json'), '{}')
  expect(await run(['forget'])).toMatchObject({ code: vaultExit.usage })
  expect(await run(['forget'], { answer: 'yes' })).toMatchObject({ code: vaultExit.notDone })
  expect(existsSync(at('vault.db'))).toBe(true)
  expect(await run(['forget'], { answer: ' forget ' })).toMatchObject({ code: vaultExit.done })
  expect(readdirSync(scratch.folder)).toEqual(['vault.lock'])
  expect((await run(['forget', '--yes'])).out).toBe('there was no vault.\n')
  const vault = await make()
  expect(vault.credentials.read('partner')).toEqual(pair)
  vault.close()
  expect((await run(['forget', '--yes'], { given: 'lost' })).code).toBe(vaultExit.done)
  expect(existsSync(at('vault.db'))).toBe(false)
})

it('changes and forgets nothing while a Foyer runs', async () => {
  const vault = await make()
  expect(await run(['rotate-key'])).toMatchObject({ code: vaultExit.noVault })
  const forgotten = await run(['forget', '--yes'])
  expect(forgotten.code).toBe(vaultExit.noVault)
  expect(forgotten.notes).toContain('a Foyer runs')
  expect(vault.credentials.read('partner')).toEqual(pair)
  vault.close()
  ;(await openOrThrow(scratch.folder, { sealers })).close()
})

it('tells wrong usage from a vault that cannot be opened', async () => {
  expect((await run(['--help'])).code).toBe(vaultExit.done)
  for (const args of [[], ['erase'], ['toString'], ['status', 'more'], ['--oops']])
    expect((await run(args)).code, args.join(' ')).toBe(vaultExit.usage)
  for (const command of ['status', 'rotate-key'])
    expect((await run([command])).code, command).toBe(vaultExit.noVault)
  expect(readdirSync(scratch.folder)).toEqual([])
  ;(await make()).close()
  for (const command of ['status', 'rotate-key'])
    expect((await run([command], { given: 'another' })).code, command).toBe(vaultExit.noVault)
})

it('says that only Foyer in Electron opens a vault whose key Electron keeps', async () => {
  ;(await openOrThrow(scratch.folder, { sealers: [plainSealer()] })).close()
  let notes = ''
  const output = { out: () => undefined, note: (text: string) => void (notes += text) }
  const environment = () => ({ FOYER_DATA_DIR: scratch.folder })
  expect(await runAudit(['verify'], environment(), output)).toBe(auditExit.noVault)
  expect(notes).toContain('Foyer in Electron alone')
  for (const command of ['status', 'rotate-key']) {
    notes = ''
    expect(await runVault([command], environment(), output)).toBe(vaultExit.noVault)
    expect(notes).toContain('Foyer in Electron alone')
  }
})

it('tells of a vault of an earlier Foyer without touching it', async () => {
  ;(await make()).close()
  const vault = await readVault(scratch.folder, sealers)
  if (!vault.ok) throw new Error(vault.error.kind)
  vault.value.connection.close()
  const raw = connect(at('vault.db'), vault.value.keys.database)
  const later = ['previous_credentials', 'captures', 'capture_templates', 'capture_forms']
  const ofStations = ['bus_number', 'bus_queue', 'bus_heard', 'bus_forgotten', 'bus_unknown']
  const ofHubs = ['bus_pairing', 'webhook_deliveries', 'webhook_memory', 'hub_notices']
  const ofDesks = ['members', 'member_emergencies']
  for (const table of [
    ...later,
    'offline_knowledge',
    'outbox',
    ...ofStations,
    ...ofHubs,
    ...ofDesks,
    'arrivals',
  ])
    raw.exec(`DROP TABLE ${table}`)
  raw.exec('DROP INDEX audit_of_a_kind; PRAGMA user_version = 1')
  raw.close()
  expect(await run(['status'])).toMatchObject({
    code: vaultExit.done,
    out: 'key        kept by passphrase\nschema     1, of an earlier Foyer; the next start brings it up to date\n',
  })
  const opened = await openOrThrow(scratch.folder, { sealers })
  expect(opened.credentials.read('partner')).toEqual(pair)
  opened.close()
})
