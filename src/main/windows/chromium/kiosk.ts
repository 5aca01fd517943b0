import type { Page } from 'playwright-core'
import type { View } from '../../../shared/ipc.ts'
import { createSequencer } from '../../base/sequencer.ts'
import type { PageFile } from '../../form-view/pages.ts'
import type { KioskOptions } from '../port.ts'
import { kioskArea, type Area, type Size, type TrialWindow } from '../trial-window.ts'
import {
  launchWindow,
  openInTime,
  StuckBrowserError,
  type BrowserWindow,
  type Machine,
} from './launch.ts'
import { ownOriginOf, prepareOwnPage } from './own-page.ts'

export type BrowserKiosk = Awaited<ReturnType<typeof openBrowserKiosk>>

export interface KioskParts extends Omit<KioskPageParts, 'generation' | 'opens' | 'place'> {
  readonly keepsSpare: boolean
  readonly onProfile: (profile: string) => Promise<void>
  readonly onSpare: (profile: string | undefined) => Promise<void>
  /** Another window of the kiosk's lies above every other, or took the keys from it. */
  readonly onRaised: () => Promise<void>
  /** Chromium has put the kiosk's window above every other for that. */
  readonly onTouched: () => void
}

// A patient's input passes through the whole browser process: every renewal takes another one, with another profile,
// which was started in advance and is ready beside the screen.
/** Opens the kiosk window on our own pages, once more if it does not in time. Throws if Chromium cannot start. */
export async function openBrowserKiosk(
  parts: KioskParts,
  options: KioskOptions,
  openPage: typeof openKioskPage = openKioskPage,
) {
  const inSequence = createSequencer()
  let generation = 0
  /** Generations of the pages that may command, that of the one on the screen last: two while one replaces the other. */
  let heard: readonly number[] = []
  let newest: View | undefined
  let closed = false
  let spare: Promise<KioskBrowser> | undefined
  /** Pages that are to be gone: a renewal that fails leaves them to the next, and is not done before they are. */
  const ending = new Set<KioskBrowser>()
  const endAll = async () => {
    const each = async (page: KioskBrowser) => {
      await page.end()
      ending.delete(page)
    }
    await Promise.all([...ending].map(each))
  }

  const make = (opens: 'seen' | 'aside', place: Place | undefined) => {
    const own = generation++
    const isSeen = () => heard.at(-1) === own
    return openPage(
      { ...parts, generation: own, opens, place },
      {
        locale: options.locale,
        handler: options.handler,
        isHeard: () => heard.includes(own),
        onReleased: () => isSeen() && parts.onTouched(),
        onCrash() {
          if (isSeen()) void inSequence(renew).then(parts.onRaised).catch(options.onClosed)
        },
        onGone() {
          if (closed || !isSeen()) return
          closed = true
          options.onClosed()
        },
        // Only the first window is waited for by all of Foyer.
        ...(own === 0 && options.onStarted && { onStarted: options.onStarted }),
      },
    )
  }

  let current = await make('seen', undefined).catch((error: unknown) => {
    if (!(error instanceof StuckBrowserError)) throw error
    options.onRetry?.()
    return make('seen', undefined)
  })
  heard = [current.generation]
  const { place } = current

  /** Starts the next window, once the one on the screen needs the machine no longer for itself. */
  const prepare = async () => {
    if (!parts.keepsSpare) return
    await current.drawn()
    if (closed || spare) return
    spare = make('aside', place)
    const ready = await spare
    await parts.onRaised()
    await parts.onSpare(ready.profile)
  }
  // Without a spare, the next renewal makes its window itself, and says what is wrong.
  const prepareLater = () => void prepare().catch(() => undefined)

  const takeSpare = async () => {
    const ready = await spare?.catch(() => undefined)
    spare = undefined
    if (ready?.isAlive) return ready
    await ready?.end()
    return make('aside', place)
  }
  const renew = async () => {
    if (closed) return
    await endAll()
    const next = await takeSpare()
    ending.add(next)
    if (newest) next.show(newest)
    await next.drawn()
    ending.delete(next)
    ending.add(current)
    heard = [current.generation, next.generation]
    current = next
    await next.toScreen()
    heard = [next.generation]
    await Promise.all([endAll(), parts.onProfile(next.profile), parts.onSpare(undefined)])
    prepareLater()
  }

  await parts.onProfile(current.profile)
  return {
    place,
    show(view: View) {
      const isFirst = newest === undefined
      newest = view
      current.show(view)
      if (isFirst) prepareLater()
    },
    renew: () => inSequence(renew),
    raise: () => current.raise(),
    async close() {
      closed = true
      await inSequence(async () => {
        const unused = await spare?.catch(() => undefined)
        await Promise.all([current.end(), unused?.end(), endAll()])
      })
    },
  }
}

interface Place extends Area {
  /** Distance from the left beyond which nothing is visible. */
  readonly aside: number
  /** Pixels of the screen a CSS px. */
  readonly pixelRatio: number
}

