import type { IpcMainEvent, IpcMainInvokeEvent, WebContents } from 'electron'
import { bridgeChannels } from '../../../shared/bridge.ts'
import { systemClock } from '../../base/clock.ts'
import { within } from '../../base/timers.ts'
import { answerPage, ownPageHeaders, type PageFile } from '../../form-view/pages.ts'
import type { CommandHandler, KioskOptions } from '../port.ts'
import { answerFromMemory } from './answer-from-memory.ts'
import { ownOrigin, safePreferences, type ElectronApi } from './api.ts'
import { endPage } from './end-page.ts'
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

/** Opens our own page at an address of its own, for one person. Rejects if its process dies, or it takes too long. */
export async function openOwnPage<Shown>(
  parts: OwnPageParts,
  options: Pick<KioskOptions, 'handler' | 'locale'> & {
    readonly prepare?: (contents: WebContents) => void
  },
  name: string,
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
  rules.allow(contents, isOwnPage)
  options.prepare?.(contents)
  const bridge = attachBridge(contents, newest, options.handler)
  const crashed = new Promise<void>((resolve) => {
    contents.once('render-process-gone', () => resolve())
    contents.once('destroyed', () => resolve())
  })
  const end = async () => {
    await endPage(contents)
    await sessions.giveBack('kiosk', session)
  }
  try {
    const loaded = contents.loadURL(`${ownOrigin}/?${name}`)
    const asked = loaded.then(() => within(systemClock, asksWithinMs, bridge.asked))
    const gone = crashed.then(() =>
      Promise.reject(new Error('the page is gone before it is loaded')),
    )
    for (const each of [asked, gone]) each.catch(() => undefined)
    const running = within(systemClock, loadsWithinMs, Promise.race([asked, gone]))
    if (!(await running)) throw new Error('the page is blank')
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
    onCrash: (listener: () => void) => void crashed.then(listener),
    end,
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
