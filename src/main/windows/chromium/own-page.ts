import type { BrowserContext, Page } from 'playwright-core'
import { guardPage } from '../../form-view/guard-page.ts'
import { answerPage, ownPageHeaders, type OwnAnswer, type PageFile } from '../../form-view/pages.ts'
import type { CommandHandler } from '../port.ts'
import { exposeBridge, type BridgeEnd } from './bridge.ts'
import type { BrowserWindow } from './launch.ts'
import { pageOf } from './protocol.ts'

/** Our own page in an empty window. */
export interface OwnPage<Shown> {
  readonly bridge: BridgeEnd<Shown>
  /** Goes to the page at `origin`, and forgets the one before. */
  load(): Promise<void>
}

// `.invalid` can never exist, and everything of it is answered from memory.
const ownHost = /^foyer-\d+\.invalid$/

/** Returns the site of the `generation`th page: a new one for each, so that no two share a process or are confused. */
export const ownOriginOf = (generation: number) => `https://foyer-${generation}.invalid`

/**
 * Prepares a window for our own page at `origin()`: it is answered from memory, reaches nothing else, and has the
 * bridge.
 */
export async function prepareOwnPage<Shown>(
  { context, page, cdp }: Pick<BrowserWindow, 'context' | 'page' | 'cdp'>,
  pages: ReadonlyMap<string, PageFile>,
  origin: () => string,
  handler: CommandHandler,
  onReleased: () => void = () => undefined,
): Promise<OwnPage<Shown>> {
  await answerFromMemory(context, (url) =>
    new URL(url).origin === origin() ? answerPage(pages, url, ownPageHeaders) : undefined,
  )
  context.on('page', (popup: Page) => void popup.close().catch(() => undefined))
  const bridge = await exposeBridge<Shown>(
    page,
    ownHost,
    (frame) => frame === page.mainFrame() && new URL(frame.url()).origin === origin(),
    handler,
  )
  await guardPage(pageOf(cdp), {
    hear: ({ type }) => type === 'released' && onReleased(),
  })
  return {
    bridge,
    async load() {
      await page.goto(`${origin()}/`)
      // The browser would keep earlier pages for going back.
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
