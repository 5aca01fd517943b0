import { join } from 'node:path'
import type { DeskShell, DeskWindow } from '../desk-port.ts'
import { readEndpoint, type DriverEndpoints } from '../driver.ts'
import { readPages } from '../pages.ts'
import type { Shell } from '../port.ts'
import type { TrialWindow } from '../trial-window.ts'
import { sameUser, type BrowserUser } from './browser-user.ts'
import { openBrowserDesk } from './desk-window.ts'
import { openProfiles } from './profiles.ts'
import { createBrowserShell } from './shell.ts'

/** Options of a desk's shell. */
export interface BrowserDeskShellOptions {
  /** The project's folder; it holds `resources/` and the built pages. */
  readonly root: string
  /** User that browsers run as; this process's own user unless given. */
  readonly user?: BrowserUser
  /** For a trial alone: how large the window opens, and where. */
  readonly trial?: TrialWindow | undefined
  /** Set only by tests: opens DevTools endpoints and reports that of the desk's window as the kiosk's. */
  readonly onDriver?: ((endpoints: DriverEndpoints) => void) | undefined
}

/** Creates the shell of a desk in the machine's own Chromium. Throws if its pages cannot be read. */
export async function createBrowserDeskShell({
  root,
  user = sameUser(root),
  trial,
  onDriver,
}: BrowserDeskShellOptions): Promise<DeskShell> {
  const profiles = await openProfiles(undefined, user)
  const pages = await readPages(join(root, 'out', 'desk'))
  let desk: (DeskWindow & { close(): Promise<void> }) | undefined
  let endpoints: DriverEndpoints = { kiosk: undefined, form: undefined }
  const report = (change: Partial<DriverEndpoints>) => {
    endpoints = { ...endpoints, ...change }
    onDriver?.(endpoints)
  }
  return {
    kind: 'browser',
    async openDesk(options) {
      desk = await openBrowserDesk(
        {
          root,
          user,
          profiles,
          pages,
          env: process.env,
          driver: onDriver !== undefined,
          trial,
          scale: trial?.scale,
          onProfile: async (profile) => onDriver && report({ kiosk: await readEndpoint(profile) }),
        },
        options,
      )
      return desk
    },
    async openVisitShell(): Promise<Shell> {
      const shell = await createBrowserShell({
        root,
        user,
        rendererDir: join(root, 'out', 'renderer'),
        isForOneVisit: true,
        ...(trial && { trial }),
        ...(onDriver && { onDriver: ({ kiosk, form }) => report({ here: { kiosk, form } }) }),
      })
      return {
        ...shell,
        close: () => shell.close().finally(() => report({ here: undefined })),
      }
    },
    async close() {
      await desk?.close()
      await profiles.close()
    },
  }
}
