import { mkdir, writeFile } from 'node:fs/promises'
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
  /** Ends the process; resolves when it and its children are gone. */
  close(): Promise<void>
}

/** Chromium never connects to port 1: what asks there fails before it reaches any network. */
const nowhere = 'https://nowhere.invalid:1'

const flags = [
  `--disable-features=${disabledFeatures.join()}`,
  '--disable-pinch',
  '--overscroll-history-navigation=0',
  '--disable-session-crashed-bubble',
  '--noerrdialogs',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--force-webrtc-ip-handling-policy',
  // Chromium's updates of its parts make no call: the proxy cannot tell one from the page's doing.
  `--component-updater=disable-pings,url-source=${nowhere}`,
  // What a page loads is not written down: no folder for a cache can be made there.
  `--disk-cache-dir=${devNull}`,
]

/** Starts Chromium, sandboxed, with an empty profile and one window without any controls. Throws when it cannot. */
export async function launchWindow(options: LaunchOptions): Promise<BrowserWindow> {
  const { profile, bounds } = options
  await mkdir(join(profile, 'Default'), { recursive: true })
  await writeFile(join(profile, 'Default', 'Preferences'), JSON.stringify(preferences))
  await writeFile(join(profile, 'Local State'), JSON.stringify(localState))
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
      ...(options.kiosk ? ['--kiosk'] : []),
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
    async close() {
      const known = new Set([...pids, ...(await processIds(context))])
      await context.close().catch(() => undefined)
      await Promise.all([...known].map(untilGone))
    },
  }
}

async function processIds(context: BrowserContext): Promise<number[]> {
  const browser = context.browser()
  if (!browser?.isConnected()) return []
  try {
    const session = await browser.newBrowserCDPSession()
    const { processInfo } = await session.send('SystemInfo.getProcessInfo')
    return processInfo.map((each) => each.id)
  } catch {
    return []
  }
}

const graceMs = 3_000

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
