import { svelte } from '@sveltejs/vite-plugin-svelte'
import { playwright } from '@vitest/browser-playwright'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { chromiumLaunch } from './src/main/shell/browser/chromium.ts'
import { fakeCamera } from './test/harness/fake-camera.ts'

/** Every core: vitest itself leaves one of them alone, on two cores every second. */
const maxWorkers = '100%'

/** For the many processes that tests start: each compiles our sources and what they import only once. */
const env = { NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules', '.cache', 'compiled') }

/** The kinds of tests; a file's ending says which kind it is. See README, "Tests". */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          environment: 'node',
          maxWorkers,
          env,
          include: ['{src,sandbox,cli,scripts,bench,e2e,test}/**/*.test.ts'],
          exclude: ['**/*.{browser,contract,conformance}.test.ts', 'node_modules/**'],
          testTimeout: 20_000,
        },
      },
      {
        test: {
          name: 'contract',
          environment: 'node',
          maxWorkers,
          env,
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
          maxWorkers,
          include: ['{src,sandbox}/**/*.browser.test.ts'],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: { ...chromiumLaunch(import.meta.dirname), args: [...fakeCamera] },
            }),
            instances: [{ browser: 'chromium', viewport: { width: 1080, height: 1920 } }],
          },
        },
      },
    ],
  },
})
