import { join } from 'node:path'
import { sameUser } from '../src/main/shell/browser/browser-user.ts'
import { measure, setBounds } from '../src/main/shell/browser/kiosk-page.ts'
import { launchWindow } from '../src/main/shell/browser/launch.ts'
import { openProfiles, type Profiles } from '../src/main/shell/browser/profiles.ts'
import { readEndpoint } from '../src/main/shell/driver.ts'
import { originPolicy } from '../src/main/shell/policy.ts'
import { startFilteringProxy } from '../src/main/shell/proxy.ts'
import { kioskArea, phoneArea, type TrialWindow } from '../src/main/shell/trial-window.ts'

const root = join(import.meta.dirname, '..')

/** Past the edge of any screen, until it is known where there is room. */
const unseen = { left: 16_000, top: 0, width: 480, height: 800 } as const

/** A window of its own beside the kiosk's. */
export interface PhoneWindow {
  /** Its DevTools endpoint, where it is driven. */
  readonly endpoint: string | undefined
  /** Ends its browser, and deletes the profile; also where someone has closed the window. */
  close(): Promise<void>
}

/**
 * Opens the sandbox's phone at `url` beside a kiosk of this size, in the machine's own Chromium with a throw-away
 * profile that reaches the sandbox alone. Undefined where there is no room for it. Throws when there is no Chromium.
 */
export async function openPhone(
  url: string,
  kiosk: TrialWindow,
  driver: boolean,
): Promise<PhoneWindow | undefined> {
  const user = sameUser(root)
  const profiles = await openProfiles(undefined, user)
  try {
    return await openWith(profiles)
  } catch (error) {
    await profiles.close()
    throw error
  }

  async function openWith(profiles: Profiles): Promise<PhoneWindow | undefined> {
    const policy = originPolicy(url, [])
    if (!policy.ok) throw new Error('the phone stands at no address of this machine')
    const proxy = await startFilteringProxy(policy.value, () => undefined)
    const profile = await profiles.create('phone')
    const window = await launchWindow({
      ...{ root, user, driver, profile, proxy: proxy.address, env: process.env },
      ...{ isForeign: false, kiosk: false, locale: 'en', name: 'foyer-phone', bounds: unseen },
    })
    const close = async () => {
      await window.close()
      await proxy.close()
      await profiles.close()
    }
    const { free } = await measure(window.page)
    const area = phoneArea(free, kioskArea(free, kiosk))
    if (!area) {
      await close()
      return undefined
    }
    await window.page.goto(url)
    await setBounds(window, area)
    return { endpoint: driver ? await readEndpoint(profile) : undefined, close }
  }
}
