import type { ChildProcess } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { chromium, type BrowserContext } from 'playwright-core'
import { err, ok } from '../../../shared/result.ts'
import { systemClock } from '../../base/clock.ts'
import { closeAll } from '../../base/close-all.ts'
import { createSequencer } from '../../base/sequencer.ts'
import { after } from '../../base/timers.ts'
import { formMemoryBytes } from '../../form-view/form-session.ts'
import { nothingAllowed } from '../../form-view/policy.ts'
import { startFilteringProxy } from '../../form-view/proxy.ts'
import type { WindowUse } from '../engine-switches.ts'
import { waitForExit } from '../processes.ts'
import type { Area } from '../trial-window.ts'
import type { BrowserUser } from './browser-user.ts'
import type { Profiles } from './profiles.ts'
import { processTree, resourceUsage } from './resource-usage.ts'
import { ownSwitches, removedDriverSwitches } from './switches.ts'

export interface Machine {
  readonly root: string
  readonly user: BrowserUser
  readonly profiles: Profiles
  readonly env: Readonly<Record<string, string | undefined>>
  readonly driver: boolean
  /** Pixels of the screen a CSS px; as the machine has it unless given. */
  readonly scale?: number | undefined
  /** ms in which a browser must have opened its window; 20,000 unless given. */
  readonly openWithinMs?: number | undefined
}

interface LaunchOptions extends Machine, WindowUse {
  /** Address; a window without one reaches nothing. */
  readonly proxy?: string
  readonly locale: string
  readonly kiosk?: boolean
  /** Name of its profile and, after `foyer-`, its WM_CLASS, for the rules of a window manager. */
  readonly name: string
  /** Undefined: as large as the screen. */
  readonly bounds: Area | undefined
  /** `unseen`: shows nothing and draws its page as a PDF; `asks`: opens the system's dialog. No other window prints. */
  readonly prints?: 'unseen' | 'asks'
  readonly onStarted?: (() => void) | undefined
}

export type BrowserWindow = Awaited<ReturnType<typeof launchWindow>>

/** Returns the environment of a browser: all its files come into its profile, and an address as `tel:` finds no program. */
export function environmentOf(
  { root, env, isForeign }: Pick<LaunchOptions, 'root' | 'env' | 'isForeign'>,
  profile: string,
): Machine['env'] {
  const home = join(profile, 'home')
  return {
    ...env,
    // More than a form may have in all: no process reaches it unless Foyer is too busy to end the form.
    ...(isForeign && { FOYER_PROCESS_KILOBYTES: String((1.5 * formMemoryBytes) / 1024) }),
    PATH: `${join(root, 'resources', 'no-programs')}:${env['PATH'] ?? ''}`,
    HOME: home,
    XDG_CONFIG_HOME: join(home, '.config'),
    XDG_CACHE_HOME: join(home, '.cache'),
    XDG_DATA_HOME: join(home, '.local', 'share'),
    XDG_STATE_HOME: join(home, '.local', 'state'),
    XDG_RUNTIME_DIR: join(profile, 'run'),
    TMPDIR: join(profile, 'tmp'),
  }
}

function contextOptions(options: LaunchOptions, profile: string, proxy: string) {
  const { bounds } = options
  return {
    // A timeout also ends a program that was started in the browser's place, even if the browser itself never ran.
    timeout: options.openWithinMs ?? usualOpenWithinMs,
    headless: options.prints === 'unseen',
    viewport: null,
    colorScheme: null,
    reducedMotion: null,
    forcedColors: null,
    contrast: null,
    locale: options.locale,
    acceptDownloads: false,
    // A signal ends Foyer by `Shell.close`, which also deletes the profiles.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    env: environmentOf(options, profile),
    proxy: { server: proxy, bypass: '<-loopback>' },
    ignoreDefaultArgs: [...removedDriverSwitches],
    args: [
      ...ownSwitches(options),
      // A page of its own, so that no address ever stands on a command line.
      '--app=data:text/html,<title>Foyer</title>',
      `--class=foyer-${options.name}`,
      // The browser opens no menus or tools, and with a kiosk takes few keys: no guard sees those of an empty document.
      '--force-app-mode',
      ...(options.kiosk ? ['--kiosk'] : []),
      // Its own preview keeps what is printed, and offers to save it.
      ...(options.prints === 'asks' ? ['--disable-print-preview'] : []),
      ...(options.driver ? ['--remote-debugging-port=0'] : []),
      ...(options.scale ? [`--force-device-scale-factor=${options.scale}`] : []),
      ...(bounds ? [`--window-position=${bounds.left},${bounds.top}`] : []),
      ...(bounds ? [`--window-size=${bounds.width},${bounds.height}`] : []),
    ],
  }
}

