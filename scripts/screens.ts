import { svelte } from '@sveltejs/vite-plugin-svelte'
import { mkdtemp, mkdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium } from 'playwright-core'
import { build } from 'vite'
import { chromiumLaunch } from '../src/main/windows/chromium/browser-user.ts'
import { sampleMoment } from '#harness/renderer/sample-moment.ts'
import { staffScreens } from '#harness/renderer/staff-views.ts'
import { fakeCamera } from '#harness/fake-camera.ts'
import { clinic, longClinic, overlays, screens, viewOf } from '#harness/renderer/views.ts'
import { display } from '../src/shared/display.ts'
import type { Screen, View } from '../src/shared/ipc.ts'
import type { Locale } from '../src/shared/locale.ts'
import type { StaffScreen } from '../src/shared/staff.ts'

const usage = `npm run screens -- [options]

Draws every screen of the kiosk in every state, from sample views and without the main process, in each language at
1080x1920, 1024x768, 1366x768 and 1920x1080, and leaves a picture of each.

  --only TEXT      only screens whose name holds TEXT, or one of several with commas between
  --out FOLDER     where the pictures go (out/screens)
  --color #RRGGBB  the clinic's colour
  --text PERCENT   size of text: 100, 150 or 200
  --theme NAME     standard, contrastLight or contrastDark
  --lowered        all in the lower part of a tall screen
  --size NAME      one size alone: portrait, landscape, desk or wide
  --long           a clinic with a long name
  --help           this text
`
const root = join(import.meta.dirname, '..')
const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    out: { type: 'string', default: join(root, 'out', 'screens') },
    color: { type: 'string' },
    text: { type: 'string', default: '100' },
    theme: { type: 'string', default: 'standard' },
    lowered: { type: 'boolean', default: false },
    size: { type: 'string' },
    long: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) {
  process.stdout.write(usage)
  process.exit()
}
const chosen = display.parse({
  textSize: Number(values.text),
  theme: values.theme,
  lowered: values.lowered,
})
const origin = 'https://foyer.invalid'
const sizes = {
  portrait: [1080, 1920],
  landscape: [1024, 768],
  desk: [1366, 768],
  wide: [1920, 1080],
} as const
const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
}

/** Openings by a tap alone on a staff screen: the picture's name, the sample, and the tapped button. */
const opened = [
  ['staff-credentials-form', 'staff-credentials', '.pair button'],
  ['staff-credentials-remove', 'staff-credentials', '.pair .danger'],
  ['staff-connection-allow', 'staff-connection-refused', 'li:nth-child(2) button'],
  ['staff-settings-choice', 'staff-settings', 'li:nth-child(1) .secondary'],
  ['staff-settings-text', 'staff-settings', 'li:has(bdi:text-is("US")) .secondary'],
  ['staff-settings-seconds', 'staff-settings', 'li:has(bdi:has-text("90")) .secondary'],
  ['staff-machine-leave', 'staff-machine-intakes', 'li:nth-child(3) button'],
  ['staff-intake-choose', 'staff-intake-several', '.candidates button'],
  ['staff-intake-discard', 'staff-intake-several', 'li:last-child .danger'],
  ['staff-machine-forget', 'staff-machine-forget-wrong', 'li:nth-child(4) button'],
  ['staff-machine-forget-wait', 'staff-machine-forget-wait', 'li:nth-child(4) button'],
] as const

/** Pictures of the camera: once started, and once a picture was taken. */
const photographed = [
  ['over-camera-live', 'dialog i'],
  ['over-camera-taken', 'dialog .buttons button'],
] as const

/** Returns a sample screen of staff. Throws if there is none of that name. */
function staffSample(name: string): StaffScreen {
  const sample = staffScreens[name]
  if (!sample) throw new Error(`no sample ${name}`)
  return sample
}

/** Yields every picture's name, its view, and the tap before it is taken. */
function* pictures(locale: Locale): Generator<readonly [name: string, view: View, tap?: string]> {
  const look = values.long ? longClinic : clinic
  const draw = (screen: Screen, rest: Parameters<typeof viewOf>[1] = {}) =>
    viewOf(screen, {
      locale,
      display: chosen,
      clinic: { ...look, ...(values.color && { color: values.color }) },
      ...rest,
    })
  for (const [name, screen] of Object.entries(screens)) yield [name, draw(screen)]
  for (const [name, screen] of Object.entries(staffScreens)) yield [name, draw(screen)]
  for (const name of ['completing', 'completing-keys-hidden', 'code-phone'])
    if (screens[name]) yield [`assisted-${name}`, draw(screens[name], { assisted: true })]
  yield ['staff-home-long-name', draw(staffSample('staff-home'), { clinic: longClinic })]
  for (const [name, sample, tap] of opened) yield [name, draw(staffSample(sample)), tap]
  const matching: Screen = { name: 'matching' }
  for (const [name, overlay] of Object.entries(overlays))
    yield [`over-${name}`, draw(matching, { overlay })]
  const camera = draw(matching, { overlay: { name: 'camera', number: 1 } })
  for (const [name, tap] of photographed) yield [name, camera, tap]
}

const pages = await mkdtemp(join(tmpdir(), 'foyer-screens-'))
await build({
  configFile: false,
  root: join(root, 'src', 'renderer'),
  plugins: [svelte({ configFile: join(root, 'svelte.config.js') })],
  logLevel: 'error',
  build: { outDir: pages, emptyOutDir: true },
})
const browser = await chromium.launch({
  ...chromiumLaunch(root),
  headless: true,
  args: [...fakeCamera],
})
try {
  for (const [size, [width, height]] of Object.entries(sizes)) {
    if (values.size !== undefined && values.size !== size) continue
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
      for (const [name, view, tap] of pictures(locale)) {
        if (!values.only.split(',').some((part) => name.includes(part))) continue
        await page.goto(`${origin}/index.html`)
        await page.evaluate(
          (next) => (globalThis as unknown as { show(view: View): void }).show(next),
          view,
        )
        await page.locator('h1').waitFor()
        if (tap) await page.locator(tap).first().click()
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
