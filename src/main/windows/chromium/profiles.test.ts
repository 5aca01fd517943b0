import { fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, statfsSync } from 'node:fs'
import { chmod, mkdir, readdir, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { testFolder } from '#harness/test-folder.ts'
import { browserProcesses } from './browser-user.ts'
import { defaultProfilesFolder, openProfiles } from './profiles.ts'

let base: string
beforeEach(() => void (base = testFolder()))
const { getuid } = process
afterEach(() => void Object.assign(process, { getuid }))

it('makes a folder for each browser, and deletes it with all that was written', async () => {
  const profiles = await openProfiles(base)
  const [one, two] = [await profiles.create('form'), await profiles.create('form')]
  await writeFile(join(one, 'Cookies'), 'canary')
  await profiles.remove(one)
  await expect(stat(one)).rejects.toThrow('ENOENT')
  await expect(stat(two)).resolves.toBeDefined()
  await profiles.close()
  expect(await readdir(base)).toEqual([])
})

it('deletes what a killed run left, and leaves a living one alone', async () => {
  const living = await openProfiles(base)
  const kept = await living.create('form')
  const module = JSON.stringify(new URL('profiles.ts', import.meta.url).href)
  const script = join(base, 'run.mjs')
  await writeFile(
    script,
    `import { openProfiles } from ${module}
     const profiles = await openProfiles(${JSON.stringify(base)})
     process.send(await profiles.create('form'))
     // Nothing else keeps it alive until it is killed.
     setInterval(() => {}, 1e6)`,
  )
  const run = fork(script)
  const ended = once(run, 'exit')
  const [left] = (await once(run, 'message')) as [string]
  await writeFile(join(left, 'Cookies'), 'canary')
  await expect(stat(left)).resolves.toBeDefined()
  run.kill('SIGKILL')
  expect(await ended).toEqual([null, 'SIGKILL'])

  const next = await openProfiles(base)
  await expect(stat(left)).rejects.toThrow('ENOENT')
  await expect(stat(kept)).resolves.toBeDefined()
  await next.close()
  await living.close()
  expect(await readdir(base)).toEqual(['run.mjs'])
})

it('deletes the socket of a run that was killed before it had a folder', async () => {
  const script = `require('node:net').createServer().listen(process.argv[1], () => process.send(0))`
  const run = spawn(process.execPath, ['-e', script, join(base, 'dead.alive')], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  await once(run, 'message')
  const ended = once(run, 'exit')
  run.kill('SIGKILL')
  await ended
  expect(await readdir(base)).toEqual(['dead.alive'])
  await (await openProfiles(base)).close()
  expect(await readdir(base)).toEqual([])
})

it.runIf(process.platform === 'linux')('ends a browser that outlived its run', async () => {
  const run = join(base, 'dead')
  const folder = join(run, 'kiosk-1')
  await mkdir(folder, { recursive: true })
  // It shows whose it is by its environment alone, and writes without an end.
  const browser = spawn(
    process.execPath,
    ['-e', 'setInterval(() => fs.mkdirSync(process.env.TMPDIR, { recursive: true }), 1)'],
    { env: { TMPDIR: join(folder, 'tmp') }, stdio: 'ignore' },
  )
  const ended = once(browser, 'exit')
  await expect.poll(() => browserProcesses(run)).toEqual([browser.pid])
  await (await openProfiles(base)).close()
  expect((await ended)[1]).toBe('SIGKILL')
  expect(await readdir(base)).toEqual([])
})

it('rests in memory where there is such a folder, and among the temporary files elsewhere', () => {
  expect(defaultProfilesFolder(base)).toMatch(tmpdir())
  expect(defaultProfilesFolder('/nowhere')).toMatch(tmpdir())
  const memory = '/dev/shm'
  if (!existsSync(memory)) return
  const { bavail, bsize } = statfsSync(memory)
  const hasRoom = bavail * bsize > 1024 ** 3
  if (hasRoom) expect(defaultProfilesFolder()).toMatch(/^\/dev\/shm\//)
})

it('lets the user of the browser pass through, and no one list', async () => {
  const profiles = await openProfiles(base)
  expect((await stat(base)).mode & 0o777).toBe(0o711)
  await profiles.close()
})

it('refuses a place that others may write to, and leaves it as it is', async () => {
  for (const mode of [0o1777, 0o777, 0o770]) {
    await chmod(base, mode)
    await expect(openProfiles(base)).rejects.toThrow('not ours')
    expect((await stat(base)).mode & 0o7777).toBe(mode)
  }
})

it('refuses a place that is not a folder of ours', async () => {
  const file = join(base, 'file')
  await mkdir(join(base, 'folder'))
  await writeFile(file, '')
  await expect(openProfiles(file)).rejects.toThrow()
  // Somebody else may have put it there, to have our profiles where they like.
  await symlink(join(base, 'folder'), join(base, 'link'))
  await expect(openProfiles(join(base, 'link'))).rejects.toThrow('not ours')
  // Without user ids (Windows), the only sign is that it is no folder.
  Object.assign(process, { getuid: undefined })
  await expect(openProfiles(join(base, 'link'))).rejects.toThrow('not ours')
})
