import fs, { chmodSync, existsSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { filesIn, openNew, shred, takeLock } from './files.ts'
import { writeAtomically } from '../keys/key-file.ts'
import { vaultOfEachTest } from '../../../../test/harness/vault/test-vault.ts'

const scratch = vaultOfEachTest()
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
