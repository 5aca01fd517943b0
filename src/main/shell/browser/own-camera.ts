import type { CDPSession } from 'playwright-core'
import type { View } from '../../../shared/ipc.ts'

/** Decides when our own page may use the camera. */
export interface OwnCamera {
  /** To be told of each view before the page has it: the camera is the page's as long as the view is that of one. */
  follow(view: View): void
}

/** Lets our own page at `origin` use the camera while a view asks for it: no microphone, nothing else. */
export function permitOwnCamera(cdp: CDPSession, origin: string): OwnCamera {
  let isWanted = false
  return {
    follow({ overlay }) {
      const wants = overlay?.name === 'camera'
      if (wants === isWanted) return
      isWanted = wants
      const setting = wants ? 'granted' : 'denied'
      const permission = { name: 'camera' }
      // Where the page is gone by now nobody uses a camera.
      cdp.send('Browser.setPermission', { permission, setting, origin }).catch(() => undefined)
    },
  }
}
