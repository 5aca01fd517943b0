import {
  existsSync,
  linkSync,
  readFileSync,
  readdirSync,
  copyFileSync,
  writeFileSync,
} from 'node:fs'
import { describe, expect, it } from 'vitest'
import { storeSealer } from '#harness/vault/scratch.ts'
import { testFolder } from '#harness/test-folder.ts'
import { openTestVault, readBeside, vaultOfEachTest } from '#harness/vault/test-vault.ts'
import { readVault } from '../keys/unlock.ts'
import type { AuditKind } from '../audit/audit-kinds.ts'
import { openVault } from '../vault.ts'
import { forgetVault } from './whole-vault.ts'
import { connect } from './database.ts'
import { filesIn } from './files.ts'

const scratch = vaultOfEachTest()
const folder = () => scratch.at('vault')
const store = () => scratch.at('store')
const inVault = (name: string) => scratch.at('vault', name)

const pair = { clientId: 'an id', clientSecret: 'a secret' }
const sealers = () => [storeSealer(store())]
const open = (options = {}) => openTestVault(folder(), { sealers: sealers(), ...options })
const silent = () => [
  { ...storeSealer(store()), forget: () => Promise.reject(new Error('silent')) },
]

async function filled() {
  const vault = await open()
  vault.credentials.keep({ partner: pair })
  return vault
}

describe('what the vault tells again', () => {
  it('is the newest entries of some kinds, from a time on', async () => {
    let now = 0
    const vault = await open({ now: () => (now += 10) })
    for (const kind of ['call', 'wiped', 'call', 'call', 'staffNeeded'] as const)
      vault.audit.append(kind, { kind })
    const seqs = (kinds: AuditKind[], since: number, limit: number) =>
      vault.audit.recent(kinds, { since, limit }).map(({ seq }) => seq)
    expect(seqs(['call'], 0, 9)).toEqual([4, 3, 1])
    expect(seqs(['call', 'staffNeeded'], 0, 2)).toEqual([5, 4])
    expect(seqs(['call', 'wiped'], 20, 9)).toEqual([4, 3, 2])
    expect(seqs([], 0, 9)).toEqual([])
    expect(vault.audit.recent(['wiped'], { since: 0, limit: 1 })).toEqual([
      { seq: 2, at: 20, kind: 'wiped', fields: { kind: 'wiped' } },
    ])
  })

  it('is what was written to its security settings, from start to start', async () => {
    const vault = await open()
    expect(vault.securitySettings.read('a')).toBeUndefined()
    for (const value of ['first', '']) vault.securitySettings.write('a', value)
    vault.securitySettings.write('b', 'gone')
    vault.securitySettings.remove('b')
    vault.close()
    const again = await open()
    expect(again.securitySettings.read('a')).toBe('')
    expect(again.securitySettings.read('b')).toBeUndefined()
  })
})

describe('a change of key', () => {
  it('waits for nobody: while somebody reads the vault it fails, and nothing is changed', async () => {
    const vault = await filled()
    const before = readFileSync(inVault('vault.key'), 'utf8')
    const beside = await readBeside(folder(), sealers())
    expect(await vault.rotateKey()).toMatchObject({ ok: false, error: { kind: 'inUse' } })
    expect(readFileSync(inVault('vault.key'), 'utf8')).toBe(before)
    expect(readdirSync(store())).toHaveLength(1)
    beside.connection.close()
    expect(vault.credentials.read('partner')).toEqual(pair)
    expect(await vault.rotateKey()).toMatchObject({ ok: true })
    vault.close()
    expect((await open()).credentials.read('partner')).toEqual(pair)
  })

  it('leaves nothing of the old key in the store, or tries again at the next start', async () => {
    const vault = await filled()
    expect(await vault.rotateKey()).toMatchObject({ ok: true })
    expect(vault.audit.recent(['keyRotated'], { since: 0, limit: 9 })).toHaveLength(1)
    expect(readdirSync(store())).toHaveLength(1)
    vault.close()
    const deaf = await open({ sealers: silent() })
    expect(await deaf.rotateKey()).toMatchObject({ ok: true })
    expect(readdirSync(store())).toHaveLength(2)
    deaf.close()
    ;(await open()).close()
    expect(readdirSync(store())).toHaveLength(1)
    expect(existsSync(inVault('vault-old.key'))).toBe(false)
  })
})

