import type { BrowserContext, Page, Frame } from 'playwright-core'
import { guardPage } from '../../form-view/guard-page.ts'
import { answerPage, ownPageHeaders, type OwnAnswer, type PageFile } from '../../form-view/pages.ts'
import type { CommandHandler } from '../port.ts'
import type { BrowserWindow } from './launch.ts'
import { pageOf } from './protocol.ts'
import type { Bridge, Reply } from '../../../shared/bridge.ts'
import type { DeskView } from '../../../shared/desk/view.ts'
import type { View } from '../../../shared/ipc.ts'
import { systemClock } from '../../base/clock.ts'
import { within } from '../../base/timers.ts'

// `.invalid` can never exist, and everything of it is answered from memory.
const ownHost = /^foyer-\d+\.invalid$/

/** Returns the site of the `generation`th page: a new one for each, so that no two share a process or are confused. */
export const ownOriginOf = (generation: number) => `https://foyer-${generation}.invalid`

/** Prepares a window for our own page at `origin()`: answered from memory, with the bridge, it reaches nothing else. */
export async function prepareOwnPage(
  { context, page, cdp }: Pick<BrowserWindow, 'context' | 'page' | 'cdp'>,
  pages: ReadonlyMap<string, PageFile>,
  origin: () => string,
  handler: CommandHandler,
  of: { readonly isHeard?: () => boolean; readonly onReleased?: () => void } = {},
) {
  await answerFromMemory(context, (url) =>
    new URL(url).origin === origin() ? answerPage(pages, url, ownPageHeaders) : undefined,
  )
  context.on('page', (popup: Page) => void popup.close().catch(() => undefined))
  const bridge = await exposeBridge(
    { page, cdp },
    (frame) => frame === page.mainFrame() && new URL(frame.url()).origin === origin(),
    handler,
    of.isHeard,
  )
  await guardPage(pageOf(cdp), { hear: ({ type }) => type === 'released' && of.onReleased?.() })
  return {
    ...bridge,
    async load() {
      await page.goto(`${origin()}/`)
      await cdp.send('Page.resetNavigationHistory')
    },
  }
}

/** Has each request of a page, or of a whole browser, answered by `answer`, or failed: none reaches a network. */
export async function answerFromMemory(
  asking: Pick<BrowserContext | Page, 'route'>,
  answer: (url: string) => OwnAnswer | undefined,
): Promise<void> {
  await asking.route('**/*', (route) => {
    const answered = answer(route.request().url())
    return answered ? route.fulfill(answered) : route.abort('aborted')
  })
}

const call = 'foyerBridgeCall'
/** Event of the window by which main hands our page a view. */
const viewEvent = 'foyerview'

const drawnWithinMs = 5_000

/** Call from the page to main. Main answers in JSON: Playwright writes a long list several times slower than a text. */
type Call = (kind: 'send' | 'ready', command?: unknown) => Promise<string>

/** Runs in our own page before its scripts: makes `window.foyer` and hides the call that it uses. */
function installBridge([name, viewEvent, ownHost]: readonly [string, string, string]): void {
  const call = Reflect.get(window, name) as Call
  Reflect.deleteProperty(window, name)
  if (top !== window || !new RegExp(ownHost).test(location.hostname)) return
  const listeners = new Set<(view: View) => void>()
  let newest: View | null = null
  addEventListener(viewEvent, (event) => {
    newest = (event as CustomEvent<View>).detail
    for (const listener of listeners) listener(newest)
  })
  const bridge: Bridge = {
    send: async (command) => JSON.parse(await call('send', command)) as Reply,
    onView(listener) {
      listeners.add(listener)
      if (newest !== null) listener(newest)
      return () => listeners.delete(listener)
    },
  }
  Object.defineProperty(globalThis, 'foyer', { value: Object.freeze(bridge) })
  void call('ready')
}

// Other frames than `isOwn` get no views, and their commands are marked as foreign, as are those of a page not heard.
async function exposeBridge(
  { page, cdp }: Pick<BrowserWindow, 'page' | 'cdp'>,
  isOwn: (frame: Frame) => boolean,
  handler: CommandHandler,
  isHeard = () => true,
) {
  let newest: View | DeskView | undefined
  let drawing: Promise<unknown> = Promise.resolve(true)
  const show = (view: View | DeskView) => {
    newest = view
    if (!isOwn(page.mainFrame())) return
    // As data: a literal is code, in which `__proto__` is no name.
    const detail = `JSON.parse(${JSON.stringify(JSON.stringify(view))})`
    const expression = `dispatchEvent(new CustomEvent('${viewEvent}', { detail: ${detail} }))`
    drawing = cdp.send('Runtime.evaluate', { expression })
    drawing.catch(() => undefined)
  }
  await page.exposeBinding(
    call,
    async (source: { page: Page; frame: Frame }, kind: unknown, command: unknown) => {
      const isOurs = source.page === page && isOwn(source.frame)
      if (kind === 'ready' && isOurs) {
        if (newest !== undefined) show(newest)
        return undefined
      }
      const sender = { isKioskPage: isOurs && isHeard() }
      return JSON.stringify(await handler(kind === 'send' ? command : undefined, sender))
    },
  )
  await page.addInitScript(installBridge, [call, viewEvent, ownHost.source] as const)
  return {
    show,
    /** Resolves once the page's listeners have the newest view; at once without a view. Rejects if it takes too long. */
    drawn: async () => {
      if (!(await within(systemClock, drawnWithinMs, drawing))) throw new Error('no view is drawn')
    },
  }
}
