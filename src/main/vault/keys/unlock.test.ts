import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { connect } from '../store/database.ts'
import { filesIn } from '../store/files.ts'
import {
  openTestVault,
  readBeside,
  testFolder,
  vaultOfEachTest,
} from '../../../../test/harness/vault/test-vault.ts'

const scratch = vaultOfEachTest()

const pair = { clientId: 'an id', clientSecret: 'a secret' }

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

/** A sealed key that opens another vault. */
async function anotherKey(): Promise<Buffer> {
  const folder = testFolder()
  await openTestVault(folder)
  return readFileSync(filesIn(folder).key)
}
