import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openOrThrow, scratchFolder, storeSealer } from '../../../../test/harness/vault/scratch.ts'
import { readVault } from '../keys/unlock.ts'

vi.setConfig({ testTimeout: 120_000 })

let scratch: ReturnType<typeof scratchFolder>
let whole = ''
/** The vault of each try, and the key store beside it. */
let folder = ''
let store = ''
const pair = { clientId: 'canary-id', clientSecret: 'canary-secret' }
const open = () => openOrThrow(folder, { sealers: [storeSealer(store)] })

beforeEach(async () => {
  scratch = scratchFolder()
  whole = join(scratch.folder, 'whole')
  folder = join(scratch.folder, 'try', 'vault')
  store = join(scratch.folder, 'try', 'store')
  const vault = await openOrThrow(join(whole, 'vault'), {
    sealers: [storeSealer(join(whole, 'store'))],
  })
  vault.credentials.keep({ partner: pair })
  for (let count = 0; count < 100; count += 1) vault.audit.append('call', { count })
  vault.close()
})
afterEach(() => scratch.remove())

function begin(what: string, dieAt?: number) {
  const file = (name: string) =>
    join(import.meta.dirname, '..', '..', '..', '..', 'test', 'harness', 'vault', name)
  rmSync(join(scratch.folder, 'try'), { recursive: true, force: true })
  cpSync(whole, join(scratch.folder, 'try'), { recursive: true })
  const args = [file('change-vault.ts'), what, folder, store]
  if (dieAt !== undefined) args.unshift('--import', file('kill-at-file-operation.ts'))
  return spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, FOYER_KILL_AT: String(dieAt) },
  })
}

/** Does it again and again, killed at the first file operation, the second, ..., until it comes to its end. */
async function killedEverywhere(what: string, look: (dieAt: number) => Promise<void>) {
  for (let dieAt = 1; dieAt < 100; dieAt += 1) {
    const child = begin(what, dieAt)
    const [code, signal] = (await once(child, 'close')) as [number | null, string | null]
    if (code === 0) return dieAt - 1
    expect(signal).toBe('SIGKILL')
    await look(dieAt)
  }
  throw new Error('it never came to its end')
}

describe('kill -9 at every file operation', () => {
  it('of a change of key leaves a vault that opens with one key, and nothing of the other', async () => {
    const kills = await killedEverywhere('rotate', async (dieAt) => {
      const vault = await open()
      expect(vault.credentials.read('partner'), `killed at ${dieAt}`).toEqual(pair)
      expect(vault.verifyAudit().ok).toBe(true)
      vault.close()
      const left = readdirSync(folder).filter((name) => !name.endsWith('.draft'))
      expect(left.sort(), `killed at ${dieAt}`).toEqual(['vault.db', 'vault.key', 'vault.lock'])
    })
    expect(kills).toBeGreaterThan(10)
    expect(readdirSync(store)).toHaveLength(1)
    ;(await open()).close()
  })

  it('of forgetting leaves nothing that can be read, and the next start is a first one', async () => {
    const kills = await killedEverywhere('forget', async (dieAt) => {
      const hasBegun = existsSync(join(folder, 'vault.forgetting'))
      const isAtEnd = !existsSync(join(folder, 'vault.db'))
      const isReadable = (await readVault(folder, [storeSealer(store)])).ok
      expect(isReadable, `killed at ${dieAt}`).toBe(!hasBegun && !isAtEnd)
      const vault = await open()
      expect(vault.credentials.read('partner'), `killed at ${dieAt}`).toEqual(
        isReadable ? pair : undefined,
      )
      expect(vault.audit.recent(['call'], { since: 0, limit: 1 })).toHaveLength(isReadable ? 1 : 0)
      vault.close()
      expect(readdirSync(store)).toHaveLength(1)
    })
    expect(kills).toBeGreaterThan(10)
    expect(readdirSync(folder)).toEqual(['vault.lock'])
    expect(readdirSync(store)).toEqual([])
  })
})

it('survives kill -9 at any moment of changing its key over and over', async () => {
  for (const [round, afterMs] of [0, 3, 7, 13, 19, 31].entries()) {
    const child = begin('rotate-loop')
    await once(child.stdout, 'data')
    setTimeout(() => child.kill('SIGKILL'), afterMs)
    await once(child, 'close')
    const vault = await open()
    expect(vault.credentials.read('partner'), `round ${round}`).toEqual(pair)
    expect(vault.verifyAudit().ok).toBe(true)
    vault.close()
  }
})
