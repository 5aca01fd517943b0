import { defineConfig } from '@playwright/test'
import { basename, join } from 'node:path'
import { fullTierFiles, isFullTier } from '#harness/tier.ts'

/** Folder of the project, by its name: the checkout may lie in one that is called `src` itself. */
const root = basename(join(import.meta.dirname, '..'))

/** The whole application: each test has a screen, a sandbox and a kiosk of its own, and two run side by side. */
export default defineConfig({
  testDir: './specs',
  testIgnore: fullTierFiles,
  ...(isFullTier ? {} : { grepInvert: /@full/ }),
  outputDir: '../out/e2e',
  fullyParallel: true,
  workers: 2,
  timeout: 480_000,
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
