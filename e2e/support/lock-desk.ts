import type { Page } from 'playwright-core'
import type { RunningFoyer } from './running-foyer.ts'

/** Locks a desk by its key; resolves to the page that stands there then, which one shell makes anew and the other loads anew. */
export async function lockDesk(foyer: Pick<RunningFoyer, 'kioskAfter'>, page: Page): Promise<Page> {
  const used = page.url()
  await page.keyboard.press('Control+l')
  return foyer.kioskAfter(used)
}