/** Starts Chromium, sandboxed, in a throw-away profile, with one window without controls. Throws if it cannot in time. */
export async function launchWindow(options: LaunchOptions) {
  const profile = await options.profiles.create(options.name)
  const own = options.proxy ? undefined : await startFilteringProxy(nothingAllowed, () => undefined)
  const cleanUp = () => closeAll([() => options.profiles.remove(profile), () => own?.close()])
  try {
    const window = await launchIn(profile, options, options.proxy ?? own?.address ?? '')
    const inSequence = createSequencer()
    const close = () => inSequence(() => closeAll([() => window.close(), cleanUp]))
    return { ...window, profile, close }
  } catch (error) {
    await cleanUp()
    throw error
  }
}

async function launchIn(profile: string, options: LaunchOptions, proxy: string) {
  const allowed = options.prints ? { ...preferences, printing: { enabled: true } } : preferences
  await mkdir(join(profile, 'Default'), { recursive: true })
  await writeFile(join(profile, 'Default', 'Preferences'), JSON.stringify(allowed))
  await writeFile(join(profile, 'Local State'), JSON.stringify(localState))
  // Neither open pages nor icons are written down: a file stands in a folder's place, and a folder in a file's.
  await writeFile(join(profile, 'Default', 'Sessions'), '')
  await mkdir(join(profile, 'Default', 'Favicons'))
  await mkdir(join(profile, 'home'), { mode: 0o700 })
  await mkdir(join(profile, 'run'), { mode: 0o700 })
  const start = await options.user.prepare(profile)
  const { context, page, cdp, browser } = await openInTime({ ...options, profile }, async () => {
    const onStarted = (child?: ChildProcess) => {
      options.onStarted?.()
      const answers = child?.stdio[4]
      if (options.isForeign && answers instanceof Readable)
        limitMessages(answers, mostMessageBytes, () => {
          void options.user.end(profile).catch(() => undefined)
        })
    }
    const context = await tellStart(start.executablePath, onStarted, () =>
      chromium.launchPersistentContext(profile, {
        ...start,
        ...contextOptions(options, profile, proxy),
      }),
    )
    try {
      const page = context.pages()[0] ?? (await context.waitForEvent('page'))
      const cdp = await context.newCDPSession(page)
      return { context, page, cdp, browser: await browserProcess(context) }
    } catch (error) {
      await context.close().catch(() => undefined)
      throw error
    }
  })
  return {
    context,
    page,
    cdp,
    /** In bytes, with the files of its profile. */
    held: resourceUsage(browser, () => options.user.folderSize(profile)),
    async close() {
      // It is not asked to close: nothing of it is kept, and a page can drown the channel, or take memory meanwhile.
      const known = await processTree(browser)
      // The id of one that ended by itself may be another's by now.
      if (context.browser()?.isConnected()) await options.user.kill(known)
      await context.close().catch(() => undefined)
      await Promise.all(known.map((pid) => waitForExit(pid, () => options.user.kill([pid]))))
    },
  }
}

/** Of one message of a browser with a foreign page: far more than any page has to say. */
const mostMessageBytes = 64 * 1024 * 1024

/** Calls `onExceeded` once when a message of the stream, which ends in a zero byte, is longer than `most` bytes. */
export function limitMessages(stream: Readable, most: number, onExceeded: () => void): void {
  let length = 0
  const count = (chunk: Buffer) => {
    const first = chunk.indexOf(0)
    length += first < 0 ? chunk.length : first
    if (length > most) {
      stream.off('data', count)
      onExceeded()
    }
    if (first >= 0) length = chunk.length - chunk.lastIndexOf(0) - 1
  }
  stream.on('data', count)
}

async function browserProcess(context: BrowserContext): Promise<number> {
  const session = await context.browser()?.newBrowserCDPSession()
  const { processInfo } = (await session?.send('SystemInfo.getProcessInfo')) ?? { processInfo: [] }
  await session?.detach()
  const browser = processInfo.find((each) => each.type === 'browser')
  if (!browser) throw new Error('a browser does not tell its process')
  return browser.id
}

