import type { CDPSession } from 'playwright-core'
import { systemClock } from '../../base/clock.ts'
import { within } from '../../base/timers.ts'
import type { Reader } from '../papers.ts'
import { isAllowed, type OriginPolicy } from '../policy.ts'
import { graceMs } from '../processes.ts'
import type { FormWindow } from './guard-window.ts'
import type { Bounds } from './launch.ts'
import type { OwnWindows } from './own-windows.ts'
import { expectFirstPaint } from './watch-form.ts'

/** What a reader is made of. */
export interface ReaderParts {
  readonly windows: OwnWindows
  /** The page that windows are made from: Foyer's own, empty, never seen. */
  readonly maker: CDPSession
  readonly policy: OriginPolicy
  /** Where nobody sees a window. */
  readonly aside: () => Bounds
  /** Guards a window before anything is loaded in it. */
  readonly guard: (window: FormWindow) => Promise<void>
  /** Puts the form and what is over it where they are to be seen. */
  readonly arrange: () => Promise<void>
  /** A window that nobody sees came up or went, and may have had the keyboard for it. */
  readonly onUnseen: () => void
  /** The paper ended by itself, or went where it may not. */
  readonly onGone: () => void
}

/** Draws papers in a window of the form's browser. */
export interface BrowserReader extends Reader {
  /** The window of the paper that is to be seen. */
  readonly window: FormWindow | undefined
}

const loadTimeoutMs = 20_000

/** Makes the reader of one form. */
export function createBrowserReader(parts: ReaderParts): BrowserReader {
  const { windows, maker, policy, aside, guard, arrange, onUnseen, onGone } = parts
  let made: FormWindow | undefined
  let seen: FormWindow | undefined
  /** Counts what was asked for: what was begun before the last of it ends nowhere. */
  let asked = 0
  const end = async ({ page, cdp }: FormWindow) => {
    const closing = page.close().catch(() => undefined)
    const closed = await within(
      systemClock,
      graceMs,
      closing.then(() => true),
    )
    // One that does not answer.
    if (!closed) void cdp.send('Page.crash').catch(() => undefined)
  }
  const load = async ({ page, cdp }: FormWindow, url: string): Promise<boolean> => {
    const painted = await expectFirstPaint(page, cdp)
    const answer = await page.goto(url, { waitUntil: 'commit', timeout: loadTimeoutMs })
    if (!answer?.ok() || !isAllowed(page.url(), policy)) return false
    await painted()
    await cdp.send('Page.resetNavigationHistory')
    return true
  }
  return {
    get window() {
      return seen
    },
    async open(url) {
      const own = ++asked
      const window = await windows.make(maker, aside())
      made = window
      onUnseen()
      const isThere = await guard(window)
        .then(() => own === asked && load(window, url))
        .catch(() => false)
      if (!isThere || own !== asked) {
        await end(window)
        return false
      }
      const { page } = window
      const gone = () => {
        if (seen === window) onGone()
      }
      page.once('crash', gone)
      page.once('close', gone)
      page.on('framenavigated', (frame) => {
        if (frame === page.mainFrame() && !isAllowed(page.url(), policy)) gone()
      })
      seen = window
      await arrange()
      return true
    },
    async close() {
      asked += 1
      const window = made
      made = undefined
      const wasSeen = seen !== undefined
      seen = undefined
      if (wasSeen) await arrange()
      if (window) await end(window)
      onUnseen()
    },
  }
}
