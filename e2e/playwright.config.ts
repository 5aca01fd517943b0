import { defineConfig } from '@playwright/test'
import { fullTierFiles, isFullTier } from '../test/harness/tier.ts'

/** The whole application: every spec starts its own screen, sandbox and kiosk, so specs run side by side. */
export default defineConfig({
  testDir: './specs',
  testIgnore: fullTierFiles,
  ...(isFullTier ? {} : { grepInvert: /@full/ }),
  outputDir: '../out/e2e',
  fullyParallel: true,
  workers: 2,
  timeout: 240_000,
  expect: { timeout: 30_000 },
  use: { actionTimeout: 60_000 },
  retries: 0,
  forbidOnly: true,
  reporter: [
    ['list'],
    [
      'json',
      { outputFile: process.env['PLAYWRIGHT_JSON_OUTPUT_NAME'] ?? '../out/e2e/report.json' },
    ],
  ],
})
