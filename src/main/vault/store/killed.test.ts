import { once } from 'node:events'
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { openOrThrow, storeSealer } from '#harness/vault/scratch.ts'
import { openTestVault, spawnScript, vaultOfEachTest } from '#harness/vault/test-vault.ts'
import { testFolder } from '#harness/test-folder.ts'
import { isFullTier } from '#harness/tier.ts'
import { readVault } from '../keys/unlock.ts'

const scratch = vaultOfEachTest()
const pair = { clientId: 'canary-id', clientSecret: 'canary-secret' }

describe('kill -9', () => {
  const whole = (name: string) => scratch.at('whole', name)
  /** The vault of each try, and the key store beside it. */
  const folder = () => scratch.at('try', 'vault')
  const store = () => scratch.at('try', 'store')
  const open = () => openOrThrow(folder(), { sealers: [storeSealer(store())] })

  beforeEach(async () => {
    const vault = await openOrThrow(whole('vault'), { sealers: [storeSealer(whole('store'))] })
    vault.credentials.keep({ partner: pair })
    for (let count = 0; count < 50; count += 1) vault.audit.append('call', { count })
    vault.close()
  })

  function begin(what: string, dieAt?: number) {
    rmSync(scratch.at('try'), { recursive: true, force: true })
    cpSync(scratch.at('whole'), scratch.at('try'), { recursive: true })
    return spawnScript('change-vault.ts', [what, folder(), store()], {
      ...(dieAt !== undefined && { before: 'kill-at-file-operation.ts' }),
      env: { FOYER_KILL_AT: String(dieAt) },
    })
  }

  /** Kills it at the first file operation, the second, ..., until it ends (default tier: at two). `look` sees each that was killed. */
  async function kill(what: string, look: (dieAt: number) => Promise<void>, atEnd: () => unknown) {
    for (const dieAt of isFullTier ? Array.from({ length: 99 }, (_, at) => at + 1) : [4, 9]) {
      const [code, signal] = (await once(begin(what, dieAt), 'close')) as unknown[]
      if (code === 0) {
        expect(dieAt).toBeGreaterThan(11)
        await atEnd()
        return
      }
      expect(signal).toBe('SIGKILL')
      await look(dieAt)
    }
    if (isFullTier) throw new Error('it never came to its end')
  }

  it('of a change of key leaves a vault that opens with one key, and nothing of the other', () =>
    kill(
      'rotate',
      async (dieAt) => {
        const vault = await open()
        expect(vault.credentials.read('partner'), `killed at ${dieAt}`).toEqual(pair)
        expect(vault.verifyAudit().ok).toBe(true)
        vault.close()
        const left = readdirSync(folder()).filter((name) => !name.endsWith('.draft'))
        expect(left.sort(), `killed at ${dieAt}`).toEqual([
          'vault.db',
          'vault.head',
          'vault.key',
          'vault.lock',
        ])
      },
      async () => {
        expect(readdirSync(store())).toHaveLength(1)
        ;(await open()).close()
      },
    ))

  it('of forgetting leaves nothing that can be read, and the next start is a first one', () =>
    kill(
      'forget',
      async (dieAt) => {
        const hasBegun = existsSync(scratch.at('try', 'vault', 'vault.forgetting'))
        const isAtEnd = !existsSync(scratch.at('try', 'vault', 'vault.db'))
        const isReadable = (await readVault(folder(), [storeSealer(store())])).ok
        expect(isReadable, `killed at ${dieAt}`).toBe(!hasBegun && !isAtEnd)
        const vault = await open()
        const kept = vault.credentials.read('partner')
        expect(kept, `killed at ${dieAt}`).toEqual(isReadable ? pair : undefined)
        const calls = vault.audit.recent(['call'], { since: 0, limit: 1 })
        expect(calls).toHaveLength(isReadable ? 1 : 0)
        vault.close()
        expect(readdirSync(store())).toHaveLength(1)
      },
      () => {
        expect(readdirSync(folder())).toEqual(['vault.lock'])
        expect(readdirSync(store())).toEqual([])
      },
    ))
})

it('loses no acknowledged entry to kill -9, and opens again', async () => {
  let told = ''
  const child = spawnScript('change-vault.ts', ['append-loop', scratch.folder])
  child.stdout.on('data', (chunk: Buffer) => {
    told += chunk.toString()
    if (told.split('\n').length > 50) child.kill('SIGKILL')
  })
  await once(child, 'close')
  const acknowledged = told.split('\n').length - 1
  expect(acknowledged).toBeGreaterThanOrEqual(50)
  const verified = (await scratch.open()).verifyAudit()
  expect(verified.ok && verified.value.entries).toBeGreaterThanOrEqual(acknowledged)
})

it.each([1, 2, 3])('loses nothing to a power cut that leaves one sector in %i', async (nth) => {
  const sectorBytes = 512
  const row = (id: string) => ({ id, seq: 1, row: id.repeat(1_500) })
  const vault = await scratch.open()
  vault.outbox.write(row('kept'))
  const cut = testFolder()
  cpSync(scratch.folder, cut, { recursive: true })
  const journal = join(cut, 'vault.db-wal')
  const from = readFileSync(journal).length
  vault.outbox.write(row('torn'))
  const torn = readFileSync(scratch.at('vault.db-wal'))
  expect(torn.length).toBeGreaterThan(from + 3 * sectorBytes)
  for (const at of torn.keys())
    if (at >= from && Math.floor(at / sectorBytes) % nth !== 0) torn[at] = 0
  writeFileSync(journal, torn)
  rmSync(join(cut, 'vault.db-shm'), { force: true })
  const left = (await openTestVault(cut)).outbox.all()
  expect(left).toEqual(nth === 1 ? [row('kept'), row('torn')] : [row('kept')])
})
