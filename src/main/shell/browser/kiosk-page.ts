import type { Page } from 'playwright-core'
import type { View } from '../../../shared/ipc.ts'
import type { PageFile } from '../pages.ts'
import type { KioskOptions } from '../port.ts'
import { kioskArea, type Area, type TrialWindow } from '../trial-window.ts'
import { launchWindow, type BrowserWindow, type Machine } from './launch.ts'
import { openInTime } from './open-in-time.ts'
import { ownOriginOf, prepareOwnPage } from './own-page.ts'
import type { Profiles } from './profiles.ts'

/** Width and height in CSS px. */
export interface Size {
  readonly width: number
  readonly height: number
}

/** Where the kiosk stands on its screen, in CSS px. */
export interface Place extends Area {
  /** How far from the left nothing is seen any more. */
  readonly aside: number
  /** Pixels of the screen a CSS px. */
  readonly pixelRatio: number
}

/** What our own page in a browser process of its own is made of. */
export interface KioskPageParts extends Machine {
  readonly profiles: Profiles
  readonly pages: ReadonlyMap<string, PageFile>
  /** Where the window opens: where a patient sees it, or past the edge of the screen, as large as it will be. */
  readonly opens: 'seen' | 'aside'
  /** Undefined: as large as the screen, which only a window that is seen can tell. */
  readonly size: Size | undefined
  /** For a trial: a window that leaves the rest of the screen free. It goes before `size`. */
  readonly trial: TrialWindow | undefined
  /** Undefined until the first window has found it out. */
  readonly place: Place | undefined
  /** Address of the proxy that lets nothing through. */
  readonly proxy: string
  /** Another one for every page, so that no two are ever taken for each other. */
  readonly generation: number
}

/** One browser process with our own page in its one window. It serves one patient, and ends with the visit. */
export interface KioskBrowser {
  readonly generation: number
  readonly profile: string
  /** The part of the screen that the window fills. */
  readonly place: Place
  /** Hands the view to the page. */
  show(view: View): void
  /** Resolves once the page has drawn the newest view that it was given. Rejects when it does not within 5 s. */
  drawn(): Promise<void>
  /** Comes to where a patient sees it, above every other window. */
  toScreen(): Promise<void>
  /** Puts the window above every other. */
  raise(): Promise<void>
  /** Whether the page still runs. */
  readonly isAlive: boolean
  /** Calls whenever a finger or a button of the mouse came up over the page. */
  onReleased(listener: () => void): void
  /** Calls when the page's process crashes. */
  onCrash(listener: () => void): void
  /** Calls when the whole browser process is gone, whoever ended it. */
  onGone(listener: () => void): void
  /** Ends the process and deletes its profile; resolves when both are gone. */
  end(): Promise<void>
}

/** WM_CLASS of the window. */
export const kioskClass = 'foyer-kiosk'

/** Opens our own page in a new browser process with a new profile. Throws when Chromium cannot be started. */
export async function openKioskPage(
  parts: KioskPageParts,
  options: Pick<KioskOptions, 'handler' | 'locale' | 'onStarted'>,
): Promise<KioskBrowser> {
  const origin = ownOriginOf(parts.generation)
  const profile = await parts.profiles.create('kiosk')
  let window: BrowserWindow | undefined
  const end = async () => {
    await window?.close()
    await parts.profiles.remove(profile)
  }
  try {
    window = await launchWindow({
      ...parts,
      profile,
      locale: options.locale,
      isForeign: false,
      kiosk: !parts.trial,
      name: kioskClass,
      bounds: firstBounds(parts),
      onStarted: options.onStarted,
    })
    const opened = window
    const { context, page, cdp } = opened
    let onReleased = () => {}
    const own = await prepareOwnPage<View>(
      opened,
      parts.pages,
      () => origin,
      options.handler,
      () => onReleased(),
    )
    let isAlive = true
    const died = () => (isAlive = false)
    page.once('crash', died)
    context.once('close', died)
    let hasCamera = false
    /** Lets the page use the camera while a view asks for it: no microphone, nothing else. */
    const permitCamera = ({ overlay }: View) => {
      if (hasCamera === (overlay?.name === 'camera')) return
      hasCamera = !hasCamera
      const setting = hasCamera ? 'granted' : 'denied'
      const permission = { name: 'camera' }
      // Where the page is gone by now nobody uses a camera.
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
      show(view) {
        permitCamera(view)
        own.bridge.push(view)
      },
      drawn: () => own.bridge.drawn(),
      async toScreen() {
        await setBounds(opened, fill(place))
        await page.bringToFront()
      },
      raise: () => page.bringToFront(),
      get isAlive() {
        return isAlive
      },
      onReleased: (listener) => void (onReleased = listener),
      onCrash: (listener) => void page.once('crash', listener),
      onGone: (listener) => void context.once('close', listener),
      end,
    }
  } catch (error) {
    await end()
    throw error
  }
}

