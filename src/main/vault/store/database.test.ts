import { createDecipheriv, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openCredentials } from './credentials.ts'
import { connect, migrate, openDatabase } from './database.ts'
import { vaultOfEachTest } from '../../../../test/harness/vault/test-vault.ts'

const scratch = vaultOfEachTest()
const key = randomBytes(32)
const path = () => scratch.at('vault.db')

/** An open database of the vault, which was made before. */
function open() {
  const made = connect(path(), key)
  migrate(made)
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
  ])('%s', (_, pragma, value) => {
    expect(open().pragma(pragma, { simple: true })).toBe(value)
  })

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
