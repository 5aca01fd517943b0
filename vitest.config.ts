import { svelte } from '@sveltejs/vite-plugin-svelte'
import { playwright } from '@vitest/browser-playwright'
import { readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import { chromiumLaunch } from './src/main/windows/chromium/browser-user.ts'
import { driversDisabledFeatures } from './src/main/windows/chromium/switches.ts'
import { fakeCamera } from './test/harness/fake-camera.ts'
import { fullTierFiles, isFullTier } from './test/harness/tier.ts'

/** True for `vitest run`: no file changes meanwhile, as it does while tests are watched or a guard is taken out. */
const isOneRun = process.argv.includes('run')

/** Every core: vitest itself leaves one of them alone, on two cores every second. */
const maxWorkers = '100%'

/** For the many processes that tests start: each compiles our sources and what they import only once. */
const env = { NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules', '.cache', 'compiled') }

/** Longest wait for what happens by itself, in ms: a machine that is busy with other tests is slow, not wrong. */
const expect = { poll: { timeout: 30_000 } }

/** Keeps garbage of pages small: V8 otherwise lets it grow with what the machine has. */
const smallHeap = '--js-flags=--max-semi-space-size=8,--max-old-space-size=256'

/** Suggestions beneath an address bar that no test sees, two processes a window; and a page in reserve. */
const unusedFeatures = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'SpareRendererForSitePerProcess',
]

/** Leaves out the processes that no test needs: each holds 20 to 30 MB before it does anything. */
const fewProcesses = [
  `--disable-features=${[...driversDisabledFeatures, ...unusedFeatures].join()}`,
  '--enable-features=NetworkServiceInProcess2',
  '--in-process-gpu',
]

/** Facts of a run that its tests ask for. */
export const define = {
  __FOYER_RUNS__: process.env['FOYER_RUNS'] ?? (isFullTier ? '2000' : '50'),
  __FOYER_FULL__: String(isFullTier),
}
export const setupFiles = ['./test/harness/property-runs.ts']

/** Types and descriptions of messages: three quarters of their text. */
const comments = /\/\*\*[^]*?\*\//g

/**
 * Serves all messages as one module: a page would ask for each of two thousand files again for every file of tests.
 * Without comments and a source map, of which server and pages would hold 13 MB several times.
 */
const messagesAtOnce: Plugin = {
  name: 'messages-at-once',
  async load(id) {
    if (!id.endsWith('/paraglide/messages/_index.js')) return undefined
    const folder = dirname(id)
    const names = (await readdir(folder)).filter((name) => /^(?!_index).*\.js$/.test(name))
    const files = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
    const [first = ''] = /^import .*$/m.exec(files[0] ?? '') ?? []
    const bodies = files.map((code) => code.replace(/^import .*$/m, '').replaceAll(comments, ''))
    return { code: [first, ...bodies].join('\n'), map: { mappings: '' } }
  },
}

/**
 * Lets the browser keep modules while tests run once: Vite has it ask for each of a thousand again for every file of
 * tests.
 */
const modulesKept: Plugin = {
  name: 'modules-kept',
  configureServer({ middlewares }) {
    middlewares.use((_, response, next) => {
      const set = response.setHeader.bind(response)
      response.setHeader = (name, value) =>
        set(name, value === 'no-cache' ? 'max-age=3600, immutable' : value)
      next()
    })
  },
}

/** The kinds of tests; a file's ending says which kind it is. See docs/commands.md, "Tests". */
export default defineConfig({
  test: {
    tags: [{ name: 'full', description: 'Runs in npm run test:full alone.' }],
    // Vitest reads it here as it does from its command line; its types name it there alone.
    ...({ tagsFilter: isFullTier ? [] : ['!full'] } as object),
    projects: [
      {
        define,
        test: {
          name: 'unit',
          // Unit tests leave nothing behind in the modules that they import: one process serves many files.
          isolate: false,
          setupFiles,
          environment: 'node',
          maxWorkers,
          env,
          include: ['{src,sandbox,cli,scripts,bench,e2e,test}/**/*.test.ts'],
          exclude: [
            '**/*.{browser,contract,conformance}.test.ts',
            'node_modules/**',
            ...fullTierFiles,
          ],
          testTimeout: 120_000,
          hookTimeout: 60_000,
          expect,
        },
      },
      {
        define,
        test: {
          name: 'contract',
          // As unit tests: their services, clocks and vaults are their own, and the contract is read by each process once.
          isolate: false,
          setupFiles,
          environment: 'node',
          maxWorkers,
          env,
          include: ['{src,sandbox,cli,test}/**/*.contract.test.ts'],
          exclude: fullTierFiles,
          testTimeout: 120_000,
          hookTimeout: 60_000,
          expect,
        },
      },
      {
        define,
        test: {
          name: 'conformance',
          globalSetup: ['./scripts/build.mjs'],
          setupFiles,
          environment: 'node',
          include: ['test/conformance/**/*.conformance.test.ts'],
          exclude: fullTierFiles,
          testTimeout: 120_000,
          hookTimeout: 60_000,
          expect,
          // Each worker has a shell on a screen of its own; more of them wait for each other's browsers.
          maxWorkers: 2,
          env,
        },
      },
      {
        plugins: [svelte(), messagesAtOnce, ...(isOneRun ? [modulesKept] : [])],
        define,
        test: {
          name: 'components',
          setupFiles: [...setupFiles, './test/harness/renderer/spare-browser.ts'],
          maxWorkers,
          include: ['{src,sandbox}/**/*.browser.test.ts'],
          exclude: fullTierFiles,
          testTimeout: 120_000,
          hookTimeout: 60_000,
          expect,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: {
                ...chromiumLaunch(import.meta.dirname),
                args: [...fakeCamera, smallHeap, ...fewProcesses],
              },
            }),
            instances: [{ browser: 'chromium', viewport: { width: 1080, height: 1920 } }],
          },
        },
      },
    ],
  },
})
