import type { CDPSession } from 'playwright-core'
import { systemClock } from '../../base/clock.ts'
import { within } from '../../base/timers.ts'
import type { Posted } from '../paper-form.ts'
import type { Reader } from '../papers.ts'
import type { Pdf } from '../pdf.ts'
import { isAllowed, type OriginPolicy } from '../policy.ts'
import { graceMs } from '../processes.ts'
import type { FormWindow } from './guard-window.ts'
import type { Bounds } from './launch.ts'
import type { OwnWindows } from './own-windows.ts'
import { isPdfPage } from './pdf-window.ts'
import { expectFirstPaint } from './watch-form.ts'

/** How the address of a paper is opened. */
interface Opening {
  /** What the window's first request for a document sends. */
  readonly post: Posted | undefined
  readonly onPdf: (pdf: Pdf) => void
}

/** What a reader is made of. */
export interface ReaderParts {
  readonly windows: OwnWindows
  /** The page that windows are made from: Foyer's own, empty, never seen. */
  readonly maker: Promise<CDPSession>
  readonly policy: OriginPolicy
  /** Where nobody sees a window. */
  readonly aside: () => Bounds
  /** Guards a window before anything is loaded in it. */
  readonly guard: (window: FormWindow, opening: Opening) => Promise<void>
  /** Draws a PDF in a window that nothing was loaded in. */
  readonly draw: (window: FormWindow, pdf: Pdf) => Promise<Pick<FormWindow, 'zoom'>>
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
  const { windows, maker, policy, aside, guard, draw, arrange, onUnseen, onGone } = parts
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
  /** Makes a window, and brings it into sight once `prepare` has something in it. */
  const show = async (
    own: number,
    isAtHome: (url: string) => boolean,
    prepare: (window: FormWindow) => Promise<boolean | Pick<FormWindow, 'zoom'>>,
  ): Promise<boolean> => {
    const window = await windows.make(await maker, aside())
    made = window
    onUnseen()
    const prepared = await prepare(window).catch(() => false)
    if (!prepared || own !== asked) {
      await end(window)
      return false
    }
    const { page } = window
    const shown = typeof prepared === 'object' ? { ...window, ...prepared } : window
    const gone = () => {
      if (seen === shown) onGone()
    }
    page.once('crash', gone)
    page.once('close', gone)
    page.on('framenavigated', (frame) => {
      if (frame === page.mainFrame() && !isAtHome(page.url())) gone()
    })
    seen = shown
    await arrange()
    return true
  }
  const showPdf = (own: number, pdf: Pdf) => show(own, isPdfPage, (window) => draw(window, pdf))
  /** A paper led to another one, which is drawn in its place. */
  const follow = async (pdf: Pdf) => {
    const before = made
    const isThere = await showPdf(++asked, pdf).catch(() => false)
    if (before) await end(before)
    if (!isThere) onGone()
  }
  return {
    get window() {
      return seen
    },
    async open(paper, post) {
      const own = ++asked
      if (typeof paper !== 'string') return showPdf(own, paper)
      let pdf: Pdf | undefined
      const onPdf = (found: Pdf) => {
        if (seen) void follow(found)
        else pdf = found
      }
      const isShown = await show(
        own,
        (url) => isAllowed(url, policy),
        async (window) => {
          await guard(window, { post, onPdf })
          return own === asked && load(window, paper)
        },
      )
      return isShown || !pdf || own !== asked ? isShown : showPdf(own, pdf)
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
