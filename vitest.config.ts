import { svelte } from '@sveltejs/vite-plugin-svelte'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { chromiumLaunch } from './src/main/shell/browser/chromium.ts'

/** The kinds of tests; a file's ending says which kind it is. See README, "Tests". */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          environment: 'node',
          include: ['{src,sandbox,cli,scripts,bench,e2e,test}/**/*.test.ts'],
          exclude: ['**/*.{browser,contract,conformance}.test.ts', 'node_modules/**'],
        },
      },
      {
        test: {
          name: 'contract',
          environment: 'node',
          include: ['{src,sandbox,cli}/**/*.contract.test.ts'],
          testTimeout: 20_000,
        },
      },
      {
        test: {
          name: 'conformance',
          environment: 'node',
          include: ['test/conformance/**/*.conformance.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          fileParallelism: false,
        },
      },
      {
        plugins: [svelte()],
        test: {
          name: 'components',
          include: ['{src,sandbox}/**/*.browser.test.ts'],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({ launchOptions: chromiumLaunch(import.meta.dirname) }),
            instances: [{ browser: 'chromium', viewport: { width: 1080, height: 1920 } }],
          },
        },
      },
    ],
  },
})
