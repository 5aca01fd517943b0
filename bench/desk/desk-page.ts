import { join } from 'node:path'
import { chromium, type Page } from 'playwright-core'
import { createBrowserDeskShell } from '../../src/main/windows/chromium/desk-shell.ts'
import type { DeskMessage, DeskReply } from '../../src/shared/desk/messages.ts'
import type { DeskView } from '../../src/shared/desk/view.ts'
import { startXvfb } from '#harness/display/xvfb.ts'

const root = join(import.meta.dirname, '..', '..')
const size = { width: 1440, height: 900 }

/** Main's answers to queries and commands, by name. */
export type DeskAnswers = Readonly<
  Record<string, (input: unknown) => DeskReply | Promise<DeskReply>>
>

/** The built desk's page in the window of the browser shell; the service and main's work are left out. */
export interface DeskPage {
  readonly page: Page
  readonly show: (view: DeskView) => void
  /**
   * Acts, and gives the ms until `isThere` (an expression of the page) is painted, from the page's event `from`, else
   * from just before `act`.
   */
  readonly painted: (
    act: () => Promise<void> | void,
    isThere: string,
    from?: 'keydown' | 'click',
  ) => Promise<number>
  close(): Promise<void>
}

/** Runs in the page; the time is that of the machine. */
const watch = (isThere: string, from: string) => `{
  let began
  ${from && `addEventListener('${from}', (event) => { began = event.timeStamp }, { capture: true, once: true })`}
  window.benchDone = new Promise((resolve) => {
    let seen = false
    const look = () => {
      if (seen || !(${isThere})) return
      seen = true
      observer.disconnect()
      requestAnimationFrame(() => requestAnimationFrame(() => {
        const now = performance.now()
        resolve([performance.timeOrigin + now, now - (began ?? NaN)])
      }))
    }
    const observer = new MutationObserver(look)
    const all = { subtree: true, childList: true, attributes: true, characterData: true }
    observer.observe(document, all)
    look()
  })
  // The end of the block is waited for where it is a promise.
  void 0
}`

/** Opens it on a screen of its own. Throws where Chromium or Xvfb cannot be started. */
export async function openDeskPage(answers: DeskAnswers): Promise<DeskPage> {
  const screen = await startXvfb(size.width, size.height)
  process.env['DISPLAY'] = screen.display
  let endpoint = ''
  const shell = await createBrowserDeskShell({
    root,
    onDriver: ({ kiosk = '' }) => (endpoint = kiosk),
  })
  const window = await shell.openDesk({
    locale: 'en',
    async handler(raw) {
      const message = raw as DeskMessage
      if (message.type === 'session') return { ok: true, value: null }
      const answer = await answers[message.name]?.(message.input)
      return answer ?? { ok: false, error: { kind: 'failed' } }
    },
    onLockKey: () => undefined,
    onClosed: () => undefined,
  })
  const browser = await chromium.connectOverCDP(endpoint, { noDefaults: true })
  const page = browser.contexts()[0]?.pages()[0]
  if (!page) throw new Error('the desk has no page')
  return {
    page,
    show: (view) => window.show(view),
    async painted(act, isThere, from) {
      await page.evaluate(watch(isThere, from ?? ''))
      const before = performance.timeOrigin + performance.now()
      await act()
      const [at, since] = await page.evaluate<[number, number]>('window.benchDone')
      return from ? since : at - before
    },
    async close() {
      await browser.close()
      await shell.close()
      await screen.stop()
    },
  }
}
