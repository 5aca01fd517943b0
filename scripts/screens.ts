import { svelte } from '@sveltejs/vite-plugin-svelte'
import { mkdtemp, mkdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium } from 'playwright-core'
import { build } from 'vite'
import { chromiumLaunch } from '../src/main/shell/browser/chromium.ts'
import { sampleMoment, staffScreens } from '../src/renderer/test-support/staff-views.ts'
import { longClinic, overlays, screens, viewOf } from '../src/renderer/test-support/views.ts'
import type { Locale, View } from '../src/shared/ipc.ts'

// Draws every screen of the kiosk, in every state, from sample views and without main, and leaves
// a picture of each: node scripts/screens.ts [--only part-of-a-name] [--out folder] [--color '#rrggbb']
const root = join(import.meta.dirname, '..')
const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    out: { type: 'string', default: join(root, 'out', 'screens') },
    color: { type: 'string' },
  },
})
const origin = 'https://foyer.invalid'
const sizes = { portrait: [1080, 1920], landscape: [1024, 768] } as const
const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
}

/** Every picture's name and the view that it shows. */
function* pictures(locale: Locale): Generator<readonly [name: string, view: View]> {
  const clinicOf = (view: View) =>
    values.color ? { ...view, clinic: { ...view.clinic, color: values.color } } : view
  for (const [name, screen] of Object.entries(screens))
    yield [name, clinicOf(viewOf(screen, { locale }))]
  for (const [name, screen] of Object.entries(staffScreens))
    yield [name, clinicOf(viewOf(screen, { locale }))]
  const longName = viewOf(staffScreens['staff-home']!, { locale, clinic: longClinic })
  yield ['staff-home-long-name', clinicOf(longName)]
  for (const [name, overlay] of Object.entries(overlays))
    yield [`over-${name}`, clinicOf(viewOf({ name: 'matching' }, { locale, overlay }))]
}

const pages = await mkdtemp(join(tmpdir(), 'foyer-screens-'))
await build({
  configFile: false,
  root: join(root, 'src', 'renderer'),
  plugins: [svelte({ configFile: join(root, 'svelte.config.js') })],
  logLevel: 'error',
  build: { outDir: pages, emptyOutDir: true },
})
const browser = await chromium.launch({ ...chromiumLaunch(root), headless: true })
try {
  for (const [size, [width, height]] of Object.entries(sizes)) {
    const page = await browser.newPage({ viewport: { width, height }, reducedMotion: 'reduce' })
    await page.clock.setFixedTime(sampleMoment)
    await page.route(`${origin}/**`, async (route) => {
      const path = new URL(route.request().url()).pathname
      const contentType = types[extname(path)]
      if (contentType === undefined) return route.abort()
      await route.fulfill({ body: await readFile(join(pages, path)), contentType })
    })
    await page.addInitScript(() => {
      const bridge = {
        send: () => Promise.resolve({ ok: true }),
        onView: (listener: unknown) => Object.assign(globalThis, { show: listener }),
      }
      Object.assign(globalThis, { foyer: bridge })
    })
    for (const locale of ['en', 'es'] as const) {
      const folder = join(values.out, size, locale)
      await mkdir(folder, { recursive: true })
      for (const [name, view] of pictures(locale)) {
        if (!name.includes(values.only)) continue
        await page.goto(`${origin}/index.html`)
        await page.evaluate(
          (next) => (globalThis as unknown as { show(view: View): void }).show(next),
          view,
        )
        await page.locator('h1').waitFor()
        await page.evaluate('document.fonts.ready.then(() => undefined)')
        await page.screenshot({ path: join(folder, `${name}.png`), animations: 'disabled' })
      }
    }
  }
} finally {
  await browser.close()
  await rm(pages, { recursive: true, force: true })
}
console.log(`pictures: ${values.out}`)
