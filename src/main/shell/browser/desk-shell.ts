import { join } from 'node:path'
import type { DeskShell, DeskWindow } from '../desk-port.ts'
import { readEndpoint, type DriverEndpoints } from '../driver.ts'
import { readPages } from '../pages.ts'
import type { TrialWindow } from '../trial-window.ts'
import { sameUser, type BrowserUser } from './browser-user.ts'
import { openBrowserDesk } from './desk-window.ts'
import { openProfiles } from './profiles.ts'

/** How a desk's shell is set up. */
export interface BrowserDeskShellOptions {
  /** The project's folder; it holds `resources/` and the built pages. */
  readonly root: string
  /** Whom browsers run as; this process's own user unless given. */
  readonly user?: BrowserUser
  /** For a trial alone: how large the window opens, and where. */
  readonly trial?: TrialWindow | undefined
  /** Set only by tests: opens a DevTools endpoint and reports it as that of the kiosk's window. */
  readonly onDriver?: ((endpoints: DriverEndpoints) => void) | undefined
}

/** The shell of a desk in the machine's own Chromium. Throws when its pages cannot be read. */
export async function createBrowserDeskShell({
  root,
  user = sameUser(root),
  trial,
  onDriver,
}: BrowserDeskShellOptions): Promise<DeskShell> {
  const profiles = await openProfiles(undefined, user)
  const pages = await readPages(join(root, 'out', 'desk'))
  let desk: (DeskWindow & { close(): Promise<void> }) | undefined
  return {
    kind: 'browser',
    async openDesk(options) {
      desk = await openBrowserDesk(
        {
          ...{ root, user, profiles, pages, env: process.env, driver: onDriver !== undefined },
          ...{ trial, scale: trial?.scale },
          onProfile: async (profile) =>
            onDriver?.({ kiosk: await readEndpoint(profile), form: undefined }),
        },
        options,
      )
      return desk
    },
    async close() {
      await desk?.close()
      await profiles.close()
    },
  }
}
