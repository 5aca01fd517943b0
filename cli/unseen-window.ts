import { join } from 'node:path'
import { sameUser } from '../src/main/windows/chromium/browser-user.ts'
import { measure, setBounds } from '../src/main/windows/chromium/kiosk.ts'
import { launchWindow, type BrowserWindow } from '../src/main/windows/chromium/launch.ts'
import { openProfiles } from '../src/main/windows/chromium/profiles.ts'
import { readEndpoint } from '../src/main/windows/driver.ts'
import { originPolicy, type OriginPolicy } from '../src/main/form-view/policy.ts'
import { startFilteringProxy } from '../src/main/form-view/proxy.ts'
import {
  kioskArea,
  phoneArea,
  scaledWindow,
  type TrialWindow,
} from '../src/main/windows/trial-window.ts'

const root = join(import.meta.dirname, '..')

/** Place past the edge of any screen, until the room on it is known. */
const unseen = { left: 16_000, top: 0, width: 480, height: 800 } as const

/** Opens a window in the machine's Chromium with a throw-away profile limited to `policy`. Throws without Chromium. */
export async function openUnseenWindow(policy: OriginPolicy, name: string, driver: boolean) {
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
    window = await launchWindow({
      root,
      user,
      profiles,
      driver,
      proxy: proxy.address,
      env: process.env,
      isForeign: false,
      locale: 'en',
      name,
      bounds: unseen,
    })
    const { free, pixelRatio } = await measure(window.page)
    return { opened: window, free, pixelRatio, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Opens the sandbox's phone in the machine's Chromium for a kiosk of `size` px. Throws without Chromium. */
export async function openPhone(url: string, size: TrialWindow['size'], driver: boolean) {
  const policy = originPolicy(url, [])
  if (!policy.ok) throw new Error('the phone stands at no address of this machine')
  const unseen = await openUnseenWindow(policy.value, 'phone', driver)
  const { opened, free, pixelRatio, close } = unseen
  try {
    const kiosk = kioskArea(free, size)
    const area = phoneArea(free, kiosk)
    return {
      kiosk: scaledWindow(kiosk, pixelRatio),
      endpoint: driver ? await readEndpoint(opened.profile) : undefined,
      /** Shows it beside the kiosk; false where there is no room for it. */
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
