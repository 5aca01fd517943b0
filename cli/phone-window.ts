import { setBounds } from '../src/main/shell/browser/kiosk.ts'
import { readEndpoint } from '../src/main/shell/driver.ts'
import { originPolicy } from '../src/main/shell/policy.ts'
import {
  kioskArea,
  phoneArea,
  scaledWindow,
  type TrialWindow,
} from '../src/main/shell/trial-window.ts'
import { openUnseenWindow } from './unseen-window.ts'

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
 * Opens the sandbox's phone in the machine's Chromium, with a throw-away profile, for a kiosk of `size` px. `driver`
 * allows outside control. Throws without Chromium.
 */
export async function openPhone(
  url: string,
  size: TrialWindow['size'],
  driver: boolean,
): Promise<PhoneWindow> {
  const policy = originPolicy(url, [])
  if (!policy.ok) throw new Error('the phone stands at no address of this machine')
  const unseen = await openUnseenWindow(policy.value, 'phone', driver)
  const { opened, profile, free, pixelRatio, close } = unseen
  try {
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
