import type { Frame, Page } from 'playwright-core'
import { isAllowed, type OriginPolicy } from '../policy.ts'

/** How often a form is brought back: a page that leaves again and again is given up. */
const mostRestored = 5

/**
 * Loads the form's last allowed document again after the page went where no request leads and so nothing stopped it:
 * a frame of another origin may lead it to an empty document (`about:blank`), of which the page itself hears nothing.
 * Calls `onRefused` with that address, and `onLost` if it cannot be loaded again, or left too often.
 */
export function restorePage(
  page: Page,
  policy: OriginPolicy,
  onRefused: (url: string) => void,
  onLost: () => void,
): void {
  let last = page.url()
  let restored = 0
  const restore = async () => {
    restored += 1
    if (restored > mostRestored) onLost()
    else await page.goto(last, { waitUntil: 'commit' })
  }
  page.on('framenavigated', (frame: Frame) => {
    if (frame !== page.mainFrame()) return
    if (isAllowed(frame.url(), policy)) {
      last = frame.url()
      return
    }
    onRefused(frame.url())
    // Another navigation may come between; of that one it is told as well.
    restore().catch(() => {
      if (!isAllowed(page.url(), policy)) onLost()
    })
  })
}