/** ms. A slow machine's first start of Chromium after it was switched on takes up to ten seconds. */
const usualOpenWithinMs = 20_000

/** A browser was ended because it did not open in time: another one may. */
export class StuckBrowserError extends Error {
  constructor(options: ErrorOptions) {
    super('a browser did not open in time, and was ended', options)
  }
}

/** Resolves as `open` does. Ends a browser that is too slow, and then rejects with `StuckBrowserError`. */
export async function openInTime<T>(
  browser: Pick<Machine, 'openWithinMs'> & { profile: string; user: Pick<BrowserUser, 'end'> },
  open: () => Promise<T>,
): Promise<T> {
  const { user, profile, openWithinMs = usualOpenWithinMs } = browser
  const late = new AbortController()
  const cancel = after(systemClock, openWithinMs, () => {
    late.abort()
    void user.end(profile).catch(() => undefined)
  })
  const opened = await open().then(ok, err).finally(cancel)
  // One that opened just when it was ended is gone, too.
  if (late.signal.aborted) throw new StuckBrowserError(opened.ok ? {} : { cause: opened.error })
  if (!opened.ok) throw opened.error
  return opened.value
}

/** Node's own channel, which reports each child process just before its start. */
const channel = 'child_process'

/** Does `launch`, and calls `onStarted` once, with the process of `program` or, if it is not seen, with the result. */
export async function tellStart<T>(
  program: string,
  onStarted: (child?: ChildProcess) => void,
  launch: () => Promise<T>,
): Promise<T> {
  let isTold = false
  const tell = (child?: ChildProcess) => {
    if (!isTold) onStarted(child)
    isTold = true
  }
  const heard = (message: unknown) => {
    const { process: child } = message as { process: ChildProcess }
    queueMicrotask(() => {
      if (child.spawnfile === program && child.pid !== undefined) tell(child)
    })
  }
  subscribe(channel, heard)
  try {
    const launched = await launch()
    tell()
    return launched
  } finally {
    unsubscribe(channel, heard)
  }
}

const block = 2
const never = 2

/** Permissions that no page of any site gets, by the names of Chromium's content settings. */
const denied = `
  automatic_downloads background_fetch background_sync bluetooth_guard bluetooth_scanning clipboard
  file_system_write_guard geolocation hid_guard idle_detection local_fonts media_stream_camera
  media_stream_mic midi_sysex nfc notifications payment_handler periodic_background_sync
  protocol_handlers sensors serial_guard usb_guard window_placement
`
  .trim()
  .split(/\s+/)

/** Preferences of a fresh profile, which Chromium reads from its own `Preferences` file. */
const preferences = {
  // The frame of the window manager, if there is one, instead of a title bar that Chromium draws.
  browser: {
    custom_chrome_frame: false,
    show_home_button: false,
    check_default_browser: false,
    enable_spellchecking: false,
  },
  // No window without a history, no cast, no bookmark, no file of a document.
  incognito: { mode_availability: 1 },
  media_router: { enable_media_router: false },
  bookmarks: { editing_enabled: false },
  download_restrictions: 3,
  bookmark_bar: { show_on_all_tabs: false },
  autofill: { profile_enabled: false, credit_card_enabled: false, enabled: false },
  // Neither addresses nor their pictures are kept, not even for as long as the profile lives.
  history: { saving_disabled: true },
  credentials_enable_service: false,
  profile: {
    password_manager_enabled: false,
    default_content_setting_values: Object.fromEntries(denied.map((name) => [name, block])),
  },
  spellcheck: { dictionaries: [], use_spelling_service: false },
  translate: { enabled: false },
  search: { suggest_enabled: false },
  net: { network_prediction_options: never },
  custom_handlers: { enabled: false },
  // No error of a certificate can be passed over.
  ssl: { error_override_allowed: false },
  dns_prefetching: { enabled: false },
  plugins: { always_open_pdf_externally: true },
  printing: { enabled: false },
  signin: { allowed: false },
  safebrowsing: { enabled: false },
}

/** Settings of a fresh browser for all its profiles: no prompt for a name and password, and no dialog for files. */
const localState = { auth: { schemes: 'none' }, select_file_dialogs: { allowed: false } }
