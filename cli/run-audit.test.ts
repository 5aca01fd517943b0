import { appendFileSync, cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest'
import { anchorLine } from '../src/main/vault/audit/audit-anchors.ts'
import { passphraseSealer } from '../src/main/vault/keys/passphrase.ts'
import { openOrThrow, scratchFolder } from '../test/harness/vault/scratch.ts'
import { auditExit, runAudit } from './run-audit.ts'

// Passphrases are made to cost time, and more on a busy machine.
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

it('says that a vault was rolled back, by the anchors outside it', async () => {
  const [data, copy] = [
    scratch.folder,
    join(scratch.folder, '..', `${basename(scratch.folder)}-copy`),
  ]
  onTestFinished(() => rmSync(copy, { recursive: true, force: true }))
  const file = join(data, 'anchors.jsonl')
  /** A kiosk that runs, notes down where its chain ends, and ends. */
  const runKiosk = async () => {
    const vault = await openOrThrow(data, { sealers: [passphraseSealer(passphrase)] })
    const at = new Date(0).toISOString()
    vault.audit.append('wiped')
    appendFileSync(file, anchorLine(vault.chain, { kiosk: 'front', at, why: 'stopped' }))
    vault.close()
  }
  await runKiosk()
  cpSync(data, copy, { recursive: true })
  await runKiosk()
  const anchors = readFileSync(file)
  const held = await run(['verify', '--anchor', file])
  expect(held).toMatchObject({ code: auditExit.holds })
  expect(held.notes).toContain('it fits 2 anchors')

  rmSync(data, { recursive: true })
  cpSync(copy, data, { recursive: true })
  writeFileSync(file, anchors)
  expect((await run(['verify'])).code).toBe(auditExit.holds)
  for (const isLonger of [false, true]) {
    if (isLonger) for (let each = 0; each < 3; each += 1) await runKiosk()
    const found = await run(['verify', '--anchor', file])
    expect(found.code).toBe(auditExit.rolledBack)
    expect(found.notes).toMatch(/rolled back: entry 3, anchored at 1970/)
  }
  expect((await run(['verify', '--anchor', join(data, 'none')])).code).toBe(auditExit.noVault)
})

it('verifies what a collector kept, without a vault', async () => {
  const vault = await openOrThrow(scratch.folder, { sealers: [passphraseSealer(passphrase)] })
  for (let each = 0; each < 4; each += 1) vault.audit.append('wiped', { each })
  vault.close()
  const lines = (await run(['export'])).out.trim().split('\n')
  const file = join(scratch.folder, 'collected.log')
  const verify = (kept: readonly string[]) => {
    writeFileSync(file, kept.map((line) => `Nov 21 17:00:00 desk foyer ${line}\n`).join(''))
    return run(['verify', '--copy', file], 'no passphrase of this vault')
  }
  expect(await verify([...lines.slice(0, 3), ...lines])).toMatchObject({
    code: auditExit.holds,
    notes: 'the copy holds: 5 entries.',
  })
  expect(await verify(lines.filter((_, index) => index !== 2))).toMatchObject({
    code: auditExit.broken,
    notes: 'the copy does not hold at: 4.',
  })
  expect((await verify([])).code).toBe(auditExit.broken)
})

it('tells wrong usage from a vault that cannot be opened', async () => {
  expect((await run(['--help'])).code).toBe(auditExit.holds)
  for (const args of [
    [],
    ['erase'],
    ['export', '--format', 'xml'],
    ['export', '--from', 'soon'],
    ['export', '--anchor', 'file'],
    ['verify', '--anchor', 'file', '--copy', 'file'],
    ['--oops'],
  ])
    expect((await run(args)).code, args.join(' ')).toBe(auditExit.usage)
  expect((await run(['verify'])).code).toBe(auditExit.noVault)
  ;(await openOrThrow(scratch.folder, { sealers: [passphraseSealer(passphrase)] })).close()
  expect(await run(['verify'], 'another')).toMatchObject({ code: auditExit.noVault })
})
