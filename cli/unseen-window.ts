import { join } from 'node:path'
import { sameUser } from '../src/main/shell/browser/browser-user.ts'
import { measure } from '../src/main/shell/browser/kiosk.ts'
import { launchWindow, type BrowserWindow } from '../src/main/shell/browser/launch.ts'
import { openProfiles } from '../src/main/shell/browser/profiles.ts'
import type { OriginPolicy } from '../src/main/shell/policy.ts'
import { startFilteringProxy } from '../src/main/shell/proxy.ts'
import type { Area } from '../src/main/shell/trial-window.ts'

const root = join(import.meta.dirname, '..')

/** Place past the edge of any screen, until the room on it is known. */
const unseen = { left: 16_000, top: 0, width: 480, height: 800 } as const

/** Browser with a window that is not yet visible, and its facts about the screen. */
export interface UnseenWindow {
  readonly opened: BrowserWindow
  readonly profile: string
  /** Part of the screen that is free for windows. */
  readonly free: Area
  /** Pixels of the screen a CSS px. */
  readonly pixelRatio: number
  /** Ends its browser, and deletes the profile; also where someone has closed the window. */
  readonly close: () => Promise<void>
}

/**
 * Opens a window in the machine's Chromium, with a throw-away profile limited to `policy`. `driver` allows outside
 * control. Throws without Chromium.
 */
export async function openUnseenWindow(
  policy: OriginPolicy,
  name: string,
  driver: boolean,
): Promise<UnseenWindow> {
  const user = sameUser(root)
  const profiles = await openProfiles(undefined, user)
  const proxy = await startFilteringProxy(policy, () => undefined)
  let window: BrowserWindow | undefined
  const close = async () => {
    await window?.close()
    await proxy.close()
    await profiles.close()
  }
  try {
    const profile = await profiles.create(name)
    const opened = (window = await launchWindow({
      root,
      user,
      driver,
      profile,
      proxy: proxy.address,
      env: process.env,
      isForeign: false,
      kiosk: false,
      locale: 'en',
      name: `foyer-${name}`,
      bounds: unseen,
    }))
    const { free, pixelRatio } = await measure(opened.page)
    return { opened, profile, free, pixelRatio, close }
  } catch (error) {
    await close()
    throw error
  }
}
