import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, writeFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { folderSize, resourceUsage } from './resource-usage.ts'

const mebibyte = 1024 * 1024
const nobody = 2 ** 30

describe.skipIf(process.platform !== 'linux')('what a browser holds', () => {
  let profile: string
  let child: ChildProcess | undefined
  beforeEach(async () => {
    // Thousands of files take long on a disk that is busy.
    const base = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()
    profile = await mkdtemp(join(base, 'foyer-held-'))
  })
  afterEach(async () => {
    if (child) {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    }
    child = undefined
    await rm(profile, { recursive: true })
  })

  it('is the memory of a process that its process started, too', async () => {
    const holds =
      'globalThis.kept = Buffer.alloc(256 * 2 ** 20, 1); console.log(1); process.stdin.resume()'
    const starts = `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(holds)}], { stdio: 'inherit' })`
    child = spawn(process.execPath, ['-e', starts], { stdio: ['pipe', 'pipe', 'inherit'] })
    if (child.stdout) await once(child.stdout, 'data')
    const held = await resourceUsage(child.pid ?? 0, () => folderSize(profile))()
    expect(held).toBeGreaterThan(256 * mebibyte)
    expect(held).toBeLessThan(512 * mebibyte)
  })

  it('is the files of its profile, in whatever folder', async () => {
    await mkdir(join(profile, 'a', 'b'), { recursive: true })
    await writeFile(join(profile, 'a', 'b', 'c'), Buffer.alloc(3 * mebibyte, 1))
    const held = await resourceUsage(nobody, () => folderSize(profile))()
    expect(held).toBeGreaterThanOrEqual(3 * mebibyte)
    expect(held).toBeLessThan(4 * mebibyte)
  })

  it('is too much when there are more files than a profile has', async () => {
    for (let n = 0; n <= 4_000; n += 1) writeFileSync(join(profile, String(n)), '')
    expect(await resourceUsage(nobody, () => folderSize(profile))()).toBe(Infinity)
  })

  it('is nothing when it is gone', async () => {
    expect(await resourceUsage(nobody, () => folderSize(join(profile, 'gone')))()).toBe(0)
  })
})
