import {
  existsSync,
  readFileSync,
  readdirSync,
  truncateSync,
  writeFileSync,
  mkdirSync,
  rmSync,
  renameSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { connect } from './store/database.ts'
import type { KeySealer } from './keys/key-sealer.ts'
import { passphraseSealer } from './keys/passphrase.ts'
import { openOrThrow, plainSealer, scratchFolder } from '../../../test/harness/vault/scratch.ts'
import { readVault } from './keys/unlock.ts'
import { openVault } from './vault.ts'

let scratch: ReturnType<typeof scratchFolder>
beforeEach(() => (scratch = scratchFolder()))
afterEach(() => scratch.remove())

const at = (name: string) => join(scratch.folder, name)
const open = (sealers = [plainSealer()]) => openVault({ folder: scratch.folder, sealers })
const partner = { clientId: 'canary-client', clientSecret: 'canary-secret' }

/** What every file of the vault holds. */
function bytes(): Record<string, string> {
  const files = readdirSync(scratch.folder).filter((name) => !/-shm$|lock$/.test(name))
  return Object.fromEntries(files.map((name) => [name, readFileSync(at(name)).toString('latin1')]))
}

async function withContent() {
  const vault = await openOrThrow(scratch.folder)
  vault.credentials.keep({ partner, developer: undefined })
  for (let count = 0; count < 200; count += 1)
    vault.audit.append('call', { operation: 'canary-op' })
  vault.close()
}

describe('the vault', () => {
  it('keeps what it was given from start to start', async () => {
    const first = await openOrThrow(scratch.folder)
    expect(first.credentials.keep({ partner, developer: undefined })).toEqual(['partner'])
    first.close()
    const second = await openOrThrow(scratch.folder)
    expect(second.credentials.read('partner')).toEqual(partner)
    expect(second.credentials.read('developer')).toBeUndefined()
    expect(second.credentials.keep({ partner, developer: undefined })).toEqual([])
    const next = { ...partner, clientSecret: 'another' }
    expect(second.credentials.keep({ partner: next, developer: undefined })).toEqual(['partner'])
    expect(second.credentials.read('partner')).toEqual(next)
    expect(second.credentials.remove('partner')).toBe(true)
    expect(second.credentials.read('partner')).toBeUndefined()
    second.close()
  })

  it('opens with its passphrase and with no other', async () => {
    const right = passphraseSealer('correct horse battery staple')
    ;(await openOrThrow(scratch.folder, { sealers: [right] })).close()
    const before = bytes()
    expect(await open([passphraseSealer('correct horse battery stable')])).toEqual({
      ok: false,
      error: { kind: 'wrongKey' },
    })
    expect(bytes()).toEqual(before)
    ;(await openOrThrow(scratch.folder, { sealers: [right] })).close()
  })

  it('writes nothing in the clear, neither to the database nor to its log of writes', async () => {
    const vault = await openOrThrow(scratch.folder)
    vault.credentials.keep({ partner, developer: undefined })
    vault.audit.append('call', { operation: 'canary-op', patientId: 'canary-patient' })
    vault.attempts.count('wrongCode', 'canary-contact')
    const files = bytes()
    expect(Object.keys(files)).toContain('vault.db-wal')
    expect(files['vault.db-wal']?.length).toBeGreaterThan(4096)
    for (const text of Object.values(files))
      expect(text).not.toMatch(/canary|SQLite format|CREATE TABLE/)
    vault.close()
  })

  it.each<readonly [string, () => void, readonly KeySealer[] | undefined, object]>([
    ['a wrong key', () => undefined, [plainSealer(1)], { kind: 'wrongKey' }],
    ['another kind of key', () => undefined, [passphraseSealer('x')], { kind: 'noKeySource' }],
    ['no key source', () => undefined, [], { kind: 'noKeySource' }],
    ['a missing key', () => rmSync(at('vault.key')), undefined, { kind: 'keyMissing' }],
    [
      'a broken key file',
      () => writeFileSync(at('vault.key'), '{'),
      undefined,
      { kind: 'corrupt' },
    ],
    ['a missing database', () => rmSync(at('vault.db')), undefined, { kind: 'corrupt' }],
    ['an emptied database', () => truncateSync(at('vault.db')), undefined, { kind: 'corrupt' }],
    [
      'a truncated database',
      () => truncateSync(at('vault.db'), 4096 * 3),
      undefined,
      { kind: 'corrupt' },
    ],
    [
      'a database cut within a page',
      () => truncateSync(at('vault.db'), 9000),
      undefined,
      { kind: 'corrupt' },
    ],
  ])('is refused with %s, and left as it was', async (_, damage, sealers, error) => {
    await withContent()
    damage()
    const before = bytes()
    expect(await open(sealers ? [...sealers] : undefined)).toMatchObject({ ok: false, error })
    expect(bytes()).toEqual(before)
  })

  it('notices a flipped byte in any page', async () => {
    await withContent()
    const whole = readFileSync(at('vault.db'))
    for (let offset = 50; offset < whole.length; offset += 4096) {
      const damaged = Buffer.from(whole)
      damaged[offset] = (damaged[offset] ?? 0) ^ 1
      writeFileSync(at('vault.db'), damaged)
      expect(await open(), `at ${offset}`).toMatchObject({ ok: false, error: { kind: 'corrupt' } })
      expect(readFileSync(at('vault.db')).equals(damaged)).toBe(true)
    }
    writeFileSync(at('vault.db'), whole)
    ;(await openOrThrow(scratch.folder)).close()
  })

  it('is refused while another Foyer has it, and can be read meanwhile', async () => {
    const vault = await openOrThrow(scratch.folder)
    expect(await open()).toEqual({ ok: false, error: { kind: 'inUse' } })
    const beside = await readVault(scratch.folder, [plainSealer()])
    expect(beside.ok).toBe(true)
    if (beside.ok) beside.value.connection.close()
    vault.close()
    ;(await openOrThrow(scratch.folder)).close()
  })

  it('is refused where nothing can be written: a folder, or a file, that is in the way', async () => {
    mkdirSync(at('vault.lock'))
    expect(await open()).toMatchObject({ ok: false, error: { kind: 'readOnly' } })
    rmSync(at('vault.lock'), { recursive: true })
    mkdirSync(at('vault.key.draft'))
    expect(await open()).toMatchObject({ ok: false, error: { kind: 'readOnly' } })
    expect(existsSync(at('vault.db'))).toBe(false)
  })

  it.runIf(process.platform !== 'win32')('can be read by its own user alone', async () => {
    const folder = at('made')
    const umask = process.umask(0)
    const vault = await openOrThrow(folder).finally(() => process.umask(umask))
    const mode = (path: string) => statSync(path).mode & 0o777
    expect(mode(folder)).toBe(0o700)
    expect(mode(join(folder, 'vault.key'))).toBe(0o600)
    vault.close()
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
    const beside = await readVault(scratch.folder, [plainSealer()])
    if (!beside.ok) throw new Error('not readable')
    beside.value.connection.close()
    const raw = connect(at('vault.db'), beside.value.keys.database)
    raw.pragma('user_version = 99')
    raw.close()
    expect(await open()).toMatchObject({ ok: false, error: { kind: 'newerSchema', found: 99 } })
  })

  it('goes on with a new vault that was stopped before its database was in place', async () => {
    await withContent()
    renameSync(at('vault.db'), at('vault-new.db'))
    const vault = await openOrThrow(scratch.folder)
    expect(vault.credentials.read('partner')).toEqual(partner)
    vault.close()
  })
})

describe('a new key', () => {
  it('opens the vault, and the old one does not', async () => {
    await withContent()
    const oldKey = readFileSync(at('vault.key'))
    const vault = await openOrThrow(scratch.folder)
    expect(await vault.rotateKey()).toEqual({ ok: true, value: null })
    vault.audit.append('call')
    vault.close()
    const again = await openOrThrow(scratch.folder)
    expect(again.credentials.read('partner')).toEqual(partner)
    again.close()
    writeFileSync(at('vault.key'), oldKey)
    expect(await open()).toMatchObject({ ok: false, error: { kind: 'corrupt' } })
  })

  it('is found whether the change was stopped before or after the database had it', async () => {
    await withContent()
    const oldKey = readFileSync(at('vault.key'))
    const vault = await openOrThrow(scratch.folder)
    await vault.rotateKey()
    vault.close()
    const newKey = readFileSync(at('vault.key'))
    writeFileSync(at('vault.key'), oldKey)
    writeFileSync(at('vault-next.key'), newKey)
    ;(await openOrThrow(scratch.folder)).close()
    expect(readFileSync(at('vault.key'))).toEqual(newKey)
    expect(existsSync(at('vault-next.key'))).toBe(false)

    writeFileSync(at('vault-next.key'), oldKey)
    ;(await openOrThrow(scratch.folder)).close()
    expect(existsSync(at('vault-next.key'))).toBe(false)
  })
})
