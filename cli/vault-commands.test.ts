import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  cpSync,
  existsSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { unzipSync, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { type AdmittedStation, openClinic } from '../src/main/stations/pairing/clinic.ts'
import { outsideBroker } from '../src/main/stations/pairing/outside-broker.ts'
import { settingsSchema } from '../src/main/settings/schema.ts'
import { anchorLine } from '../src/main/vault/audit/audit-anchors.ts'
import { passphraseSealer } from '../src/main/vault/keys/sealers.ts'
import { openOrThrow, plainSealer } from '#harness/vault/scratch.ts'
import { fakeTerminal } from '#harness/cli/commands.ts'
import { testFolder } from '#harness/test-folder.ts'
import { isFullTier } from '#harness/tier.ts'
import { vaultOfEachTest } from '#harness/vault/test-vault.ts'
import type { RunnableCommand } from './command.ts'
import { audit, auditExit } from './run-audit.ts'
import { bus } from './run-bus.ts'
import { vault as vaultCommand } from './run-vault.ts'
import { vaultExit } from './vault-place.ts'

const scratch = vaultOfEachTest()
const { at } = scratch
const passphrase = 'canary correct horse'
const sealers = [passphraseSealer(passphrase)]
const pair = { clientId: 'canary-id', clientSecret: 'canary-secret' }

type Given = Partial<Record<'given' | 'answer' | 'piped', string | undefined>>

/** Runs a command, which takes the passphrase out of the environment and shows nothing that is secret. */
async function run(
  command: RunnableCommand,
  args: readonly string[],
  { given = passphrase, answer, piped = '' }: Given = {},
) {
  const environment = { FOYER_VAULT_PASSPHRASE: given, FOYER_DATA_DIR: scratch.folder }
  const { terminal, written } = fakeTerminal({
    environment,
    readInput: () => Promise.resolve(piped),
    ...(answer !== undefined && { ask: () => Promise.resolve(answer) }),
  })
  const code = await command.run(args, terminal)
  const { out, note: notes } = written
  // What is not understood starts nothing that could inherit it.
  if (code !== vaultExit.usage) expect(environment).not.toHaveProperty('FOYER_VAULT_PASSPHRASE')
  expect(out + notes).not.toContain('canary')
  return { code, out, notes }
}

/** Creates a vault with a pair and an entry of the audit, which a Foyer has open. */
async function made() {
  const vault = await scratch.open({ sealers, now: () => Date.UTC(2026, 0, 31) })
  vault.credentials.keep({ partner: pair })
  vault.audit.append('call')
  return vault
}
const keeps = async () => (await scratch.open({ sealers })).credentials.read('partner')

it.each<[string, RunnableCommand, number, string[][]]>([
  ['vault', vaultCommand, vaultExit.usage, [[], ['toString'], ['status', 'more'], ['--oops']]],
  [
    'audit',
    audit,
    auditExit.usage,
    [
      [],
      ['export', '--format', 'xml'],
      ['export', '--from', 'soon'],
      ['export', '--anchor', 'file'],
      ['verify', '--anchor', 'file', '--copy', 'file'],
      ['--oops'],
    ],
  ],
  ['bus', bus, vaultExit.usage, [[], ['other'], ['acl', 'more'], ['--other']]],
])('foyer %s says what it did not understand', async (_, command, usage, all) => {
  for (const args of all)
    expect(await run(command, args), args.join(' ')).toMatchObject({ code: usage, out: '' })
})

it.each<[string, string, RunnableCommand]>([
  ['vault', 'status', vaultCommand],
  ['vault', 'rotate-key', vaultCommand],
  ['audit', 'verify', audit],
])('foyer %s says that a vault cannot be opened: %s', async (_, what, command) => {
  const { noVault: code } = vaultExit
  expect(await run(command, [what])).toMatchObject({ code })
  expect(readdirSync(scratch.folder)).toEqual([])
  ;(await scratch.open({ sealers: [plainSealer()] })).close()
  const sealedByElectron = await run(command, [what], { given: undefined })
  expect(sealedByElectron.code).toBe(code)
  expect(sealedByElectron.notes).toContain('Foyer in Electron alone')
  for (const name of readdirSync(scratch.folder)) rmSync(at(name))
  ;(await made()).close()
  expect(await run(command, [what], { given: 'another' })).toMatchObject({ code })
})

describe('foyer vault', () => {
  it('tells what is there, also beside a Foyer that runs', async () => {
    ;(await made()).credentials.keep({ partner: { ...pair, clientSecret: 'canary-next' } })
    expect(await run(vaultCommand, ['status'])).toMatchObject({
      code: vaultExit.done,
      out:
        'key        kept by passphrase\n' +
        'partner    since 2026-01-31\n' +
        'developer  none\n' +
        'audit      1 entries\n',
    })
    const { out } = await run(vaultCommand, ['status', '--json'])
    expect(JSON.parse(out)).toMatchObject({
      key: 'passphrase',
      credentials: [
        { name: 'partner', since: Date.UTC(2026, 0, 31) },
        { name: 'developer', since: null },
      ],
      auditEntries: 1,
    })
  })

  it('gives the vault another key', async () => {
    ;(await made()).close()
    const before = readFileSync(at('vault.key'), 'utf8')
    const { code, out } = await run(vaultCommand, ['rotate-key'])
    expect([code, out]).toEqual([vaultExit.done, 'the vault has another key.\n'])
    expect(readFileSync(at('vault.key'), 'utf8')).not.toBe(before)
    const vault = await scratch.open({ sealers })
    expect(vault.credentials.read('partner')).toEqual(pair)
    expect(vault.audit.recent(['keyRotated'], { since: 0, limit: 9 })).toHaveLength(1)
    vault.close()
    writeFileSync(at('vault.key'), before)
    expect(await run(vaultCommand, ['status'])).toMatchObject({ code: vaultExit.noVault })
  })

  it('forgets when it is told twice, or with --yes', async () => {
    const forget = async (given: Given = {}, ...more: readonly string[]) => {
      const { code, out } = await run(vaultCommand, ['forget', ...more], given)
      return [code, out, existsSync(at('vault.db'))]
    }
    const words: unknown = expect.any(String)
    ;(await made()).close()
    writeFileSync(at('settings.json'), '{}')
    expect(await forget()).toMatchObject([vaultExit.usage, '', true])
    expect(await forget({ answer: 'yes' })).toMatchObject([vaultExit.notDone, words, true])
    expect(await forget({ answer: ' forget ' })).toMatchObject([vaultExit.done, words, false])
    expect(readdirSync(scratch.folder)).toEqual(['vault.lock'])
    expect(await forget({}, '--yes')).toEqual([vaultExit.done, 'there was no vault.\n', false])
    const vault = await made()
    expect(vault.credentials.read('partner')).toEqual(pair)
    vault.close()
    expect(await forget({ given: 'lost' }, '--yes')).toMatchObject([vaultExit.done, words, false])
  })

  it('changes and forgets nothing while a Foyer runs', async () => {
    const vault = await made()
    expect(await run(vaultCommand, ['rotate-key'])).toMatchObject({ code: vaultExit.noVault })
    const forgotten = await run(vaultCommand, ['forget', '--yes'])
    expect(forgotten.code).toBe(vaultExit.noVault)
    expect(forgotten.notes).toContain('a Foyer runs')
    vault.close()
    expect(await keeps()).toEqual(pair)
  })
})

describe('foyer vault export and import', () => {
  const carried = 'canary on a stick'
  const file = () => at('export.zip')
  const secret = { FOYER_VAULT_PASSPHRASE: passphrase }
  const environment = () => ({ ...process.env, ...secret, FOYER_DATA_DIR: scratch.folder })
  const exported = (...more: readonly string[]) =>
    run(vaultCommand, ['export', '--file', file(), ...more], { piped: `${carried}\n` })
  const imported = (folder: string, piped = carried) =>
    run(vaultCommand, ['import', '--file', file(), '--dir', folder], { piped })

  it('bring a vault to another machine, with its audit and what staff set, under another key', async () => {
    ;(await made()).close()
    const settings = '{"kiosk":{"name":"Hall"}}'
    writeFileSync(at('settings.json'), settings)
    expect(await exported()).toMatchObject({ code: vaultExit.done })
    const [bytes, there] = [readFileSync(file()), testFolder()]
    for (const plain of ['canary', 'Hall', 'SQLite', 'vaultExported'])
      expect(bytes.includes(plain)).toBe(false)
    expect(readdirSync(scratch.folder)).not.toContain('vault-copy.db')
    expect(await imported(there)).toMatchObject({ code: vaultExit.done })
    expect(readFileSync(join(there, 'settings.json'), 'utf8')).toBe(settings)
    const vault = await openOrThrow(there, { sealers })
    expect(vault.credentials.read('partner')).toEqual(pair)
    expect(vault.verifyAudit()).toMatchObject({ ok: true })
    const told = vault.audit.recent(['call', 'vaultExported', 'vaultImported'], {
      since: 0,
      limit: 9,
    })
    expect(told.map(({ kind }) => kind)).toEqual(['vaultImported', 'vaultExported', 'call'])
    vault.close()
    // The export has a key of its own, and the first vault goes on.
    expect(unzipSync(bytes)['vault.db']?.slice(0, 32)).not.toEqual(
      readFileSync(at('vault.db')).subarray(0, 32),
    )
    expect(await keeps()).toEqual(pair)
    const other = testFolder()
    writeFileSync(join(other, 'settings.json'), '{}')
    expect(await imported(other)).toMatchObject({ code: vaultExit.done })
    expect(readFileSync(join(other, 'settings.json'), 'utf8')).toBe('{}')
  })

  it.runIf(process.platform === 'linux')('ask a person twice, and show no passphrase', async () => {
    ;(await made()).close()
    const command = `${process.execPath} cli/main.ts vault export --file ${file()}`
    for (const [again, code] of [['canary of another', vaultExit.usage] as const, [carried, 0]]) {
      const child = spawn('script', ['-qec', command, '/dev/null'], { env: environment() })
      let shown = ''
      child.stdout.on('data', (chunk: Buffer) => {
        shown += chunk.toString()
        if (shown.endsWith(': ')) child.stdin.write(`${shown.includes('Once') ? again : carried}\r`)
      })
      expect(await once(child, 'close')).toEqual([code, null])
      expect(shown).not.toContain('canary')
      expect(existsSync(file())).toBe(again === carried)
    }
  })

  it('bring the vault whole and once, wherever an import was cut off before', async () => {
    const source = await made()
    openClinic(source.pairing, { kind: 'desk', now: () => 0 })
    source.close()
    await exported()
    const killed = ['--import', './test/harness/vault/kill-at-file-operation.ts', 'cli/main.ts']
    for (let dieAt = 1, isOver = false; !isOver; dieAt += isFullTier ? 1 : 7) {
      const there = testFolder()
      const words = [...killed, 'vault', 'import', '--file', file(), '--dir', there]
      const env = { ...environment(), FOYER_KILL_AT: String(dieAt) }
      isOver = spawnSync(process.execPath, words, { input: carried, env }).status === 0
      expect(isOver && dieAt < 15).toBe(false)
      await imported(there)
      const vault = await openOrThrow(there, { sealers })
      expect(vault.audit.recent(['vaultImported'], { since: 0, limit: 9 })).toHaveLength(1)
      const { keysFor } = openClinic(vault.pairing, { kind: 'desk', now: () => 0 })
      expect(keysFor({ joinedAt: 1_000 } as AdmittedStation)).toHaveLength(2)
      vault.close()
    }
  })

  it('change nothing with another passphrase, a file that is not whole, or a vault there', async () => {
    ;(await made()).close()
    await exported()
    const [all, there] = [readFileSync(file()), testFolder()]
    const refuses = async (words: string, answer?: string) => {
      const { code, notes } = await imported(there, answer)
      expect([vaultExit.notDone, vaultExit.usage]).toContain(code)
      expect(notes).toContain(words)
      return readdirSync(there)
    }
    expect(await refuses('passphrase does not fit', 'canary of another')).toEqual(['vault.lock'])
    for (const spoilt of [
      all.subarray(0, -9000),
      Buffer.from(all).fill(1, 20_000, 20_032),
      zipSync({ ...unzipSync(all), 'vault.head': new Uint8Array(8192) }),
    ]) {
      writeFileSync(file(), spoilt)
      expect(await refuses('no export, or not a whole one')).toEqual(['vault.lock'])
    }
    rmSync(file())
    await refuses('no such file')
    writeFileSync(file(), all)
    ;(await openOrThrow(there)).close()
    await refuses('a vault is there already')
    await openOrThrow(there).then((vault) => vault.close())
  })

  it('write no file beside a Foyer that runs, over another, or under a weak passphrase', async () => {
    expect(await exported()).toMatchObject({ code: vaultExit.noVault })
    const vault = await made()
    expect(await exported()).toMatchObject({ code: vaultExit.noVault })
    vault.close()
    const weak = await run(vaultCommand, ['export', '--file', file()], { piped: 'short' })
    expect(weak).toMatchObject({ code: vaultExit.usage })
    expect(existsSync(file())).toBe(false)
    writeFileSync(file(), 'another')
    expect(await exported()).toMatchObject({ code: vaultExit.usage })
    expect(readFileSync(file(), 'utf8')).toBe('another')
  })

  it('leave a vault behind that opens no more once it has moved', async () => {
    ;(await made()).close()
    expect(await exported('--move')).toMatchObject({ code: vaultExit.done })
    const { code, notes } = await run(vaultCommand, ['rotate-key'])
    expect([code, notes]).toEqual([vaultExit.noVault, expect.stringContaining('moved to another')])
    expect(await run(vaultCommand, ['status'])).toMatchObject({ code: vaultExit.done })
    expect(await run(vaultCommand, ['forget', '--yes'])).toMatchObject({ code: vaultExit.done })
    expect(await imported(scratch.folder)).toMatchObject({ code: vaultExit.done })
    expect(await keeps()).toEqual(pair)
  })
})

describe('foyer audit', () => {
  it('verifies and exports beside a kiosk that runs', async () => {
    let now = Date.parse('2026-01-31T23:00:00Z')
    const vault = await scratch.open({ sealers, now: () => (now += 3_600_000) })
    vault.audit.append('call', { operation: 'a', 'record.id': '"quoted", and more' })
    vault.audit.append('wiped')
    const verified = await run(audit, ['verify'])
    expect(verified.code).toBe(auditExit.holds)
    expect(verified.notes).toMatch(/entries 1 to 2, .*[0-9a-f]{64}/)
    const facts = await run(audit, ['verify', '--json'])
    expect(JSON.parse(facts.out)).toMatchObject({ holds: true, first: 1, last: 2 })
    const { out } = await run(audit, ['export', '--to', '2026-02-01T00:30Z'])
    const lines = out.trim().split('\n')
    expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { seq: 1, at: '2026-02-01T00:00:00.000Z', fields: { operation: 'a' } },
    ])
    const csv = await run(audit, ['export', '--format', 'csv', '--from', '2026-02-01'])
    expect(csv.out.split('\n')).toHaveLength(4)
    expect(csv.out).toContain('"{""operation"":""a"",""record.id"":""\\""quoted\\"", and more""}"')
  })

  it('says that a vault was rolled back, by the anchors outside it', async () => {
    const [copy, file] = [testFolder(), at('anchors.jsonl')]
    /** Runs a kiosk, which notes down the end of its chain, and ends. */
    const runKiosk = async () => {
      const vault = await openOrThrow(scratch.folder, { sealers })
      vault.audit.append('wiped')
      const anchor = { kiosk: 'front', at: new Date(0).toISOString(), why: 'stopped' } as const
      appendFileSync(file, anchorLine(vault.chain, anchor))
      vault.close()
    }
    const verify = (anchors = file) => run(audit, ['verify', '--anchor', anchors])
    await runKiosk()
    cpSync(scratch.folder, copy, { recursive: true })
    await runKiosk()
    const anchors = readFileSync(file)
    const held = await verify()
    expect(held.code).toBe(auditExit.holds)
    expect(held.notes).toContain('it fits 2 anchors')

    rmSync(scratch.folder, { recursive: true })
    cpSync(copy, scratch.folder, { recursive: true })
    writeFileSync(file, anchors)
    expect((await run(audit, ['verify'])).code).toBe(auditExit.holds)
    for (const more of [0, 3]) {
      for (let each = 0; each < more; each += 1) await runKiosk()
      const found = await verify()
      expect(found.code).toBe(auditExit.rolledBack)
      expect(found.notes).toMatch(/rolled back: entry 3, anchored at 1970/)
    }
    expect((await verify(at('none'))).code).toBe(auditExit.noVault)
  })

  it('verifies what a collector kept, without a vault', async () => {
    const vault = await scratch.open({ sealers })
    for (let each = 0; each < 4; each += 1) vault.audit.append('wiped', { each })
    vault.close()
    const lines = (await run(audit, ['export'])).out.trim().split('\n')
    const verify = async (kept: readonly string[]) => {
      const text = kept.map((line) => `Nov 21 17:00:00 desk foyer ${line}\n`).join('')
      writeFileSync(at('collected.log'), text)
      const given = 'no passphrase of this vault'
      const { code, notes } = await run(audit, ['verify', '--copy', at('collected.log')], { given })
      return [code, notes]
    }
    const { holds, broken } = auditExit
    expect(await verify([...lines.slice(0, 3), ...lines])).toEqual([
      holds,
      'foyer: the copy holds. Entries: 5.\n',
    ])
    expect(await verify(lines.filter((_, index) => index !== 2))).toEqual([
      broken,
      'foyer: the copy does not hold at: 4.\n',
    ])
    expect((await verify([]))[0]).toBe(broken)
  })
})

