import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { chromiumLaunch } from '../../src/main/shell/browser/chromium.ts'
import { startXvfb } from '../../test/harness/display/xvfb.ts'
import { searchHeap, searchSelections } from '../../test/leak-scan/search-window.ts'
import { createSearch } from '../../test/leak-scan/search.ts'
import { expect, test } from '../support/test.ts'

const value = 'planted-on-purpose-qzv'
const search = createSearch([{ name: 'canary', value }])

test('what is looked for in a window is found where it was planted', async () => {
  const screen = await startXvfb(800, 600)
  const profile = await mkdtemp(join(tmpdir(), 'foyer-search-'))
  const context = await chromium.launchPersistentContext(profile, {
    ...chromiumLaunch(join(import.meta.dirname, '..', '..')),
    headless: false,
    env: { ...process.env, DISPLAY: screen.display },
  })
  try {
    const page = context.pages()[0] ?? (await context.newPage())
    expect(await searchHeap(page, search)).toEqual([])
    expect(await searchSelections(screen.display, search)).toEqual([])

    await page.setContent('<textarea autofocus></textarea>')
    const box = page.locator('textarea')
    await box.pressSequentially(value)
    await box.press('ControlOrMeta+a')
    await box.press('ControlOrMeta+c')
    expect(await searchSelections(screen.display, search)).toEqual([
      'clipboard: canary as text',
      'selection: canary as text',
    ])

    // Two bytes a character, as a text with any letter beyond Latin is held.
    await page.evaluate(`globalThis.kept = ${JSON.stringify(Array.from(value))}.join('') + '…'`)
    expect(await searchHeap(page, search)).toEqual([expect.stringContaining('canary as text')])
  } finally {
    await context.close()
    await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    await screen.stop()
  }
})
