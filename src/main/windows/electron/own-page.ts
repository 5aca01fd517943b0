import type { BaseWindow, IpcMainEvent, IpcMainInvokeEvent, WebContents } from 'electron'
import { bridgeChannels } from '../../../shared/bridge.ts'
import { systemClock } from '../../base/clock.ts'
import { createSequencer } from '../../base/sequencer.ts'
import { within } from '../../base/timers.ts'
import { answerPage, ownPageHeaders, type PageFile } from '../../form-view/pages.ts'
import type { CommandHandler, KioskOptions } from '../port.ts'
import type { Size } from '../trial-window.ts'
import { answerFromMemory } from './answer-from-memory.ts'
import { ownOrigin, safePreferences, type ElectronApi } from './api.ts'
import { endPage, whenGone } from './end-page.ts'
import type { NavigationRules } from './guards.ts'
import type { Sessions } from './sessions.ts'

export interface PageParts {
  readonly electron: ElectronApi
  readonly rules: NavigationRules
  readonly sessions: Sessions
  readonly devTools: boolean
}

export interface OwnPageParts extends PageParts {
  readonly pages: ReadonlyMap<string, PageFile>
  readonly preload: string
}

/** ms within which a page must load, on a machine that is busy. */
const loadsWithinMs = 30_000
const asksWithinMs = 3_000

export type OwnPage<Shown> = Awaited<ReturnType<typeof openOwnPage<Shown>>>

/** Own pages of this process so far: the newest has the highest number in its address, by which tests find it. */
let opened = 0

/** Opens our own page at an address of its own, for one person. Rejects if its process dies, or it takes too long. */
export async function openOwnPage<Shown>(
  parts: OwnPageParts,
  options: Pick<KioskOptions, 'handler' | 'locale'> & {
    readonly prepare?: (contents: WebContents) => void
  },
  newest: () => Shown | undefined,
) {
  const { electron, rules, sessions, pages, preload, devTools } = parts
  const session = await sessions.take('kiosk')
  session.setUserAgent(session.getUserAgent(), options.locale)
  answerFromMemory(session, isOwnPage, (url) => answerPage(pages, url, ownPageHeaders), devTools)
  const view = new electron.WebContentsView({
    webPreferences: { ...safePreferences, session, preload, devTools },
  })
  const contents = view.webContents
  rules.set(contents, isOwnPage)
  options.prepare?.(contents)
  const bridge = attachBridge(contents, newest, options.handler)
  const gone = whenGone(contents)
  const end = async () => {
    await endPage(contents)
    await sessions.giveBack('kiosk', session)
  }
  try {
    const loaded = contents.loadURL(`${ownOrigin}/?${opened++}`)
    const asked = loaded.then(() => within(systemClock, asksWithinMs, bridge.asked))
    const running = within(systemClock, loadsWithinMs, Promise.race([asked, gone]))
    if (!(await running)) throw new Error('the page is blank, or gone')
  } catch (error) {
    await end()
    throw error
  }
  contents.navigationHistory.clear()
  return {
    view,
    show(shown: Shown) {
      if (!contents.isDestroyed()) bridge.push(shown)
    },
    focus() {
      if (!contents.isDestroyed()) contents.focus()
    },
    gone,
    end,
  }
}

/** Shows a page in `window`, and at each renewal another, which opens with the newest view. */
export async function showPages<Shown>(
  window: BaseWindow,
  {
    open,
    size,
    end = (page) => page.end(),
    onCrash,
  }: {
    readonly open: (newest: () => Shown | undefined) => Promise<OwnPage<Shown>>
    readonly size: () => Size
    readonly end?: (page: OwnPage<Shown>) => Promise<void>
    /** The page that is shown is gone; `mend` replaces it. */
    readonly onCrash: (mend: () => Promise<void>) => void
  },
) {
  const inSequence = createSequencer()
  let newest: Shown | undefined
  let closed = false
  const openNext = () => open(() => newest)
  const place = () => current.view.setBounds({ ...size(), x: 0, y: 0 })
  const bring = (page: OwnPage<Shown>) => {
    current = page
    // Below the one before, so that the desktop is never seen, and below a form.
    window.contentView.addChildView(page.view, 0)
    place()
    const isShown = () => page === current && !closed
    const mend = () => inSequence(async () => (isShown() ? replace() : undefined))
    void page.gone.then(() => isShown() && onCrash(mend))
  }
  const replace = async () => {
    if (closed || window.isDestroyed()) return
    const old = current
    bring(await openNext())
    window.contentView.removeChildView(old.view)
    await end(old)
  }
  let current = await openNext()
  bring(current)
  window.on('resize', place)
  return {
    show: (view: Shown) => {
      newest = view
      current.show(view)
    },
    renew: () => inSequence(replace),
    focus: () => current.focus(),
    close() {
      closed = true
      window.off('resize', place)
      return inSequence(() => end(current))
    },
  }
}

const isOwnPage = (url: string) => url.startsWith(`${ownOrigin}/`)

/** Answers the bridge of `contents` alone: the sender is checked by its frame, not by the message. */
function attachBridge<Shown>(
  contents: WebContents,
  newest: () => Shown | undefined,
  handler: CommandHandler,
) {
  const isKioskPage = ({ sender, senderFrame }: IpcMainEvent | IpcMainInvokeEvent): boolean =>
    sender === contents &&
    senderFrame?.parent === null &&
    senderFrame.frameToken === contents.mainFrame.frameToken &&
    senderFrame.origin === ownOrigin &&
    senderFrame.url.startsWith(`${ownOrigin}/`)
  const push = (view: Shown) => contents.send(bridgeChannels.view, view)

  contents.ipc.handle(bridgeChannels.command, (event, raw: unknown) =>
    handler(raw, { isKioskPage: isKioskPage(event) }),
  )
  /** Resolves once the page's program asks for views: before, its screen is blank. */
  const asked = new Promise<true>((resolve) => {
    contents.ipc.on(bridgeChannels.ready, (event) => {
      if (!isKioskPage(event)) return
      resolve(true)
      const view = newest()
      if (view) push(view)
    })
  })
  return { push, asked }
}
