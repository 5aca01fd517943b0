import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { otherUser, type BrowserUser } from './browser-user.ts'

const root = join(import.meta.dirname, '..', '..', '..', '..')

describe.skipIf(process.platform === 'win32')('the helper of the browsers’ user', () => {
  let helper: ChildProcess
  let user: BrowserUser
  let profile: string
  beforeEach(async () => {
    profile = await mkdtemp(join(tmpdir(), 'foyer-test-profile-'))
    helper = spawn('sh', [join(root, 'resources', 'browser-user.sh')], {
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    user = otherUser(root, helper, process.getgid?.() ?? 0)
  })
  afterEach(async () => {
    const ended = once(helper, 'exit')
    helper.stdin?.end()
    await ended
    await rm(profile, { recursive: true, force: true })
  })

  it('counts what a profile holds, in folders that are closed to others too', async () => {
    const closed = join(profile, 'Default')
    await mkdir(closed)
    await writeFile(join(closed, 'storage'), Buffer.alloc(3_000_000, 1))
    await chmod(closed, 0o700)
    const bytes = await user.folderSize(profile)
    expect(bytes).toBeGreaterThanOrEqual(3_000_000)
    expect(bytes).toBeLessThan(4_000_000)
  })

  it('takes more files than a profile ever has for too much', async () => {
    const names = Array.from({ length: 4_001 }, (_, index) => String(index))
    await Promise.all(names.map((name) => writeFile(join(profile, name), '')))
    expect(await user.folderSize(profile)).toBe(Infinity)
  })

  it('counts nothing where a profile is gone', async () => {
    expect(await user.folderSize(join(profile, 'gone'))).toBe(0)
  })
})