interface KioskPageParts extends Machine {
  readonly pages: ReadonlyMap<string, PageFile>
  readonly opens: 'seen' | 'aside'
  /** Undefined: as large as the screen, which only a window that is seen can tell. */
  readonly size: Size | undefined
  /** Before `size`. */
  readonly trial: TrialWindow | undefined
  readonly place: Place | undefined
  /** No two pages have the same. */
  readonly generation: number
}

type KioskBrowser = Awaited<ReturnType<typeof openKioskPage>>

export const kioskClass = 'foyer-kiosk'

async function openKioskPage(
  parts: KioskPageParts,
  options: Pick<KioskOptions, 'handler' | 'locale' | 'onStarted'> & {
    readonly isHeard: () => boolean
    readonly onReleased: () => void
    readonly onCrash: () => void
    /** Its browser is gone. */
    readonly onGone: () => void
  },
) {
  const origin = ownOriginOf(parts.generation)
  const opened = await launchWindow({
    ...parts,
    locale: options.locale,
    isForeign: false,
    kiosk: !parts.trial,
    name: 'kiosk',
    bounds: firstBounds(parts),
    onStarted: options.onStarted,
  })
  const { context, page, cdp, profile } = opened
  try {
    const own = await prepareOwnPage(opened, parts.pages, () => origin, options.handler, options)
    let isAlive = true
    page.once('crash', () => {
      isAlive = false
      options.onCrash()
    })
    context.once('close', () => {
      isAlive = false
      options.onGone()
    })
    let hasCamera = false
    /** Lets the page use the camera while a view asks for it: no microphone, nothing else. */
    const permitCamera = ({ overlay }: View) => {
      if (hasCamera === (overlay?.name === 'camera')) return
      hasCamera = !hasCamera
      const setting = hasCamera ? 'granted' : 'denied'
      const permission = { name: 'camera' }
      cdp.send('Browser.setPermission', { permission, setting, origin }).catch(() => undefined)
    }
    const place = await openInTime({ ...parts, profile }, async () => {
      const fitted = await fit(opened, parts)
      await own.load()
      return fitted
    })
    return {
      generation: parts.generation,
      profile,
      place,
      show(view: View) {
        permitCamera(view)
        own.show(view)
      },
      drawn: own.drawn,
      async toScreen() {
        await setBounds(opened, boundsOf(place, 'seen'))
        await page.bringToFront()
      },
      raise: () => page.bringToFront(),
      get isAlive() {
        return isAlive
      },
      end: opened.close,
    }
  } catch (error) {
    await opened.close()
    throw error
  }
}

// Chromium takes a pixel off a window that is as large as its X screen, lest it be made full-screen: one more row.
function boundsOf({ left, top, width, height, aside }: Place, opens: 'seen' | 'aside'): Area {
  return { left: opens === 'seen' ? left : aside, top, width, height: height + 1 }
}

const fullScreen = (size: Size, pixelRatio = 1): Place => {
  return { left: 0, top: 0, ...size, aside: 2 * size.width, pixelRatio }
}

function firstBounds({ opens, size, trial, place }: KioskPageParts): Area | undefined {
  if (place) return boundsOf(place, opens)
  if (trial)
    return trial.size === 'fit' ? undefined : { left: 0, top: 0, ...trial.at, ...trial.size }
  return size && boundsOf(fullScreen(size), opens)
}

/** Moves a window, and gives it another size. */
export async function setBounds({ cdp }: Pick<BrowserWindow, 'cdp'>, bounds: Area): Promise<void> {
  const { windowId } = await cdp.send('Browser.getWindowForTarget')
  await cdp.send('Browser.setWindowBounds', { windowId, bounds: { windowState: 'normal' } })
  await cdp.send('Browser.setWindowBounds', { windowId, bounds })
}

async function fit(window: BrowserWindow, parts: KioskPageParts): Promise<Place> {
  const { screen, free, inner, pixelRatio } = await measure(window.page)
  const { size, trial } = parts
  const found = (): Place => {
    if (!trial) return fullScreen(size ?? screen, pixelRatio)
    // To the left: an edge that a window manager keeps on the screen lies beneath the kiosk, and not beside it.
    return { ...kioskArea(free, trial.size, trial.at), aside: -2 * screen.width, pixelRatio }
  }
  const place = parts.place ?? found()
  const fills = inner.width === place.width && inner.height >= place.height
  if (parts.opens === 'aside' || trial || !fills)
    await setBounds(window, boundsOf(place, parts.opens))
  return place
}

/** Measures the screen, its free part, the visible part of the page, and the screen's pixels per CSS px. */
export function measure(page: Page) {
  return page.evaluate(() => {
    const { width, height, availLeft, availTop, availWidth, availHeight } = screen as Screen &
      Record<'availLeft' | 'availTop', number>
    return {
      screen: { width, height },
      free: { left: availLeft, top: availTop, width: availWidth, height: availHeight },
      inner: { width: innerWidth, height: innerHeight },
      pixelRatio: devicePixelRatio,
    }
  })
}
