import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, writeFileSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { otherUser } from './browser-user.ts'
import { folderSize, resourceUsage } from './resource-usage.ts'

const root = join(import.meta.dirname, '..', '..', '..', '..')
const mebibyte = 1024 * 1024

describe.skipIf(process.platform !== 'linux')('what a browser holds', () => {
  let profile: string
  const children: ChildProcess[] = []
  beforeEach(async () => {
    // Thousands of files take long on a disk that is busy.
    profile = await mkdtemp(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'foyer-held-'))
  })
  afterEach(async () => {
    for (const child of children.splice(0)) {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    }
    await rm(profile, { recursive: true })
  })

  it('is the memory of a process that its process started, too', async () => {
    const holds =
      'globalThis.kept = Buffer.alloc(256 * 2 ** 20, 1); console.log(1); process.stdin.resume()'
    const starts = `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(holds)}], { stdio: 'inherit' })`
    const child = spawn(process.execPath, ['-e', starts], { stdio: ['pipe', 'pipe', 'inherit'] })
    children.push(child)
    await once(child.stdout, 'data')
    const held = await resourceUsage(child.pid ?? 0, () => folderSize(profile))()
    expect(held).toBeGreaterThan(256 * mebibyte)
    expect(held).toBeLessThan(512 * mebibyte)
  })

  /** The helper of the browsers' user counts what only that user may read. */
  const byHelper = (folder: string) => {
    const helper = spawn('sh', [join(root, 'resources', 'browser-user.sh')], {
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    children.push(helper)
    return otherUser(root, helper, process.getgid?.() ?? 0).folderSize(folder)
  }
  describe.each([
    ['Foyer itself', folderSize],
    ['the helper of the browsers’ user', byHelper],
  ])('as counted by %s', (_whom, sizeOf) => {
    const held = (folder = profile) => resourceUsage(2 ** 30, () => sizeOf(folder))()

    it('is the files of its profile, in whatever folder', async () => {
      await mkdir(join(profile, 'a', 'b'), { recursive: true })
      await writeFile(join(profile, 'a', 'b', 'c'), Buffer.alloc(3 * mebibyte, 1))
      await chmod(join(profile, 'a'), 0o700)
      const bytes = await held()
      expect(bytes).toBeGreaterThanOrEqual(3 * mebibyte)
      expect(bytes).toBeLessThan(4 * mebibyte)
    })

    it('is too much when there are more files than a profile has', async () => {
      for (let n = 0; n <= 4_000; n += 1) writeFileSync(join(profile, String(n)), '')
      expect(await held()).toBe(Infinity)
    })

    it('is nothing when it is gone', async () => expect(await held(join(profile, 'gone'))).toBe(0))
  })
})
