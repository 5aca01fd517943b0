import type { BrowserContext, CDPSession, Page } from 'playwright-core'
import type { FormWindow } from './guard-window.ts'
import type { Bounds } from './launch.ts'

/** Windows of one browser that Foyer itself makes; any other is not meant to be there. */
export interface OwnWindows {
  /** Makes an empty window without controls from the page of `cdp`, which is Foyer's own; they know nothing of each other. */
  make(cdp: CDPSession, bounds: Bounds): Promise<FormWindow>
}

const madeWithinMs = 10_000

/** Tells the windows that Foyer makes in `context` from those that `onOther` hears of. */
export function ownWindows(context: BrowserContext, onOther: (page: Page) => void): OwnWindows {
  let expected = 0
  context.on('page', (page) => {
    if (expected > 0) expected -= 1
    else onOther(page)
  })
  return {
    async make(cdp, { left, top, width, height }) {
      expected += 1
      const features = `noopener,popup,left=${left},top=${top},width=${width},height=${height}`
      const [page] = await Promise.all([
        context.waitForEvent('page', { timeout: madeWithinMs }),
        cdp.send('Runtime.evaluate', {
          expression: `void open('about:blank', '', '${features}')`,
          userGesture: true,
        }),
      ])
      const own = await context.newCDPSession(page)
      // A browser may bring what a script opens onto the screen.
      const { windowId } = await own.send('Browser.getWindowForTarget')
      await own.send('Browser.setWindowBounds', { windowId, bounds: { left, top, width, height } })
      return { context, page, cdp: own }
    },
  }
}
