import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { testFolder } from '#harness/test-folder.ts'
import { otherUser, type BrowserUser } from './browser-user.ts'

const root = join(import.meta.dirname, '..', '..', '..', '..')
const as = ['--reuid', 'foyer-kiosk', '--regid', 'foyer-kiosk', '--init-groups', '--']
const idOf = (flag: string) => Number(spawnSync('id', [flag, 'foyer-kiosk']).stdout.toString())

/** Program in Chromium's place: leaves a file that only it can read, and returns its input over its pipes. */
const browser = `#!/bin/sh
umask 077
mkdir "$TMPDIR/../closed"
id -u > "$TMPDIR/../closed/user"
echo "started with $2" >&2
exec cat <&3 >&4
`

const isRoot = process.getuid?.() === 0 && process.platform === 'linux'
/** A checkout in a folder that is root's alone can be read by no other user. */
const isReadable =
  isRoot && spawnSync('setpriv', [...as, 'test', '-r', import.meta.filename]).status === 0
describe.runIf(isReadable)('the user of the browsers, when it is another one', () => {
  let base = ''
  let helper: ChildProcess
  let user: BrowserUser
  beforeEach(async () => {
    base = testFolder()
    await chmod(base, 0o711)
    await writeFile(join(base, 'browser'), browser)
    await chmod(join(base, 'browser'), 0o755)
    helper = spawn('setpriv', [...as, 'sh', join(root, 'resources', 'browser-user.sh')], {
      cwd: '/',
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    user = otherUser(root, helper, idOf('-g'))
  })
  afterEach(async () => {
    helper.stdin?.end()
    if (helper.exitCode === null) await once(helper, 'exit')
  })

  /** Starts the program in Chromium's place as Playwright does: with two more pipes. */
  async function start(name: string, by = user) {
    const profile = join(base, name)
    await mkdir(join(profile, 'tmp'), { recursive: true, mode: 0o700 })
    await mkdir(join(profile, 'Default'), { mode: 0o700 })
    await writeFile(join(profile, 'Default', 'Preferences'), '{}', { mode: 0o600 })
    const { executablePath } = await by.prepare(profile)
    const client = spawn(executablePath, [`--user-data-dir=${profile}`, 'a word; with $signs'], {
      stdio: ['ignore', 'pipe', 'pipe', 'pipe', 'pipe'],
      detached: true,
      env: {
        PATH: process.env['PATH'],
        TMPDIR: join(profile, 'tmp'),
        FOYER_CHROMIUM: join(base, 'browser'),
      },
    })
    const ended = once(client, 'exit')
    return {
      profile,
      client,
      ended,
      to: client.stdio[3] as Writable,
      from: client.stdio[4] as Readable,
    }
  }

  it('runs them with every word, over both pipes, and ends its stand-in with them', async () => {
    const { client, ended, to, from, profile } = await start('one')
    to.write('a message\0')
    expect(String((await once(from, 'data'))[0])).toBe('a message\0')
    expect(await readFile(join(profile, 'closed', 'user'), 'utf8')).toBe(`${idOf('-u')}\n`)
    to.end()
    const [errors] = await Promise.all([text(client.stderr as Readable), ended])
    expect(errors).toContain('started with a word; with $signs')
  })

  it('deletes what they wrote, also what nobody else may enter', async () => {
    const { to, from, profile, ended } = await start('two')
    to.write('x')
    await once(from, 'data')
    expect((await stat(join(profile, 'closed'))).uid).toBe(idOf('-u'))
    to.end()
    await ended
    await user.remove(profile)
    expect(await readdir(base)).toEqual(['browser'])
    await user.remove(profile)
  })

  it('deletes a profile that was begun and never given to them', async () => {
    const profile = join(base, 'begun')
    await mkdir(join(profile, 'tmp'), { recursive: true, mode: 0o700 })
    await mkdir(`${profile}.own`)
    await user.remove(profile)
    expect(await readdir(base)).toEqual(['browser'])
  })

  it('does not take for deleted what they cannot list', async () => {
    const profile = join(base, 'closed')
    await mkdir(join(profile, 'tmp'), { recursive: true, mode: 0o770 })
    await chmod(profile, 0o770)
    await expect(user.remove(profile)).rejects.toThrow('could not be deleted')
  })

  it('ends them at once when it is told, and when Foyer is gone', async () => {
    const one = await start('three')
    const two = await start('four')
    for (const { to, from } of [one, two]) {
      to.write('x')
      await once(from, 'data')
    }
    await user.end(one.profile)
    await one.ended
    expect(two.client.exitCode).toBeNull()
    helper.stdin?.end()
    await Promise.all([two.ended, once(helper, 'exit')])
    expect(await readdir(two.profile)).toEqual([])
  })

  it('keeps nothing that waits for them where Foyer is gone before they are started', async () => {
    const silent = spawn('sh', ['-c', 'while read -r _; do echo done; done'])
    const { client, ended, to } = await start('six', otherUser(root, silent, idOf('-g')))
    expect(client.exitCode).toBeNull()
    to.end()
    await ended
    silent.stdin.end()
    await once(silent, 'exit')
  })

  it('lets no browser write where Foyer writes beside it', async () => {
    const { to, profile, ended } = await start('five')
    const tries = spawnSync('setpriv', [...as, 'touch', join(`${profile}.own`, 'link')])
    expect(tries.status).not.toBe(0)
    expect(await user.reads(join(`${profile}.own`, 'artifacts'))).toBe(false)
    to.end()
    await ended
  })

  it('tells what they could read', async () => {
    const ours = join(base, 'ours')
    await writeFile(ours, '', { mode: 0o600 })
    expect(await user.reads(ours)).toBe(false)
    await chmod(ours, 0o644)
    expect(await user.reads(ours)).toBe(true)
  })
})
