import { join } from 'node:path'
import axe from 'axe-core'
import { chromium, type Browser, type Page } from 'playwright-core'
import { startSandbox, type Sandbox } from '../../sandbox/sandbox.ts'
import { chromiumLaunch } from '../../src/main/windows/chromium/browser-user.ts'
import { expect, test } from '../support/test.ts'

test.skip(process.env['FOYER_SHELL'] === 'electron', 'a page of the sandbox, in any browser')

const root = join(import.meta.dirname, '..', '..')
/** The least side of a button that a finger meets (px). */
const leastPx = 44

let sandbox: Sandbox
let browser: Browser
let page: Page
test.beforeEach(async () => {
  sandbox = await startSandbox()
  browser = await chromium.launch(chromiumLaunch(root))
  page = await browser.newPage({ viewport: { width: 480, height: 800 }, hasTouch: true })
})
test.afterEach(async () => {
  await browser.close()
  await sandbox.close()
})

test('people make the network fail by a finger alone, see what is on, and make all well', async () => {
  await page.goto(`${sandbox.apiUrl}/sandbox/phone`)
  await page.getByRole('link', { name: 'Make the network fail' }).tap()
  const now = page.getByRole('status')
  await expect(now).toHaveText('All is well.')

  const gone = page.getByRole('button', { name: /The network is gone/ })
  await gone.tap()
  await expect(gone).toHaveAttribute('aria-pressed', 'true')
  await expect(now).toHaveText('On now: The network is gone.')
  expect(sandbox.control.counts().faults).toBeGreaterThan(0)
  await page.getByRole('button', { name: /^A log-in page/ }).tap()
  await expect(now).toHaveText('On now: The network is gone; A log-in page.')
  await gone.tap()
  await expect(now).toHaveText('On now: A log-in page.')
  await page.getByRole('button', { name: /Make all well/ }).tap()
  await expect(now).toHaveText('All is well.')
  expect(sandbox.control.counts().faults).toBe(0)

  // Its buttons are large, and nothing is in the way of anybody.
  for (const button of await page.getByRole('button').all()) {
    const box = await button.boundingBox()
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(leastPx)
  }
  await gone.tap()
  await expect(now).toHaveText('On now: The network is gone.')
  await page.evaluate(axe.source)
  const { violations } = await page.evaluate<{ violations: { id: string }[] }>('axe.run()')
  expect(violations.map(({ id }) => id)).toEqual([])

  await page
    .getByRole('button', { name: /^Take “/ })
    .first()
    .tap()
  await page.getByRole('link', { name: 'Phone' }).tap()
  await expect(page.locator('#who')).toBeVisible()
})
