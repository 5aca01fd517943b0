import { spawnSync } from 'node:child_process'
import fs, {
  existsSync,
  readFileSync,
  readdirSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { describe, expect, it, onTestFinished } from 'vitest'
import { plainSealer } from '#harness/vault/scratch.ts'
import { openTestVault, readBeside, vaultOfEachTest } from '#harness/vault/test-vault.ts'
import { isFullTier } from '#harness/tier.ts'
import { connect } from './store/database.ts'
import { type KeySealer, passphraseSealer } from './keys/sealers.ts'
import { openVault } from './vault.ts'

const scratch = vaultOfEachTest()
const { at } = scratch
const open = (sealers = [plainSealer()]) => openVault({ folder: scratch.folder, sealers })
const partner = { clientId: 'canary-client', clientSecret: 'canary-secret' }

/** Returns the content of every file of the vault; who only reads leaves an empty log of writes. */
function bytes(): Record<string, string> {
  const files = readdirSync(scratch.folder).filter(
    (name) => !/-shm$|lock$/.test(name) && fs.statSync(at(name)).size > 0,
  )
  return Object.fromEntries(files.map((name) => [name, readFileSync(at(name)).toString('latin1')]))
}

async function withContent() {
  const vault = await scratch.open()
  vault.credentials.keep({ partner, developer: undefined })
  for (let count = 0; count < 60; count += 1) vault.audit.append('call', { operation: 'canary-op' })
  vault.close()
}

/** Only root mounts, and not in every container. */
const canMount =
  process.platform === 'linux' && spawnSync('unshare', ['--mount', 'true']).status === 0

function takePlaceOfLock() {
  rmSync(at('vault.lock'))
  fs.mkdirSync(at('vault.lock'))
}

describe('the vault', () => {
  it('writes nothing in the clear, neither to the database nor to its log of writes', async () => {
    const vault = await scratch.open()
    vault.credentials.keep({ partner, developer: undefined })
    vault.audit.append('call', { operation: 'canary-op', patientId: 'canary-patient' })
    vault.attempts.count('wrongCode', 'canary-contact')
    const files = bytes()
    expect(Object.keys(files)).toContain('vault.db-wal')
    expect(files['vault.db-wal']?.length).toBeGreaterThan(4096)
    for (const text of Object.values(files))
      expect(text).not.toMatch(/canary|SQLite format|CREATE TABLE/)
  })

  /** Opens the database with its key, past everything that Foyer does to guard it. */
  async function tamper(sql: string) {
    const { connection, keys } = await readBeside(scratch.folder)
    connection.close()
    const raw = connect(at('vault.db'), keys.database)
    raw.exec(sql)
    raw.close()
  }
  const cutAudit = 'DROP TRIGGER audit_is_not_shortened; DELETE FROM audit'
  it.each<readonly [string, string, KeySealer[] | (() => unknown)]>([
    ['a wrong key', 'wrongKey', [plainSealer(1)]],
    ['another kind of key', 'noKeySource', [passphraseSealer('x')]],
    ['no key source', 'noKeySource', []],
    ['a missing key', 'keyMissing', () => rmSync(at('vault.key'))],
    ['a broken key file', 'corrupt', () => writeFileSync(at('vault.key'), '{')],
    ['a missing database', 'corrupt', () => rmSync(at('vault.db'))],
    ['an emptied database', 'corrupt', () => truncateSync(at('vault.db'))],
    ['a truncated database', 'corrupt', () => truncateSync(at('vault.db'), 4096 * 3)],
    ['a database cut within a page', 'corrupt', () => truncateSync(at('vault.db'), 9000)],
    ['an audit that was cut', 'altered', () => tamper(cutAudit)],
    ['a lock that cannot be written', 'readOnly', takePlaceOfLock],
  ])('is refused with %s, and left as it was', async (_, kind, given) => {
    await withContent()
    if (typeof given === 'function') await given()
    const before = bytes()
    const opened = await (typeof given === 'function' ? open() : open(given))
    expect(opened).toMatchObject({ ok: false, error: { kind } })
    expect(bytes()).toEqual(before)
  })

  it('notices a flipped byte in any page', async () => {
    await withContent()
    const whole = readFileSync(at('vault.db'))
    const last = Math.floor(whole.length / 4096) - 1
    const pages = isFullTier ? Array.from({ length: last + 1 }, (_, at) => at) : [0, 1, last]
    for (const offset of pages.map((page) => page * 4096 + 50)) {
      const damaged = Buffer.from(whole)
      damaged[offset] = (damaged[offset] ?? 0) ^ 1
      writeFileSync(at('vault.db'), damaged)
      expect(await open(), `at ${offset}`).toMatchObject({ ok: false, error: { kind: 'corrupt' } })
      expect(readFileSync(at('vault.db')).equals(damaged)).toBe(true)
    }
    writeFileSync(at('vault.db'), whole)
    await scratch.restart()
  })

  it('is refused while another Foyer has it, and can be read meanwhile', async () => {
    const vault = await scratch.open()
    expect(await open()).toEqual({ ok: false, error: { kind: 'inUse' } })
    ;(await readBeside(scratch.folder)).connection.close()
    vault.close()
    await scratch.restart()
  })

  it('is not made where a folder stands in the way of its key', async () => {
    fs.mkdirSync(at('vault.key.draft'))
    expect(await open()).toMatchObject({ ok: false, error: { kind: 'readOnly' } })
    expect(existsSync(at('vault.db'))).toBe(false)
  })

  it.runIf(process.platform !== 'win32')('can be read by its own user alone', async () => {
    const folder = at('made')
    const umask = process.umask(0)
    await openTestVault(folder).finally(() => process.umask(umask))
    const mode = (path: string) => fs.statSync(path).mode & 0o777
    expect(mode(folder)).toBe(0o700)
    expect(mode(at('made', 'vault.key'))).toBe(0o600)
  })

  it('is not made where no one can seal its key', async () => {
    const mute: KeySealer = {
      ...plainSealer(),
      seal: () => Promise.resolve({ ok: false, error: { kind: 'noKeySource', tried: [] } }),
    }
    for (const sealers of [[], [mute], [mute, mute]])
      expect(await open(sealers)).toMatchObject({ ok: false, error: { kind: 'noKeySource' } })
    expect(readdirSync(scratch.folder)).toEqual(['vault.lock'])
  })

  it('does not touch what a later Foyer wrote', async () => {
    await withContent()
    await tamper('PRAGMA user_version = 99')
    const before = bytes()
    expect(await open()).toMatchObject({ ok: false, error: { kind: 'newerSchema', found: 99 } })
    expect(bytes()).toEqual(before)
  })

  it.runIf(canMount)('is not made on a full disk', { tags: 'full' }, async () => {
    const { folder } = scratch
    const options = ['-t', 'tmpfs', '-o', 'size=4k,mode=700', 'tmpfs', folder]
    expect(spawnSync('mount', options).status).toBe(0)
    onTestFinished(() => void spawnSync('umount', [folder]))
    writeFileSync(at('full'), Buffer.alloc(4096))
    expect(await open()).toMatchObject({ ok: false, error: { kind: 'full' } })
    expect(['vault.db', 'vault.key'].filter((name) => existsSync(at(name)))).toEqual([])
  })

  it('goes on with a new vault that was stopped before its database was in place', async () => {
    await withContent()
    fs.renameSync(at('vault.db'), at('vault-new.db'))
    expect((await scratch.open()).credentials.read('partner')).toEqual(partner)
  })
})
