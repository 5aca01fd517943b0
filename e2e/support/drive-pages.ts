import { chromium, type Browser, type Page } from 'playwright-core'
import { ownPage } from '../../src/main/windows/driver.ts'
import { isPage, targetsAt } from '../../test/conformance/devtools.ts'

/** The address of the kiosk page that was made last: each has a higher number, and the one before it may still be ending. */
function newestOwnPage(urls: readonly string[]): string | undefined {
  const numberOf = (url: string) => Number(/\d+/.exec(url)?.[0] ?? 0)
  return urls
    .filter((url) => ownPage.test(url))
    .sort((a, b) => numberOf(a) - numberOf(b))
    .at(-1)
}

/** Drives the pages of some browsers from outside, by their DevTools endpoints. */
export function drivePages() {
  const connections: Browser[] = []
  const newest = new Map<string, Browser>()
  async function connect(endpoint: string): Promise<Browser | undefined> {
    // `noDefaults`: Playwright's defaults override the shell's own guards, and Electron refuses some.
    const connecting = chromium.connectOverCDP(endpoint, { noDefaults: true })
    // A window that was just taken away lets no one in any more; the next endpoint is on its way.
    const browser = await connecting.catch(() => undefined)
    if (browser) connections.push(browser)
    if (browser) newest.set(endpoint, browser)
    return browser
  }
  return {
    /** Finds the page there whose address is wanted; of Foyer's own pages the newest. Undefined while there is none. */
    async pageAt(endpoint: string, wanted: (url: string) => boolean): Promise<Page | undefined> {
      const targets = await targetsAt(endpoint).catch(() => [])
      const urls = targets.filter((each) => isPage(each) && wanted(each.url)).map(({ url }) => url)
      if (urls.length === 0) return undefined
      const newestOwn = newestOwnPage(urls)
      const pageOn = (browser: Browser | undefined) =>
        browser
          ?.contexts()
          .flatMap((context) => context.pages())
          .findLast(
            (page) =>
              !page.isClosed() &&
              (newestOwn === undefined ? wanted(page.url()) : page.url() === newestOwn),
          )
      const known = newest.get(endpoint)
      // Where all windows are of one process (Electron), a connection may not see a page that came after it.
      return (known?.isConnected() && pageOn(known)) || pageOn(await connect(endpoint))
    },
    async close() {
      newest.clear()
      await Promise.all(connections.splice(0).map((browser) => browser.close()))
    },
  }
}
