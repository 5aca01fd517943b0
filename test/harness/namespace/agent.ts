import { setTimeout as rest } from 'node:timers/promises'
import { chromium, type Browser, type Page } from 'playwright-core'
import { ownPage } from '../../../src/main/windows/driver.ts'
import { connectPeer } from '../../conformance/peer.ts'
import { startSite } from '../../conformance/sites.ts'
import { readTraffic, type Traffic } from './network-namespace.ts'
import { startBrowserSubject } from '../../conformance/browser/browser-subject.ts'
import { startBuiltElectron } from '../../conformance/electron/electron-subject.ts'
import { watchNamespace } from './watch-namespace.ts'

// Opens a shell in a network namespace with the form of a site there, runs scripts in its pages, and tells what was asked and sent.

/** Result of a script in a page, and the traffic meanwhile. */
export interface ScriptResult extends Traffic {
  /** Result of the call; `broken off` where it has none, for the page went or was silent. */
  readonly given: unknown
}

const brokenOffAfterMs = 5_000
const [kind, rendererDir = ''] = process.argv.slice(2)
const watch = await watchNamespace()
const site = await startSite('127.0.0.1')
const browsers: Browser[] = []

async function pageAt(endpoint: string, address: RegExp): Promise<Page> {
  const browser = await chromium.connectOverCDP(endpoint, { noDefaults: true })
  browsers.push(browser)
  const pages = browser.contexts().flatMap((context) => context.pages())
  const page = pages.find((each) => address.test(each.url()))
  if (!page) throw new Error('the window shows no page')
  return page
}

const start = kind === 'browser' ? startBrowserSubject : startBuiltElectron
const opened = await start({ rendererDir, size: { width: 720, height: 1280 } })
const { shell } = opened
await shell.openKiosk({
  locale: 'en',
  handler: () => Promise.resolve({ ok: true }),
  onClosed: () => undefined,
})
const form = await shell.openForm({
  url: `${site.origin}/form`,
  allowedOrigins: [],
  locale: 'en',
  insets: { top: 96, bottom: 0 },
})
if (!form.ok) throw new Error(form.error.reason)
const pages = {
  kiosk: await pageAt(opened.endpoint('kiosk'), ownPage),
  form: await pageAt(opened.endpoint('form'), new RegExp(`^${site.origin}`)),
}

const calls = {
  /** Gives what the script returns, and what was sent while it ran. */
  run: async (page: keyof typeof pages, code: string): Promise<ScriptResult> => {
    const before = await readTraffic()
    const broken = () => 'broken off'
    const late = rest(brokenOffAfterMs, 'broken off', { ref: false })
    const given: unknown = await Promise.race([pages[page].evaluate(code).catch(broken), late])
    const after = await readTraffic()
    return { given, outside: after.outside - before.outside, udp: after.udp - before.udp }
  },
  /** Ends the shell, and tells what was seen from its start until then. */
  end: async () => {
    await Promise.all(browsers.map((browser) => browser.close()))
    await opened.stop()
    await site.close()
    return watch.end()
  },
}
export type AgentCalls = typeof calls

connectPeer(process, () => calls)
process.once('disconnect', () => process.exit())
