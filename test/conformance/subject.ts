import { readFileSync } from 'node:fs'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright-core'
import { expect } from 'vitest'
import { processTree } from '../../src/main/windows/chromium/resource-usage.ts'
import type { Shell } from '../../src/main/windows/port.ts'
import { connectToPage } from './devtools.ts'
import type { Xvfb } from '#harness/display/xvfb.ts'
import { isFullTier } from '#harness/tier.ts'

export interface Subject {
  readonly shell: Shell
  /** DevTools endpoint of a window that is open. */
  endpoint(window: 'kiosk' | 'form'): string
  formProcess(page: Page): Promise<number>
  /** The process that all processes of the shell come from. */
  readonly rootProcess: number
  readonly screen: Xvfb
  pixel(x: number, y: number): Promise<string>
  /** Folder where throw-away profiles rest; all of them must be gone when the shell has closed. */
  readonly profilesDir: string
  stop(): Promise<void>
}

/** Makes a shell whose kiosk fills a screen of `size` and shows the pages in `rendererDir`. */
export type SubjectFactory = (setup: {
  readonly rendererDir: string
  readonly size: { readonly width: number; readonly height: number }
}) => Promise<Subject>

export const screenSize = { width: 720, height: 1280 }

/** A pointer that the server draws on the screen is smaller than this. */
export const pointerPixels = 800

export const kioskColor = '#aa0000'

/** Waits for something to become true, for as long as a slow machine may need. */
export const eventually = <T>(read: () => T) => expect.poll(read, { timeout: 30_000, interval: 20 })

/** Note for `context.skip` when the thing to be attacked is not in this browser. */
export const absent = (what: string) => `absent: ${what}`

/** Options of a test that the full tier alone runs. */
export const full = { tags: 'full' } as const

/** Rows of a table that the full tier alone runs. */
export const inFullTier = <Row>(rows: readonly Row[]): readonly Row[] => (isFullTier ? rows : [])

/** Each of some with each of others in the full tier; else each of the others once, with one of some, from first to last. */
export const inTurn = <One, Other>(ones: readonly One[], others: readonly Other[]) =>
  ones.flatMap((one, at) =>
    others
      .filter((_, index) => isFullTier || at === Math.floor((index * ones.length) / others.length))
      .map((other) => [one, other] as const),
  )

/** A folder that a kiosk can show. */
export type KioskPages = Awaited<ReturnType<typeof writeKioskPage>>

/** Writes a smallest kiosk page: it shows the view's sequence, and reports it by a command. */
export async function writeKioskPage() {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-pages-'))
  // As root, Electron runs as another user, who must come to it.
  await chmod(folder, 0o755)
  const files = {
    'index.html': `<!doctype html><title>kiosk</title><link rel="stylesheet" href="app.css">
      <p id="sequence"></p><script type="module" src="app.js"></script>`,
    // The sequence is there to be read by a driver, and is no mark on the screen.
    'app.css': `body { background: ${kioskColor}; color: ${kioskColor}; user-select: none }`,
    'app.js': `foyer.onView((view) => {
      document.querySelector('#sequence').textContent = String(view.sequence)
    })`,
  }
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content)
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) }
}

/** Drives a window from outside the process. */
export type Driver = Awaited<ReturnType<typeof drive>>

/** Takes hold of the page at `endpoint` whose address fits. */
export async function drive(endpoint: string, address: RegExp) {
  // `noDefaults`: Playwright's defaults override settings of the shell under test, such as its download guard.
  const browser = await chromium.connectOverCDP(endpoint, { noDefaults: true })
  const pages = browser.contexts().flatMap((context) => context.pages())
  const page = pages.find((each) => address.test(each.url()))
  if (!page) throw new Error(`no such page among ${pages.map((each) => each.url()).join(' ')}`)
  // Without a listener this connection would itself dismiss dialogs.
  page.on('dialog', () => undefined)
  const connection = await connectToPage(endpoint, address)
  return {
    browser,
    page,
    /** Runs an expression in the page as after a tap, past Playwright, from which the Electron shell can hide frames. */
    evaluate: connection.evaluate,
    async release() {
      connection.close()
      await browser.close()
    },
  }
}

/** Seconds of work by which the process of a page must lead every other. */
const clearLead = 0.1

/** The process that runs the scripts of `page`: the one that works when they do. */
export async function pageProcess(page: Page): Promise<number> {
  const session = await page.context().browser()?.newBrowserCDPSession()
  if (!session) throw new Error('the page belongs to no browser')
  const worked = async () => {
    const { processInfo } = await session.send('SystemInfo.getProcessInfo')
    const renderers = processInfo.filter((each) => each.type === 'renderer')
    return new Map(renderers.map((each) => [each.id, each.cpuTime]))
  }
  const before = await worked()
  for (;;) {
    await page.evaluate('for (const start = performance.now(); performance.now() < start + 50; );')
    const gains = [...(await worked())]
      .map(([id, time]) => ({ id, gain: time - (before.get(id) ?? 0) }))
      .sort((one, other) => other.gain - one.gain)
    const [first, second] = gains
    if (first && first.gain - (second?.gain ?? 0) >= clearLead) return first.id
  }
}

/** Every process of a shell, by id. */
export async function processesOf({ rootProcess }: Subject): Promise<Set<number>> {
  const [, ...started] = await processTree(rootProcess)
  return new Set(started)
}

/** Lists a shell's new processes, but for Electron's network service, which is made anew after each form. */
export async function newProcesses(
  subject: Subject,
  before: ReadonlySet<number>,
): Promise<number[]> {
  const now = [...(await processesOf(subject))]
  const isNetworkService = (pid: number) =>
    readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('network.mojom.NetworkService')
  const isReplaced =
    subject.shell.kind === 'electron' &&
    !now.some((pid) => before.has(pid) && isNetworkService(pid))
  return now.filter((pid) => !before.has(pid) && !(isReplaced && isNetworkService(pid)))
}
