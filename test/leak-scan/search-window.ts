import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright-core'
import { chromiumLaunch } from '../../src/main/windows/chromium/browser-user.ts'
import type { Trace } from './search-disk.ts'
import type { Search } from './search.ts'

const root = join(import.meta.dirname, '..', '..')

/** Searches all that a page's scripts hold: every string of its heap snapshot. */
export async function searchHeap(page: Page, search: Search): Promise<Trace[]> {
  const session = await page.context().newCDPSession(page)
  const chunks: string[] = []
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk))
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false })
  await session.detach()
  const { strings } = JSON.parse(chunks.join('')) as { strings: string[] }
  const bytes = Buffer.from(strings.join('\n'))
  return search.in(bytes).map(({ name, as }) => `heap of ${page.url()}: ${name} as ${as}`)
}

/** The clipboard and the primary selection of an X display. */
export interface Selections {
  readonly clipboard: string
  readonly primary: string
}

/** Reads both through a browser of its own on the display, as any program there could. */
export async function readSelections(display: string): Promise<Selections> {
  const profile = await mkdtemp(join(tmpdir(), 'foyer-selections-'))
  const context = await chromium.launchPersistentContext(profile, {
    ...chromiumLaunch(root),
    headless: false,
    env: { ...process.env, DISPLAY: display },
    permissions: ['clipboard-read'],
    args: ['--window-position=0,0', '--window-size=400,400'],
  })
  try {
    const page = context.pages()[0] ?? (await context.newPage())
    await page.route('**/*', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<textarea></textarea>' }),
    )
    await page.goto('https://selections.invalid/')
    await page.bringToFront()
    const clipboard = await page.evaluate<string>('navigator.clipboard.readText()')
    const box = page.locator('textarea')
    await box.click()
    await box.click({ button: 'middle' })
    return { clipboard, primary: await box.inputValue() }
  } finally {
    await context.close()
    await rm(profile, { recursive: true, force: true, maxRetries: 5 })
  }
}