describe('foyer bus', () => {
  it('prints what a broker must know of each station, beside a Foyer that runs', async () => {
    const vault = await made()
    expect(await run(bus, ['acl'])).toMatchObject({ code: vaultExit.notDone })
    const clinic = openClinic(vault.pairing, { kind: 'hub', now: () => 0 })
    const place = { host: null, port: 8883, ca: null, fingerprint: null }
    const given = clinic.admit({ kind: 'kiosk', name: 'by the\ndoor' }, place, 'hub')
    const acl = await run(bus, ['acl'])
    expect(acl.code).toBe(vaultExit.done)
    expect(acl.out).toContain(
      `# kiosk: by the?door\nuser ${given.station}\ntopic write foyer/${clinic.id}/presence/kiosk/${given.station}\n`,
    )
    expect(acl.out).toContain(`user ${clinic.self.station}\n`)
    const passwords = await run(bus, ['passwords'])
    expect(passwords.out.trim().split('\n')).toEqual(
      [clinic.self.station, given.station].map(
        (id) => expect.stringMatching(new RegExp(`^${id}:\\$7\\$101\\$[^$]+\\$[^$]+$`)) as string,
      ),
    )
    for (const secret of [given.broker.password, clinic.self.secret])
      expect(acl.out + passwords.out).not.toContain(secret)
  })

  it('keeps the password for another user name at an outside broker', async () => {
    const url = 'mqtts://broker.example'
    const broker = { ...settingsSchema.shape.bus.parse({}).broker, url, username: 'clinic-7' }
    const before = await made()
    expect(outsideBroker(broker, before.pairing)).toMatchObject({ ok: false })
    before.close()
    const keep = async (answer: string) =>
      (await run(bus, ['keep-password'], { piped: answer })).code
    expect(await keep('\n')).toBe(vaultExit.notDone)
    expect(await keep('canary password\n')).toBe(vaultExit.done)
    const { pairing } = await scratch.open({ sealers })
    const login = { username: 'clinic-7', password: 'canary password' }
    expect(outsideBroker(broker, pairing)).toEqual({
      ok: true,
      value: { host: 'broker.example', port: 8883, ca: null, login },
    })
    expect(outsideBroker({ ...broker, url: null }, pairing)).toEqual({ ok: true, value: undefined })
    const without = { ...broker, caFile: '/nowhere.pem' }
    expect(outsideBroker(without, pairing)).toMatchObject({ ok: false })
  })

  it.each([
    ...['mqtt://broker.example', 'https://broker.example', 'mqtts://a:b@broker.example'],
    ...['mqtts://broker.example/x', 'mqtts://'],
  ])('takes no address of a broker that is not TLS, or holds more than one: %s', (url) => {
    expect(settingsSchema.shape.bus.safeParse({ broker: { url } }).success).toBe(false)
  })
})

it('goes on without lost changes once that is said, and makes no vault where none is', async () => {
  expect(await run(vaultCommand, ['accept-loss'])).toMatchObject({ code: vaultExit.noVault })
  ;(await made()).close()
  rmSync(at('vault.head'))
  const { code, notes } = await run(vaultCommand, ['rotate-key'])
  expect(code).toBe(vaultExit.noVault)
  expect(notes).toContain('accept-loss')
  for (const _ of [1, 2])
    expect(await run(vaultCommand, ['accept-loss'])).toMatchObject({ code: vaultExit.done })
  const vault = await scratch.open({ sealers })
  expect(vault.credentials.read('partner')).toEqual(pair)
  expect(vault.audit.recent(['lossAccepted'], { since: 0, limit: 9 })).toHaveLength(1)
  expect(vault.verifyAudit().ok).toBe(true)
})