/**
 * Chromium takes a pixel off a window that is exactly as large as its X screen, lest a window manager
 * make it full-screen. One row more than the screen, below its edge, avoids that.
 */
const fill = ({ left, top, width, height }: Area): Area => ({
  left,
  top,
  width,
  height: height + 1,
})

const boundsAt = {
  seen: fill,
  aside: (place: Place): Area => ({ ...fill(place), left: place.aside }),
}

const fullScreen = (size: Size, pixelRatio = 1): Place => ({
  ...{ left: 0, top: 0, ...size, aside: 2 * size.width },
  pixelRatio,
})

function firstBounds({ opens, size, trial, place }: KioskPageParts): Area | undefined {
  if (place) return boundsAt[opens](place)
  if (trial)
    return trial.size === 'fit' ? undefined : { left: 0, top: 0, ...trial.at, ...trial.size }
  return size && boundsAt[opens](fullScreen(size))
}

/** Moves a window, and gives it another size. */
export async function setBounds({ cdp }: BrowserWindow, bounds: Area): Promise<void> {
  const { windowId } = await cdp.send('Browser.getWindowForTarget')
  await cdp.send('Browser.setWindowBounds', { windowId, bounds: { windowState: 'normal' } })
  await cdp.send('Browser.setWindowBounds', { windowId, bounds })
}

/** Puts the window where it belongs: a window manager, or the lack of one, may have had its own idea. */
async function fit(window: BrowserWindow, parts: KioskPageParts): Promise<Place> {
  const { screen, free, inner, pixelRatio } = await measure(window.page)
  const place =
    parts.place ??
    (parts.trial
      ? // To the left: an edge that a window manager keeps on the screen lies beneath the kiosk, and not beside it.
        {
          ...kioskArea(free, parts.trial.size, parts.trial.at),
          aside: -2 * screen.width,
          pixelRatio,
        }
      : fullScreen(parts.size ?? screen, pixelRatio))
  const fills = inner.width === place.width && inner.height >= place.height
  if (parts.opens === 'aside' || parts.trial || !fills)
    await setBounds(window, boundsAt[parts.opens](place))
  return place
}

/** The screen, what is free of it for windows, what is seen of the page, and pixels of the screen a CSS px. */
export function measure(
  page: Page,
): Promise<{ screen: Size; free: Area; inner: Size; pixelRatio: number }> {
  return page.evaluate(() => {
    const self = globalThis as unknown as {
      screen: Size & Record<'availLeft' | 'availTop' | 'availWidth' | 'availHeight', number>
      innerWidth: number
      innerHeight: number
      devicePixelRatio: number
    }
    const { width, height, availLeft, availTop, availWidth, availHeight } = self.screen
    return {
      screen: { width, height },
      free: { left: availLeft, top: availTop, width: availWidth, height: availHeight },
      inner: { width: self.innerWidth, height: self.innerHeight },
      pixelRatio: self.devicePixelRatio,
    }
  })
}
