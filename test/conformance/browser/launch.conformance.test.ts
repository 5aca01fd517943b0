import { readdirSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writtenInBrowserHome } from '../browser-home.ts'
import { eventually } from '../subject.ts'
import { startXvfb, type Xvfb } from '#harness/display/xvfb.ts'
import {
  browserProcesses,
  chromiumLaunch,
  sameUser,
} from '../../../src/main/windows/chromium/browser-user.ts'
import { launchWindow, type BrowserWindow } from '../../../src/main/windows/chromium/launch.ts'
import { openProfiles, type Profiles } from '../../../src/main/windows/chromium/profiles.ts'
import { ownSwitches } from '../../../src/main/windows/chromium/switches.ts'

const root = join(import.meta.dirname, '..', '..', '..')

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
  /** Files of all profiles when its process was told to be started. */
  let heldAtStart: string
  const browserProcess = async () => {
    const session = await window.context.browser()?.newBrowserCDPSession()
    const info = await session?.send('SystemInfo.getProcessInfo')
    return info?.processInfo.find((each) => each.type === 'browser')?.id ?? Number.NaN
  }
  const open = async () => {
    since = Date.now()
    window = await launchWindow({
      root,
      env: { ...process.env, DISPLAY: screen.display },
      driver: false,
      profiles,
      proxy: 'http://127.0.0.1:9',
      locale: 'en',
      isForeign: true,
      name: 'test',
      user: sameUser(root),
      bounds: { left: 0, top: 0, width: 400, height: 400 },
      onStarted: () => (heldAtStart = readdirSync(base, { recursive: true }).join()),
    })
    ;({ profile } = window)
  }
  beforeAll(async () => {
    screen = await startXvfb(400, 400)
    base = await mkdtemp(join(tmpdir(), 'foyer-test-launch-'))
    profiles = await openProfiles(base)
    await open()
  })
  afterAll(async () => {
    await window.close()
    await profiles.close()
    await screen.stop()
    await rm(base, { recursive: true })
  })
  it('is told to be on its way long before it answers', async () => {
    // The first that Chromium does with a profile is to lock it.
    expect(await readdir(profile)).toContain('SingletonLock')
    expect(heldAtStart).not.toContain('SingletonLock')
  })

  it('is mute, with one list of features that are off: those of Foyer and those of its driver', async () => {
    const line = await readFile(`/proc/${await browserProcess()}/cmdline`, 'utf8')
    expect(line).toContain('--mute-audio')
    // Chromium writes its arguments anew, with spaces between them.
    const lists = [...line.replaceAll('\0', ' ').matchAll(/ --disable-features=(\S+)/g)]
    expect(lists).toHaveLength(1)
    expect(lists[0]?.[1]?.split(',')).toEqual(
      expect.arrayContaining(['MediaRouter', 'OptimizationHints', 'DigitalGoods']),
    )
  })

  it('finds the programs that start nothing before any other for an address such as tel:', async () => {
    const environment = await readFile(`/proc/${await browserProcess()}/environ`, 'utf8')
    const path = environment.split('\0').find((each) => each.startsWith('PATH='))
    expect(path).toMatch(`PATH=${join(root, 'resources', 'no-programs')}:`)
  })

  it('opens no dialog for files, also where no guard of the page keeps it closed', async () => {
    await window.page.setContent('<input type="file" oncancel="document.title = \'cancelled\'">')
    await window.page.click('input')
    await eventually(() => window.page.title()).toBe('cancelled')
  })

  it('leaves nothing outside of its profile, neither when its page nor when it crashes itself', async () => {
    const dumps = async () => (await filesIn(profile)).filter((each) => each.endsWith('.dmp'))
    const crashed = window.page.waitForEvent('crash')
    window.cdp.send('Page.crash').catch(() => undefined)
    await crashed
    await eventually(dumps).toHaveLength(1)
    process.kill(await browserProcess(), 'SIGSEGV')
    await eventually(dumps).toHaveLength(2)
    await window.close()
    await eventually(() => browserProcesses(profile)).toEqual([])
    expect(await writtenInBrowserHome(since)).toEqual([])
    expect(await filesIn(base)).toEqual([expect.stringMatching(/alive$/)])
  })
})

/** The kinds of drawing in three dimensions that a page gets. */
const drawing = `['webgl', 'webgl2'].filter((kind) => document.createElement('canvas').getContext(kind))`

it('a form draws nothing in three dimensions on a machine that could', async () => {
  const card = ['--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader']
  const drawnWith = async (args: readonly string[]) => {
    const browser = await chromium.launch({ ...chromiumLaunch(root), args: [...card, ...args] })
    try {
      return await (await browser.newPage()).evaluate(drawing)
    } finally {
      await browser.close()
    }
  }
  expect(await drawnWith([])).toEqual(['webgl', 'webgl2'])
  expect(await drawnWith(ownSwitches({ isForeign: true }))).toEqual([])
})
