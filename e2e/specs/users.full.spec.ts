import { spawnSync } from 'node:child_process'
import { readFile, readlink } from 'node:fs/promises'
import { join } from 'node:path'
import { processTree } from '../../src/main/windows/chromium/resource-usage.ts'
import { expect, test } from '../support/test.ts'

test.skip(process.getuid?.() !== 0, 'needs root to change users')
const isElectron = process.env['FOYER_SHELL'] === 'electron'
/** Electron is Foyer and its browser in one: there is no other user who must not read what is Foyer's. */
const oneUser = 'in Electron the browser is Foyer itself'

/** True if a user of Foyer can read this checkout: in a folder that is root's alone Foyer stays root (practice only). */
const isReadable = ['foyer', 'foyer-kiosk'].every(
  (user) =>
    spawnSync('setpriv', ['--reuid', user, '--clear-groups', 'test', '-r', import.meta.filename])
      .status === 0,
)
test.skip(!isReadable, 'the checkout lies where the users of Foyer cannot read it')

/** The user and the groups of a process, by number; undefined when it is gone. */
async function usersOf(pid: number) {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const numbers = (name: string) =>
    (new RegExp(`^${name}:(.*)$`, 'm').exec(status)?.[1] ?? '').split(/\s+/).filter(Boolean)
  const users = numbers('Uid')
  return users.length > 0 ? { users, capabilities: numbers('CapPrm')[0] } : undefined
}

function browsersRead(path: string): boolean {
  const as = ['--reuid', 'foyer-kiosk', '--regid', 'foyer-kiosk', '--init-groups']
  return spawnSync('setpriv', [...as, 'head', '-c', '1', path], { stdio: 'ignore' }).status === 0
}

/** The processes of a Foyer that stands open, none of which may be root, nor rule over anything. */
async function unprivileged(main: number) {
  const found: { readonly words: string; readonly users: readonly string[] }[] = []
  for (const pid of await processTree(main)) {
    const about = await usersOf(pid)
    const words = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    if (!about) continue
    found.push({ words, users: about.users })
    expect(about.users, words).not.toContain('0')
    // Chromium's sandbox has some within a namespace of its own, where they rule over nothing else.
    const namespace = await readlink(`/proc/${pid}/ns/user`).catch(() => '')
    if (namespace === (await readlink('/proc/self/ns/user')))
      expect(about.capabilities, words).toMatch(/^0+$/)
  }
  return found
}

test('nothing of Foyer is root in Electron, its page neither', async ({ kiosk: { foyer } }) => {
  test.skip(!isElectron, 'the next one says more')
  const found = await unprivileged(foyer.process.pid ?? 0)
  expect(found.map(({ words }) => words)).toContainEqual(expect.stringContaining('--type=renderer'))
  expect(foyer.log.join('\n')).not.toContain('runsAsRoot')
})

test('nothing of Foyer is root, and its browsers are another user, who can read neither vault nor main', async ({
  kiosk: { foyer, place },
}) => {
  test.skip(isElectron, oneUser)
  await foyer.spare()
  const main = foyer.process.pid ?? 0
  const owner = await usersOf(main)
  let browsers = 0
  for (const { words, users } of await unprivileged(main)) {
    if (!words.includes('/chromium/chromium')) continue
    browsers += 1
    expect(users, words).not.toContain(owner?.users[0])
  }
  // Two windows, each with its own processes.
  expect(browsers).toBeGreaterThan(6)

  const { FOYER_DATA_DIR: vault = '' } = place.environment
  for (const name of ['vault.db', 'vault.key']) {
    expect((await readFile(join(vault, name))).length).toBeGreaterThan(0)
    expect(browsersRead(join(vault, name)), name).toBe(false)
  }
  for (const name of ['environ', 'mem', 'maps'])
    expect(browsersRead(`/proc/${main}/${name}`), name).toBe(false)
  expect(foyer.log.join('\n')).not.toMatch(/sameUser|browsersReadOurs|runsAsRoot/)
})

test('a data folder that the browsers’ user can read is told', async ({ place, start }) => {
  test.skip(isElectron, oneUser)
  spawnSync('chmod', ['755', place.dataFolder])
  spawnSync('install', ['-d', '-o', 'foyer', '-m', '755', join(place.dataFolder, 'vault')])
  const foyer = await start()
  await expect.poll(() => foyer.log.join('\n')).toContain('browsersReadOurs')
})

test('compiled code that Foyer loads can be read by it, and written neither by it nor by its browsers', () => {
  test.skip(isElectron, oneUser)
  const cache = join(import.meta.dirname, '..', '..', 'out', '.compile-cache')
  const compiled = (user: string, ...which: string[]) => {
    const as = ['--reuid', user, '--regid', user, '--init-groups']
    const found = spawnSync('setpriv', [...as, 'find', cache, ...which], { encoding: 'utf8' })
    return found.stdout.split('\n').filter(Boolean)
  }
  // The driver's library, zod, undici and the rest are some hundreds of modules.
  expect(compiled('foyer', '-type', 'f', '-readable').length).toBeGreaterThan(100)
  for (const user of ['foyer', 'foyer-kiosk']) expect(compiled(user, '-writable')).toEqual([])
})
