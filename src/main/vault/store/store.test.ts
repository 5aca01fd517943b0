import { createDecipheriv, randomBytes } from 'node:crypto'
import fs, { readFileSync, chmodSync, existsSync, statSync, symlinkSync } from 'node:fs'
import { beforeEach, expect, it, describe, onTestFinished, afterEach, vi } from 'vitest'
import { openTestVault, vaultOfEachTest } from '#harness/vault/test-vault.ts'
import type { Vault } from '../vault.ts'
import { writeAtomically } from '../keys/key-file.ts'
import { openCredentials } from './credentials.ts'
import { connect, createTables, openDatabase } from './database.ts'
import { filesIn, openNew, shred, takeLock } from './files.ts'

const scratch = vaultOfEachTest()

describe('the credentials', () => {
  let vault: Vault
  let now = 0
  beforeEach(async () => void (vault = await openTestVault(undefined, { now: () => now })))

  const first = { clientId: 'an id', clientSecret: 'canary-first' }
  const second = { clientId: 'an id', clientSecret: 'canary-second' }
  const of = (name: string) => vault.credentials.status().find((status) => status.name === name)

  it('keeps one pair for each interface, a new one in place of the one before', () => {
    expect(vault.credentials.status()).toEqual([
      { name: 'partner', since: null },
      { name: 'developer', since: null },
    ])
    now = 1000
    vault.credentials.keep({ partner: first })
    now = 2000
    expect(vault.credentials.keep({ partner: first })).toEqual([])
    expect(of('partner')).toEqual({ name: 'partner', since: 1000 })
    expect(vault.credentials.keep({ partner: second })).toEqual(['partner'])
    expect(vault.credentials.read('partner')).toEqual(second)
    expect(of('partner')).toEqual({ name: 'partner', since: 2000 })
    expect(of('developer')).toEqual({ name: 'developer', since: null })
  })

  it('removes the pair of an interface, and not that of the other', () => {
    vault.credentials.keep({ partner: first, developer: second })
    expect(vault.credentials.remove('partner')).toBe(true)
    expect(vault.credentials.remove('partner')).toBe(false)
    expect(vault.credentials.read('partner')).toBeUndefined()
    expect(of('partner')).toMatchObject({ since: null })
    expect(vault.credentials.read('developer')).toEqual(second)
    expect(JSON.stringify(vault.credentials.status())).not.toMatch(/canary|an id/)
  })
})
const key = randomBytes(32)
const path = () => scratch.at('vault.db')

function open() {
  const made = connect(path(), key)
  createTables(made)
  made.close()
  const opened = openDatabase(path(), key)
  if (!opened.ok) throw new Error(opened.error.kind)
  onTestFinished(() => void opened.value.close())
  return opened.value
}

/** The pages of a database after its first, opened by hand: each has its IV and its seal at the end, as in SQLCipher 4. */
function decrypted(bytes: Buffer): Buffer {
  const [pageBytes, ivBytes, reservedBytes] = [4096, 16, 80]
  const pages = Array.from({ length: bytes.length / pageBytes - 1 }, (_, index) => {
    const page = bytes.subarray((index + 1) * pageBytes, (index + 2) * pageBytes)
    const end = pageBytes - reservedBytes
    const cipher = createDecipheriv('aes-256-cbc', key, page.subarray(end, end + ivBytes))
    return cipher.setAutoPadding(false).update(page.subarray(0, end))
  })
  return Buffer.concat(pages)
}

describe('an open database', () => {
  // A test cannot cut the power: that each write waits for the disk is read back from SQLite itself.
  it.each([
    ['writes ahead', 'journal_mode', 'wal'],
    ['waits for the disk at every write', 'synchronous', 2],
    ['sorts in memory, never in a file', 'temp_store', 2],
    ['overwrites what it deletes', 'secure_delete', 1],
  ])('%s', (_, pragma, value) => expect(open().pragma(pragma, { simple: true })).toBe(value))

  it('is AES-256 in every page, and holds nothing of what was removed even for one who has the key', () => {
    const connection = open()
    const credentials = openCredentials(connection, () => 1_000)
    const pair = (name: string) => ({ clientId: `canary-${name}`, clientSecret: `canary-${name}` })
    credentials.keep({ partner: pair('first'), developer: pair('kept') })
    credentials.keep({ partner: pair('second') })
    credentials.remove('partner')
    connection.close()
    const text = decrypted(readFileSync(path())).toString('latin1')
    expect(text).toContain('canary-kept')
    expect(text).not.toMatch(/canary-(first|second)/)
  })
})

afterEach(() => void vi.restoreAllMocks())

const shared = {
  ok: false,
  error: { kind: 'unavailable', detail: 'others may write to its folder' },
}

describe.runIf(process.platform !== 'win32')('the folder of a vault', () => {
  it('is closed to all others who could write to it', () => {
    chmodSync(scratch.folder, 0o777)
    const lock = takeLock(filesIn(scratch.folder))
    if (!lock.ok) throw new Error(lock.error.kind)
    lock.value.release()
    expect(statSync(scratch.folder).mode & 0o777).toBe(0o755)
  })

  it('is not taken when everybody shares it, and is left as it is', () => {
    chmodSync(scratch.folder, 0o1777)
    const files = filesIn(scratch.folder)
    expect(takeLock(files)).toEqual(shared)
    expect(statSync(scratch.folder).mode & 0o7777).toBe(0o1777)
    expect(existsSync(files.lock)).toBe(false)
  })

  it.runIf(process.getuid?.() === 0)('is not taken when root lets others write there', () => {
    chmodSync(scratch.folder, 0o777)
    vi.spyOn(process, 'getuid').mockReturnValue(4_711)
    expect(takeLock(filesIn(scratch.folder))).toEqual(shared)
  })

  it('is not used when a link stands where a file of the vault would', () => {
    const files = filesIn(scratch.folder)
    symlinkSync('/etc/hostname', files.key)
    const error = { kind: 'unavailable', detail: 'vault.key is not a file of this user' }
    expect(takeLock(files)).toEqual({ ok: false, error })
  })

  it('is not used when it belongs to another user', () => {
    const [us, others] = [4_711, 4_712]
    if (process.getuid?.() === 0) fs.chownSync(scratch.folder, others, others)
    vi.spyOn(process, 'getuid').mockReturnValue(us)
    const files = filesIn(scratch.folder)
    expect(takeLock(files)).toMatchObject({ ok: false, error: { kind: 'unavailable' } })
    expect(existsSync(files.lock)).toBe(false)
  })

  it('is written to at no link that stands in the way, and through none', () => {
    const [target, key, link] = [scratch.at('target'), scratch.at('vault.key'), scratch.at('link')]
    fs.writeFileSync(target, 'precious')
    symlinkSync(target, `${key}.draft`)
    writeAtomically(key, 'sealed')
    expect(readFileSync(target, 'utf8')).toBe('precious')
    expect(readFileSync(key, 'utf8')).toBe('sealed')
    expect(fs.lstatSync(key).isFile()).toBe(true)
    expect(() => openNew(key)).toThrow('EEXIST')
    symlinkSync(target, link)
    expect(() => openNew(link)).toThrow('EEXIST')
    shred(link)
    expect(readFileSync(target, 'utf8')).toBe('precious')
  })
})
