import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { chromium } from 'playwright-core'
import { chromiumLaunch } from '../src/main/windows/chromium/browser-user.ts'
import { createBrowserShell } from '../src/main/windows/chromium/shell.ts'
import { formColor, startSite } from '../test/conformance/sites.ts'
import { startXvfb, type Xvfb } from '#harness/display/xvfb.ts'
import type { BenchRow } from './row.ts'
import { median } from './statistics.ts'

const root = join(import.meta.dirname, '..')
const rounds = 10
const target = 1.2
const size = { width: 1080, height: 1920 }
const barHeight = 100
/** A point that the form covers in both, and the pointer, in the middle, does not. */
const inside = [size.width / 3, size.height / 3] as const

/** Measures the ms from `startedAt` until the screen shows the page. */
async function shownAfter(screen: Xvfb, startedAt: number): Promise<number> {
  while ((await screen.pixel(...inside)) !== formColor) await setTimeout(1)
  return performance.now() - startedAt
}

/** Measures the ms from the start of a bare browser until the screen shows the page at `url`. */
async function bareBrowser(screen: Xvfb, url: string): Promise<number> {
  const startedAt = performance.now()
  const browser = await chromium.launch({
    ...chromiumLaunch(root),
    headless: false,
    env: { ...process.env, DISPLAY: screen.display },
    args: [`--window-size=${size.width},${size.height}`, '--window-position=0,0'],
  })
  try {
    const page = await browser.newPage({ viewport: null })
    await page.goto(url, { waitUntil: 'commit' })
    return await shownAfter(screen, startedAt)
  } finally {
    await browser.close()
  }
}

/**
 * Measures from opening a form to its first picture on the screen, beside the same page in a bare browser; taken in
 * turns.
 */
export async function benchFirstPaint(): Promise<BenchRow[]> {
  const site = await startSite('127.0.0.1')
  const url = `${site.origin}/form`
  const screen = await startXvfb(size.width, size.height)
  const bareScreen = await startXvfb(size.width, size.height)
  const profilesDir = await mkdtemp(join(tmpdir(), 'foyer-bench-profiles-'))
  const shell = await createBrowserShell({
    root,
    rendererDir: join(root, 'out', 'renderer'),
    display: screen.display,
    profilesDir,
  })
  const own: number[] = []
  const floor: number[] = []
  try {
    await shell.openKiosk({
      locale: 'en',
      handler: () => Promise.resolve({ ok: true }),
      onClosed: () => undefined,
    })
    for (let round = 0; round < rounds; round++) {
      floor.push(await bareBrowser(bareScreen, url))
      const startedAt = performance.now()
      const shown = shownAfter(screen, startedAt)
      shown.catch(() => undefined)
      const insets = { top: 0, bottom: barHeight }
      const opened = await shell.openForm({ url, allowedOrigins: [], locale: 'en', insets })
      if (!opened.ok) throw new Error(opened.error.reason)
      own.push(await shown)
      await opened.value.close()
    }
  } finally {
    await shell.close()
    await site.close()
    await Promise.all([screen.stop(), bareScreen.stop()])
    await rm(profilesDir, { recursive: true })
  }
  const ratio = median(own) / median(floor)
  return [
    {
      figure: 'form opened to its first picture on the screen',
      value: median(own),
      unit: 'ms',
      beside: [{ name: 'the same page in a bare browser', value: median(floor) }],
      ratio,
      target: `at most ${target} ×`,
      met: ratio <= target,
    },
  ]
}