describe('forgetting', () => {
  it('leaves nothing of the sealed key under another name', async () => {
    const vault = await filled()
    const other = scratch.at('other name')
    linkSync(inVault('vault.key'), other)
    expect(readFileSync(other)).not.toHaveLength(0)
    await vault.forget()
    expect(readFileSync(other)).toHaveLength(0)
  })

  it('leaves neither files nor a key in the store', async () => {
    const vault = await filled()
    await vault.forget()
    vault.close()
    expect(readdirSync(folder())).toEqual(['vault.lock'])
    expect(readdirSync(store())).toEqual([])
    expect((await open()).credentials.read('partner')).toBeUndefined()
  })

  it('goes on at the next start where the key store did not answer', async () => {
    await (await open({ sealers: silent() })).forget()
    expect(existsSync(inVault('vault.db'))).toBe(false)
    const failure = { ok: false, error: { kind: 'noKeySource' } }
    expect(await readVault(folder(), silent())).toMatchObject({ error: { kind: 'unavailable' } })
    expect(await openVault({ folder: folder(), sealers: silent() })).toMatchObject(failure)
    expect(await forgetVault(folder(), silent())).toMatchObject(failure)
    expect(await forgetVault(folder(), sealers())).toEqual({ ok: true, value: true })
    expect(readdirSync(store())).toEqual([])
    expect(await forgetVault(folder(), sealers())).toEqual({ ok: true, value: false })
  })
})

describe('a cut change of key', () => {
  async function keyOf(folder: string) {
    const { connection, keys } = await readBeside(folder)
    connection.close()
    return keys.database
  }

  /** Leaves the database as a power cut in the middle of a write does: half written, with the journal beside it. */
  function cutPower(path: string, key: Buffer) {
    const beside = ['', '-journal']
    const raw = connect(path, key)
    raw.pragma('journal_mode = DELETE')
    raw.pragma('cache_size = 1')
    raw.exec('BEGIN IMMEDIATE')
    const write = raw.prepare('INSERT INTO security_settings VALUES (?, ?)')
    for (let row = 0; row < 200; row += 1) write.run(`row ${row}`, 'x'.repeat(4_000))
    for (const each of beside) copyFileSync(path + each, `${path}${each}.cut`)
    raw.exec('ROLLBACK')
    raw.close()
    for (const each of beside) copyFileSync(`${path}${each}.cut`, path + each)
  }

  it.each(['next', 'old'] as const)(
    'ends a change of key that was cut in the middle of a write with the %s key',
    async (holder) => {
      const files = filesIn(scratch.folder)
      const vault = await scratch.open()
      vault.credentials.keep({ partner: pair })
      const [oldFile, oldKey] = [readFileSync(files.key), await keyOf(scratch.folder)]
      if (holder === 'next') await vault.rotateKey()
      vault.close()
      const [presentFile, presentKey] = [readFileSync(files.key), await keyOf(scratch.folder)]
      writeFileSync(files.key, oldFile)
      writeFileSync(files.nextKey, holder === 'next' ? presentFile : await anotherKey())
      cutPower(files.database, holder === 'next' ? presentKey : oldKey)

      const again = await scratch.open()
      expect(again.credentials.read('partner')).toEqual(pair)
      expect(again.securitySettings.read('row 0')).toBeUndefined()
      expect(again.verifyAudit().ok).toBe(true)
      again.close()
      expect(readFileSync(files.key)).toEqual(presentFile)
      expect(existsSync(files.nextKey)).toBe(false)
    },
  )

  it('keeps the salt of the database when its key is changed: a journal needs it', async () => {
    const files = filesIn(scratch.folder)
    const saltOf = () => readFileSync(files.database).subarray(0, 16).toString('hex')
    const vault = await scratch.open()
    const [before, key] = [saltOf(), await keyOf(scratch.folder)]
    expect(await vault.rotateKey()).toEqual({ ok: true, value: null })
    vault.close()
    expect(await keyOf(scratch.folder)).not.toEqual(key)
    expect(saltOf()).toBe(before)
  })

  async function anotherKey(): Promise<Buffer> {
    const folder = testFolder()
    await openTestVault(folder)
    return readFileSync(filesIn(folder).key)
  }
})
