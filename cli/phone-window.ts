import { join } from 'node:path'
import { sameUser } from '../src/main/shell/browser/browser-user.ts'
import { measure, setBounds } from '../src/main/shell/browser/kiosk-page.ts'
import { launchWindow, type BrowserWindow } from '../src/main/shell/browser/launch.ts'
import { openProfiles } from '../src/main/shell/browser/profiles.ts'
import { readEndpoint } from '../src/main/shell/driver.ts'
import { originPolicy } from '../src/main/shell/policy.ts'
import { startFilteringProxy } from '../src/main/shell/proxy.ts'
import {
  kioskArea,
  phoneArea,
  scaledWindow,
  type TrialWindow,
} from '../src/main/shell/trial-window.ts'

const root = join(import.meta.dirname, '..')

/** Past the edge of any screen, until it is known where there is room. */
const unseen = { left: 16_000, top: 0, width: 480, height: 800 } as const

/** The phone of a trial: a browser with a window of its own, which is not seen yet. */
export interface PhoneWindow {
  /** The kiosk's window on this screen, as `FOYER_WINDOW` names it. */
  readonly kiosk: string
  /** Its DevTools endpoint, where it is driven. */
  readonly endpoint: string | undefined
  /** Shows it beside the kiosk; false where there is no room for it. */
  show(): Promise<boolean>
  /** Ends its browser, and deletes the profile; also where someone has closed the window. */
  close(): Promise<void>
}

/**
 * Opens the sandbox's phone at `url` in the machine's own Chromium, with a throw-away profile that reaches the sandbox
 * alone, for a kiosk of `size` (px of the screen). `driver`: whether it may be driven from outside. Throws when there
 * is no Chromium.
 */
export async function openPhone(
  url: string,
  size: TrialWindow['size'],
  driver: boolean,
): Promise<PhoneWindow> {
  const policy = originPolicy(url, [])
  if (!policy.ok) throw new Error('the phone stands at no address of this machine')
  const user = sameUser(root)
  const profiles = await openProfiles(undefined, user)
  const proxy = await startFilteringProxy(policy.value, () => undefined)
  let window: BrowserWindow | undefined
  const close = async () => {
    await window?.close()
    await proxy.close()
    await profiles.close()
  }
  try {
    const profile = await profiles.create('phone')
    const opened = (window = await launchWindow({
      ...{ root, user, driver, profile, proxy: proxy.address, env: process.env },
      ...{ isForeign: false, kiosk: false, locale: 'en', name: 'foyer-phone', bounds: unseen },
    }))
    const { free, pixelRatio } = await measure(opened.page)
    const kiosk = kioskArea(free, size)
    const area = phoneArea(free, kiosk)
    return {
      kiosk: scaledWindow(kiosk, pixelRatio),
      endpoint: driver ? await readEndpoint(profile) : undefined,
      async show() {
        if (!area) return false
        await opened.page.goto(url)
        await setBounds(opened, area)
        return true
      },
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}
