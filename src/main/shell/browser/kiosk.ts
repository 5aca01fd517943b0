import type { Page } from 'playwright-core'
import type { View } from '../../../shared/ipc.ts'
import { ownPageHeaders, pageFile, type PageFile } from '../pages.ts'
import type { KioskOptions, KioskWindow } from '../port.ts'
import { oneAtATime } from '../in-turn.ts'
import { exposeBridge, type BridgeEnd } from './bridge.ts'
import { launchWindow, type BrowserWindow, type Machine } from './launch.ts'
import { guardPage } from './page-guard.ts'
import type { Profiles } from './profiles.ts'
import { startFilteringProxy } from '../proxy.ts'

/** Width and height in CSS px. */
export interface Size {
  readonly width: number
  readonly height: number
}

/** The kiosk window with what the rest of the shell needs of it. */
export interface BrowserKiosk extends KioskWindow {
  /** The part of the screen that the window fills. */
  readonly size: Size
  /** Puts the kiosk window above every other. */
  raise(): Promise<void>
  close(): Promise<void>
}

/** What the kiosk window is made of. */
export interface KioskParts extends Machine {
  readonly profiles: Profiles
  readonly pages: ReadonlyMap<string, PageFile>
  /** Undefined: the whole screen. */
  readonly size: Size | undefined
  readonly onProfile: (profile: string) => Promise<void>
  /** The window was made anew after a crash, and lies above every other. */
  readonly onMended: () => void
}

// `.invalid` can never exist, and everything of it is answered from memory. Each renewal takes another
// site, so that Chromium gives the new page a process of its own and ends the old one.
const ownHost = /^foyer-\d+\.invalid$/
const ownOrigin = (generation: number) => `https://foyer-${generation}.invalid`

/** Opens the kiosk window on our own pages. Throws when Chromium cannot be started. */
export async function openBrowserKiosk(
  parts: KioskParts,
  options: KioskOptions,
): Promise<BrowserKiosk> {
  const proxy = await startFilteringProxy({ origins: new Set() }, () => undefined)
  let generation = 0
  let newest: View | undefined
  let current: Opened | undefined
  let closed = false
  const inTurn = oneAtATime()

  const open = async (): Promise<Opened> => {
    const opened = await openWindow(parts, options, proxy.address, () => ownOrigin(generation))
    if (newest) opened.bridge.push(newest)
    await opened.window.page.goto(`${ownOrigin(generation)}/`)
    await opened.window.cdp.send('Page.resetNavigationHistory')
    const { page, context } = opened.window
    page.once('crash', () => void inTurn(reopen).then(parts.onMended, options.onClosed))
    context.once('close', () => {
      if (closed || current !== opened) return
      closed = true
      options.onClosed()
    })
    return opened
  }
  const reopen = async () => {
    if (closed) return
    const broken = current
    generation += 1
    current = await open()
    await broken?.close()
  }
  const renew = async () => {
    if (!current || closed) return
    const { page, cdp } = current.window
    const old = ownOrigin(generation)
    generation += 1
    try {
      await page.goto(`${ownOrigin(generation)}/`, { timeout: 10_000 })
      await cdp.send('Storage.clearDataForOrigin', { origin: old, storageTypes: 'all' })
      await cdp.send('Network.clearBrowserCookies')
      await cdp.send('Network.clearBrowserCache')
      await cdp.send('Page.resetNavigationHistory')
    } catch {
      await reopen()
    }
  }
  current = await open()
  return {
    size: current.size,
    show(view) {
      newest = view
      current?.bridge.push(view)
    },
    renew: () => inTurn(renew),
    raise: async () => current?.window.page.bringToFront(),
    async close() {
      closed = true
      await inTurn(async () => current?.close())
      await proxy.close()
    },
  }
}

interface Opened {
  readonly window: BrowserWindow
  readonly bridge: BridgeEnd
  readonly size: Size
  close(): Promise<void>
}

async function openWindow(
  parts: KioskParts,
  options: KioskOptions,
  proxy: string,
  origin: () => string,
): Promise<Opened> {
  const profile = await parts.profiles.create('kiosk')
  const window = await launchWindow({
    ...parts,
    profile,
    proxy,
    locale: options.locale,
    kiosk: true,
    name: 'foyer-kiosk',
    bounds: parts.size && fill(parts.size),
  })
  const { context, page } = window
  await context.route('**/*', async (route) => {
    const url = route.request().url()
    const file = new URL(url).origin === origin() ? pageFile(parts.pages, url) : undefined
    if (!file) return route.abort('aborted')
    const headers = { ...ownPageHeaders, 'Content-Type': file.contentType }
    return route.fulfill({ body: file.body, headers })
  })
  context.on('page', (popup) => void popup.close().catch(() => undefined))
  page.on('filechooser', () => undefined)
  const bridge = await exposeBridge(
    page,
    ownHost,
    (frame) => frame === page.mainFrame() && new URL(frame.url()).origin === origin(),
    options.handler,
  )
  await guardPage(context, page, () => undefined)
  const size = await fitToScreen(window, parts.size)
  await parts.onProfile(profile)
  return {
    window,
    bridge,
    size,
    async close() {
      await window.close()
      await parts.profiles.remove(profile)
    },
  }
}

/**
 * Chromium takes a pixel off a window that is exactly as large as its X screen, lest a window manager
 * make it full-screen. One row more than the screen, below its edge, avoids that.
 */
const fill = ({ width, height }: Size) => ({ left: 0, top: 0, width, height: height + 1 })

async function fitToScreen({ page, cdp }: BrowserWindow, wanted: Size | undefined): Promise<Size> {
  const { screen, inner } = await measure(page)
  const size = wanted ?? screen
  if (inner.width === size.width && inner.height >= size.height) return size
  const { windowId } = await cdp.send('Browser.getWindowForTarget')
  await cdp.send('Browser.setWindowBounds', { windowId, bounds: { windowState: 'normal' } })
  await cdp.send('Browser.setWindowBounds', { windowId, bounds: fill(size) })
  return size
}

function measure(page: Page): Promise<{ screen: Size; inner: Size }> {
  return page.evaluate(() => {
    const self = globalThis as unknown as { screen: Size; innerWidth: number; innerHeight: number }
    return {
      screen: { width: self.screen.width, height: self.screen.height },
      inner: { width: self.innerWidth, height: self.innerHeight },
    }
  })
}
