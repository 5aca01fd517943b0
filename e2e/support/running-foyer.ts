import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout } from 'node:timers/promises'
import type { ChildProcess } from 'node:child_process'
import { chromium, type Browser, type Page } from 'playwright-core'
import { startSandbox, type Sandbox } from '../../sandbox/sandbox.ts'
import { sandboxEnvironment, startApp } from '../../scripts/app-process.ts'
import { ownPage, type DriverEndpoints } from '../../src/main/shell/driver.ts'
import { readScreen } from './screen-picture.ts'
import { startXvfb } from '../../src/main/shell/testing/xvfb.ts'

/** How a kiosk for a test or the walkthrough is started. */
export interface FoyerOptions {
  /** CSS px. */
  readonly size?: { readonly width: number; readonly height: number }
  /** Settings as environment variables, over those that point at the sandbox. */
  readonly environment?: Readonly<Record<string, string>>
}

/** A whole Foyer, as it stands in a waiting room: its own screen, its own sandbox, the built application. */
export interface RunningFoyer {
  readonly sandbox: Sandbox
  readonly shell: string
  readonly process: ChildProcess
  /** The log lines so far. */
  readonly log: readonly string[]
  /** When the process was started, by `performance.now`. */
  readonly startedAt: number
  /** The kiosk's own page as it is now; another one after every wipe. */
  kiosk(): Promise<Page>
  /** The kiosk's page once it is another than the one that had this address. */
  kioskAfter(used: string): Promise<Page>
  /** The form's page; waits until there is one. */
  form(): Promise<Page>
  /** Whether a form view stands open. */
  hasForm(): boolean
  /** The whole screen as a person sees it, every window of it, as a PNG. */
  picture(): Promise<Buffer>
  /** Ends everything and leaves nothing behind. */
  stop(): Promise<void>
}

type Endpoints = Partial<DriverEndpoints>

/** In Electron both windows are of one process; there the address tells the pages apart. */
const isPageOf = {
  kiosk: (url: string) => ownPage.test(url),
  form: (url: string) => /^https?:/.test(url) && !ownPage.test(url),
}

/** Waits until what moves on a page has come to rest and is painted. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(`(async () => {
    const passing = document.getAnimations().filter((each) => each.effect?.getComputedTiming().endTime !== Infinity)
    await Promise.allSettled(passing.map((each) => each.finished))
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
  })()`)
}

const startTimeoutMs = 30_000

/** Starts Foyer on a screen of its own. Throws with the log's end when it does not open. */
export async function startFoyer(options: FoyerOptions = {}): Promise<RunningFoyer> {
  const { width, height } = options.size ?? { width: 1080, height: 1920 }
  const screen = await startXvfb(width, height)
  const sandbox = await startSandbox()
  const shell = process.env['FOYER_SHELL'] ?? 'browser'
  const userData = await mkdtemp(join(tmpdir(), 'foyer-user-data-'))
  const startedAt = performance.now()
  const app = startApp(
    {
      ...sandboxEnvironment(sandbox, userData),
      FOYER_SHELL: shell,
      FOYER_CONFIG: '/nonexistent',
      FOYER_SIZE: `${width}x${height}`,
      DISPLAY: screen.display,
      FOYER_DRIVER: '1',
      ...options.environment,
    },
    'pipe',
    [`--user-data-dir=${userData}`],
  )
  const removeUserData = () => rm(userData, { recursive: true, force: true, maxRetries: 5 })
  const log: string[] = []
  let endpoints: Endpoints = {}
  const waiting = new Set<() => void>()
  const changed = () => {
    for (const wake of waiting) wake()
  }
  if (app.stderr) createInterface({ input: app.stderr }).on('line', (line) => log.push(line))
  if (app.stdout)
    createInterface({ input: app.stdout }).on('line', (line) => {
      const [, json] = /^FOYER_DRIVER (.*)$/.exec(line) ?? []
      if (!json) return
      endpoints = JSON.parse(json) as Endpoints
      changed()
    })
  app.once('exit', changed)

  async function until<T>(what: string, found: () => T | undefined): Promise<T> {
    const deadline = AbortSignal.timeout(startTimeoutMs)
    for (;;) {
      const value = found()
      if (value !== undefined) return value
      if (deadline.aborted || app.exitCode !== null)
        throw new Error(`Foyer has no ${what}.\n${log.slice(-20).join('\n')}`)
      await new Promise<void>((resolve) => {
        const wake = () => {
          waiting.delete(wake)
          deadline.removeEventListener('abort', wake)
          resolve()
        }
        waiting.add(wake)
        deadline.addEventListener('abort', wake)
      })
    }
  }

  const browsers = new Map<string, Browser>()
  async function pagesAt(endpoint: string): Promise<Page[]> {
    const known = browsers.get(endpoint)
    // A window that was just taken away has no pages any more; the next endpoint is on its way.
    const connecting = known?.isConnected() ? known : chromium.connectOverCDP(endpoint)
    const browser = await Promise.resolve(connecting).catch(() => undefined)
    if (!browser) return []
    browsers.set(endpoint, browser)
    return browser.contexts().flatMap((context) => context.pages())
  }

  /** The page of a window as it is now; waits until there is one. */
  async function pageOf(window: 'kiosk' | 'form', not?: string): Promise<Page> {
    const deadline = performance.now() + startTimeoutMs
    for (;;) {
      const endpoint = await until(`${window} window`, () => endpoints[window])
      const wanted = (page: Page) =>
        !page.isClosed() && isPageOf[window](page.url()) && page.url() !== not
      const page = (await pagesAt(endpoint)).findLast(wanted)
      if (page) return page
      if (performance.now() > deadline) throw new Error(`the ${window} window shows no page`)
      await setTimeout(10)
    }
  }

  try {
    await until('kiosk window', () => endpoints.kiosk)
  } catch (error) {
    app.kill('SIGKILL')
    await Promise.all([sandbox.close(), screen.stop(), removeUserData()])
    throw error
  }
  return {
    sandbox,
    shell,
    process: app,
    log,
    startedAt,
    kiosk: () => pageOf('kiosk'),
    kioskAfter: (used) => pageOf('kiosk', used),
    form: () => pageOf('form'),
    async picture() {
      for (const window of ['kiosk', 'form'] as const)
        if (endpoints[window]) await settled(await pageOf(window))
      return readScreen(screen)
    },
    hasForm: () => endpoints.form !== undefined,
    async stop() {
      await Promise.all([...browsers.values()].map((browser) => browser.close()))
      if (app.exitCode === null && app.signalCode === null) {
        const gone = once(app, 'exit')
        app.kill('SIGTERM')
        await gone
      }
      await sandbox.close()
      await screen.stop()
      await removeUserData()
    },
  }
}
