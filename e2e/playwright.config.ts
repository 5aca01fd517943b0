import { defineConfig } from '@playwright/test'
import { basename, join } from 'node:path'
import { fullTierFiles, isFullTier } from '../test/harness/tier.ts'

/** Folder of the project, by its name: the checkout may lie in one that is called `src` itself. */
const root = basename(join(import.meta.dirname, '..'))

/**
 * The whole application. Each worker has a screen, sandbox and kiosk that its tests share one after another; a test that
 * needs another start has its own. So the tests of a file follow each other, and files run side by side.
 */
export default defineConfig({
  testDir: './specs',
  testIgnore: fullTierFiles,
  ...(isFullTier ? {} : { grepInvert: /@full/ }),
  outputDir: '../out/e2e',
  workers: 2,
  timeout: 240_000,
  expect: { timeout: 30_000 },
  use: { actionTimeout: 60_000 },
  retries: 0,
  forbidOnly: true,
  // Node reads these as they are; Playwright would compile thousands of them, most of them one message each.
  build: { external: [`${root}/{src,sandbox,test,scripts,cli}/**`] },
  reporter: [
    ['list'],
    [
      'json',
      { outputFile: process.env['PLAYWRIGHT_JSON_OUTPUT_NAME'] ?? '../out/e2e/report.json' },
    ],
  ],
})
