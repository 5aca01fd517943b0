import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { devNull } from 'node:os'
import { join } from 'node:path'
import { chromium, type BrowserContext, type CDPSession, type Page } from 'playwright-core'
import { disabledFeatures } from '../policy.ts'
import { chromiumLaunch } from './chromium.ts'
import { localState, preferences } from './preferences.ts'

/** A rectangle of the screen in CSS px. */
export interface Bounds {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** What every window of one shell shares. */
export interface Machine {
  /** The project's folder; it holds `resources/`. */
  readonly root: string
  /** Environment of the browser process; `DISPLAY` stands here. */
  readonly env: Readonly<Record<string, string | undefined>>
  /** Whether the window may be driven from outside over the DevTools protocol (tests, walkthrough). */
  readonly driver: boolean
}

/** How one browser process with its one window is started. */
export interface LaunchOptions extends Machine {
  /** An empty throw-away folder. */
  readonly profile: string
  /** Address of the proxy that all traffic goes through. */
  readonly proxy: string
  readonly locale: string
  /** Fills the screen and takes no exit key. */
  readonly kiosk: boolean
  /** WM_CLASS, for the rules of a window manager. */
  readonly name: string
  /** Undefined: as large as the screen. */
  readonly bounds: Bounds | undefined
}

/** A browser process with one page. */
export interface BrowserWindow {
  readonly context: BrowserContext
  readonly page: Page
  readonly cdp: CDPSession
  /** Bytes of memory that the processes of its pages hold now. */
  readonly pageMemory: () => Promise<number>
  /** Ends the process; resolves when it and its children are gone. */
  close(): Promise<void>
}

/** Chromium never connects to port 1: what asks there fails before it reaches any network. */
const nowhere = 'https://nowhere.invalid:1'

const flags = [
  // The last: it does not ask the network for the time.
  `--disable-features=${[...disabledFeatures, 'NetworkTimeServiceQuerying'].join()}`,
  '--disable-pinch',
  '--overscroll-history-navigation=0',
  '--disable-session-crashed-bubble',
  '--noerrdialogs',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--force-webrtc-ip-handling-policy',
  // Chromium's updates of its parts make no call: the proxy cannot tell one from the page's doing.
  `--component-updater=disable-pings,url-source=${nowhere}`,
  // Nor do the calls by which it would know its user. (`--gaia-url` would be complained of on the screen.)
  `--gaia-config-contents=${JSON.stringify({ urls: { gaia_url: { url: nowhere } } })}`,
  // What a page loads is not written down: no folder for a cache can be made there.
  `--disk-cache-dir=${devNull}`,
]

/** Starts Chromium, sandboxed, with an empty profile and one window without any controls. Throws when it cannot. */
export async function launchWindow(options: LaunchOptions): Promise<BrowserWindow> {
  const { profile, bounds } = options
  await mkdir(join(profile, 'Default'), { recursive: true })
  await writeFile(join(profile, 'Default', 'Preferences'), JSON.stringify(preferences))
  await writeFile(join(profile, 'Local State'), JSON.stringify(localState))
  // Neither which pages stand open nor their icons are written down: a file stands where Chromium wants a
  // folder, and a folder where it wants a file.
  await writeFile(join(profile, 'Default', 'Sessions'), '')
  await mkdir(join(profile, 'Default', 'Favicons'))
  const context = await chromium.launchPersistentContext(profile, {
    ...chromiumLaunch(options.root),
    headless: false,
    viewport: null,
    colorScheme: null,
    reducedMotion: null,
    forcedColors: null,
    contrast: null,
    locale: options.locale,
    acceptDownloads: false,
    artifactsDir: join(profile, 'tmp'),
    // A signal ends Foyer by `Shell.close`, which also deletes the profiles.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    env: { ...options.env, TMPDIR: join(profile, 'tmp') },
    proxy: { server: options.proxy, bypass: '<-loopback>' },
    ignoreDefaultArgs: ['--disable-popup-blocking', '--disable-ipc-flooding-protection'],
    args: [
      ...flags,
      // A page of its own, so that no address ever stands on a command line.
      '--app=data:text/html,<title>Foyer</title>',
      `--class=${options.name}`,
      // In both modes the browser itself opens neither menus nor tools, and in the second takes few keys: what a
      // document without an element gets reaches no guard in the page.
      ...(options.kiosk ? ['--kiosk', '--force-app-mode'] : []),
      ...(options.driver ? ['--remote-debugging-port=0'] : []),
      ...(bounds
        ? [
            `--window-position=${bounds.left},${bounds.top}`,
            `--window-size=${bounds.width},${bounds.height}`,
          ]
        : []),
    ],
  })
  const page = context.pages()[0] ?? (await context.waitForEvent('page'))
  const cdp = await context.newCDPSession(page)
  const pids = await processIds(context)
  return {
    context,
    page,
    cdp,
    pageMemory: () => pageMemory(context),
    async close() {
      // A page can drown the channel to its browser; then the browser is not asked, but ended.
      const late = (await within(graceMs, processIds(context))) ?? []
      const closed = await within(
        graceMs,
        context.close().then(
          () => true,
          () => true,
        ),
      )
      const known = [...new Set([...pids, ...late])]
      if (!closed) for (const pid of known) if (isRunning(pid)) process.kill(pid, 'SIGKILL')
      await Promise.all(known.map(untilGone))
    },
  }
}

async function processIds(context: BrowserContext, type?: string): Promise<number[]> {
  const browser = context.browser()
  if (!browser?.isConnected()) return []
  try {
    const session = await browser.newBrowserCDPSession()
    const { processInfo } = await session.send('SystemInfo.getProcessInfo')
    await session.detach()
    return processInfo.filter((each) => !type || each.type === type).map((each) => each.id)
  } catch {
    return []
  }
}

async function pageMemory(context: BrowserContext): Promise<number> {
  const held = (await processIds(context, 'renderer')).map(async (pid) => {
    // Where there is no such file, the machine's own limits are the only ones.
    const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
    return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024
  })
  return (await Promise.all(held)).reduce((sum, each) => sum + each, 0)
}

const graceMs = 2_000

/** What `work` gives, or undefined when it takes longer than `ms`. */
async function within<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

async function untilGone(pid: number): Promise<void> {
  // A process that even SIGKILL leaves in the table (nobody reaps it there) holds nothing any more.
  for (let waitedMs = 0; isRunning(pid) && waitedMs < 2 * graceMs; waitedMs += 10) {
    if (waitedMs === graceMs) process.kill(pid, 'SIGKILL')
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
