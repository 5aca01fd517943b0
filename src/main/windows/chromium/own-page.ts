import type { BrowserContext, Page, Frame } from 'playwright-core'
import { guardPage } from '../../form-view/guard-page.ts'
import { answerPage, ownPageHeaders, type OwnAnswer, type PageFile } from '../../form-view/pages.ts'
import type { CommandHandler } from '../port.ts'
import type { BrowserWindow } from './launch.ts'
import { pageOf } from './protocol.ts'
import { EventEmitter, once } from 'node:events'
import type { Bridge, Reply } from '../../../shared/bridge.ts'
import type { View } from '../../../shared/ipc.ts'

// `.invalid` can never exist, and everything of it is answered from memory.
const ownHost = /^foyer-\d+\.invalid$/

/** Returns the site of the `generation`th page: a new one for each, so that no two share a process or are confused. */
export const ownOriginOf = (generation: number) => `https://foyer-${generation}.invalid`

/** Prepares a window for our own page at `origin()`: answered from memory, with the bridge, it reaches nothing else. */
export async function prepareOwnPage<Shown>(
  { context, page, cdp }: Pick<BrowserWindow, 'context' | 'page' | 'cdp'>,
  pages: ReadonlyMap<string, PageFile>,
  origin: () => string,
  handler: CommandHandler,
  {
    isHeard = () => true,
    onReleased = () => undefined,
  }: { readonly isHeard?: () => boolean; readonly onReleased?: () => void } = {},
): Promise<{ readonly bridge: BridgeEnd<Shown>; load(): Promise<void> }> {
  await answerFromMemory(context, (url) =>
    new URL(url).origin === origin() ? answerPage(pages, url, ownPageHeaders) : undefined,
  )
  context.on('page', (popup: Page) => void popup.close().catch(() => undefined))
  const bridge = await exposeBridge<Shown>(
    page,
    (frame) => frame === page.mainFrame() && new URL(frame.url()).origin === origin(),
    isHeard,
    handler,
  )
  await guardPage(pageOf(cdp), { hear: ({ type }) => type === 'released' && onReleased() })
  return {
    bridge,
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

interface BridgeEnd<Shown> {
  push(view: Shown): void
  /** Resolves once the page's listeners have the newest view; at once without a view. Rejects after `drawnWithinMs`. */
  drawn(): Promise<void>
}

const drawnWithinMs = 5_000

/** Call from the page to main. Main answers in JSON: Playwright writes a long list several times slower than a text. */
type Call = (kind: 'send' | 'next', payload: unknown) => Promise<string>

/** Runs in our own page before its scripts: makes `window.foyer` and hides the call that it uses. */
function installBridge([name, ownHost]: [string, string]): void {
  const call = Reflect.get(window, name) as Call
  Reflect.deleteProperty(window, name)
  if (top !== window || !new RegExp(ownHost).test(location.hostname)) return
  const listeners = new Set<(view: View) => void>()
  let newest: View | null = null
  const pull = async (): Promise<never> => {
    for (let seen = 0; ;) {
      const [count, view] = JSON.parse(await call('next', seen)) as [number, View]
      seen = count
      newest = view
      for (const listener of listeners) listener(view)
    }
  }
  const bridge: Bridge = {
    send: async (command) => JSON.parse(await call('send', command)) as Reply,
    onView(listener) {
      listeners.add(listener)
      if (newest !== null) listener(newest)
      return () => listeners.delete(listener)
    },
  }
  Object.defineProperty(globalThis, 'foyer', { value: Object.freeze(bridge) })
  void pull()
}

// Other frames than `isOwn` get no views, and their commands are marked as foreign, as are those of a page not heard.
async function exposeBridge<Shown>(
  page: Page,
  isOwn: (frame: Frame) => boolean,
  isHeard: () => boolean,
  handler: CommandHandler,
): Promise<BridgeEnd<Shown>> {
  let count = 0
  let newest: Shown | undefined
  let waiting: (() => void)[] = []
  let drawn = 0
  const drawing = new EventEmitter<{ drawn: [] }>()
  const next = async (seen: unknown): Promise<[number, Shown | undefined]> => {
    // The page asks for the next view when its listeners have had the one before.
    if (typeof seen === 'number') drawn = seen
    drawing.emit('drawn')
    if (count === seen || count === 0) await new Promise<void>((resolve) => waiting.push(resolve))
    return [count, newest]
  }
  await page.exposeBinding(
    call,
    async (source: { context: BrowserContext; page: Page; frame: Frame }, kind, payload) => {
      const isOurs = source.page === page && isOwn(source.frame)
      const answer =
        kind === 'next' && isOurs
          ? await next(payload)
          : await handler(kind === 'send' ? payload : undefined, {
              isKioskPage: isOurs && isHeard(),
            })
      return JSON.stringify(answer)
    },
  )
  await page.addInitScript(installBridge, [call, ownHost.source] as [string, string])
  return {
    push(view) {
      count += 1
      newest = view
      const ready = waiting
      waiting = []
      for (const resolve of ready) resolve()
    },
    async drawn() {
      const signal = AbortSignal.timeout(drawnWithinMs)
      while (drawn < count) await once(drawing, 'drawn', { signal })
    },
  }
}
