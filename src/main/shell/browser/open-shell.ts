import type { ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import type { DriverEndpoints } from '../driver.ts'
import { otherUser, sameUser, type BrowserUser } from './browser-user.ts'
import { createBrowserShell } from './shell.ts'
import type { Shell } from '../port.ts'
import type { TrialWindow } from '../trial-window.ts'

function sizeOf(text: string | undefined): { width: number; height: number } | undefined {
  const [, width, height] = /^(\d{3,5})x(\d{3,5})$/.exec(text ?? '') ?? []
  return width && height ? { width: Number(width), height: Number(height) } : undefined
}

export type { BrowserUser }

/**
 * Whom browsers run as: another user, for whom `helper` (`resources/browser-user.sh`) runs and whose group is `group`,
 * else this process's own. `root` is the project's folder.
 */
export function browserUser(
  root: string,
  other?: { readonly helper: ChildProcess; readonly group: number },
): BrowserUser {
  return other ? otherUser(root, other.helper, other.group) : sameUser(root)
}

/**
 * Opens the shell in the machine's own Chromium, on the built pages of the project in `root`.
 * `user` is whom browsers run as; this process's own user unless given.
 * `trial` is a window for a trial, that leaves the rest of the screen free.
 * `FOYER_SIZE` (such as `1080x1920`, CSS px) is the size of the kiosk; without it, the screen's.
 */
export function openBrowserShell(
  place: {
    readonly root: string
    readonly environment: NodeJS.ProcessEnv
    readonly trial?: TrialWindow | undefined
  },
  onDriver: ((endpoints: DriverEndpoints) => void) | undefined,
  user?: BrowserUser,
): Promise<Shell> {
  const size = sizeOf(place.environment['FOYER_SIZE'])
  return createBrowserShell({
    root: place.root,
    rendererDir: join(place.root, 'out', 'renderer'),
    ...(size && { size }),
    ...(place.trial && { trial: place.trial }),
    ...(user && { user }),
    ...(onDriver && { onDriver }),
  })
}
