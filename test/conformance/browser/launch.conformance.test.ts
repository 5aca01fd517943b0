import { readdirSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { writtenInBrowserHome } from '../browser-home.ts'
import { eventually } from '../subject.ts'
import { startXvfb, type Xvfb } from '../../harness/display/xvfb.ts'
import { sameUser } from '../../../src/main/shell/browser/browser-user.ts'
import { launchWindow, type BrowserWindow } from '../../../src/main/shell/browser/launch.ts'
import { browserProcesses } from '../../../src/main/shell/browser/orphaned-browsers.ts'
import { openProfiles, type Profiles } from '../../../src/main/shell/browser/profiles.ts'

const root = join(import.meta.dirname, '..', '..', '..')

/** Files below a folder, by path. */
async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries
    .filter((each) => !each.isDirectory())
    .map((each) => join(each.parentPath, each.name))
}

describe('a browser', () => {
  let screen: Xvfb
  let base: string
  let profiles: Profiles
  let profile: string
  let window: BrowserWindow
  let since: number
  /** What its profile held when its process was told to be started. */
  let heldAtStart: string[]
  const browserProcess = async () => {
    const session = await window.context.browser()?.newBrowserCDPSession()
    const info = await session?.send('SystemInfo.getProcessInfo')
    return info?.processInfo.find((each) => each.type === 'browser')?.id ?? Number.NaN
  }
  beforeEach(async () => {
    since = Date.now()
    profile = await profiles.create('form')
    window = await launchWindow({
      root,
      env: { ...process.env, DISPLAY: screen.display },
      driver: false,
      profile,
      proxy: 'http://127.0.0.1:9',
      locale: 'en',
      isForeign: true,
      kiosk: false,
      name: 'foyer-test',
      user: sameUser(root),
      bounds: { left: 0, top: 0, width: 400, height: 400 },
      onStarted: () => (heldAtStart = readdirSync(profile)),
    })
  })
  beforeAll(async () => {
    screen = await startXvfb(400, 400)
    base = await mkdtemp(join(tmpdir(), 'foyer-test-launch-'))
    profiles = await openProfiles(base)
  })
  afterAll(async () => {
    await profiles.close()
    await screen.stop()
    await rm(base, { recursive: true })
  })
  const gone = async () => {
    await window.close()
    await eventually(() => browserProcesses(profile)).toEqual([])
    await profiles.remove(profile)
  }

  it('runs with one list of features that are off, is mute, and draws nothing in three dimensions', async () => {
    // Chromium writes its arguments anew, with spaces between them.
    const line = (await readFile(`/proc/${await browserProcess()}/cmdline`, 'utf8')).replaceAll(
      '\0',
      ' ',
    )
    const lists = [...line.matchAll(/ --disable-features=(\S+)/g)]
    expect(lists).toHaveLength(1)
    expect(lists[0]?.[1]?.split(',')).toEqual(
      expect.arrayContaining(['MediaRouter', 'OptimizationHints', 'DigitalGoods']),
    )
    expect(line).toContain('--mute-audio')
    const contexts = `['webgl', 'webgl2'].map((kind) => document.createElement('canvas').getContext(kind))`
    expect(await window.page.evaluate(contexts)).toEqual([null, null])
    await gone()
  })

  it('is told to be on its way long before it answers, and leaves nothing outside of its profile, neither when its page nor when it crashes itself', async () => {
    // The first that Chromium does with a profile is to lock it.
    expect(await readdir(profile)).toContain('SingletonLock')
    expect(heldAtStart).not.toContain('SingletonLock')
    const dumps = async () => (await filesIn(profile)).filter((each) => each.endsWith('.dmp'))
    const crashed = window.page.waitForEvent('crash')
    window.cdp.send('Page.crash').catch(() => undefined)
    await crashed
    await eventually(dumps).toHaveLength(1)
    process.kill(await browserProcess(), 'SIGSEGV')
    await eventually(dumps).toHaveLength(2)
    await gone()
    expect(await writtenInBrowserHome(since)).toEqual([])
    expect(await filesIn(base)).toEqual([expect.stringMatching(/alive$/)])
  })
})
