import { join } from 'node:path'
import type { DeskView } from '../../../shared/desk/view.ts'
import { createSequencer } from '../../base/sequencer.ts'
import {
  deskWindow,
  type DeskShell,
  type DeskWindow,
  type DeskWindowOptions,
} from '../desk-port.ts'
import { createEndpointReport, readEndpoint, type DriverEndpoints } from '../driver.ts'
import { readPages, type PageFile } from '../pages.ts'
import { nothingAllowed } from '../policy.ts'
import type { Shell } from '../port.ts'
import { startFilteringProxy } from '../proxy.ts'
import { kioskArea, type TrialWindow } from '../trial-window.ts'
import { openKeyboardFocus } from '../x11.ts'
import { sameUser, type BrowserUser } from './browser-user.ts'
import { measure, setBounds } from './kiosk.ts'
import { launchWindow, type BrowserWindow, type Machine } from './launch.ts'
import { ownOriginOf, prepareOwnPage } from './own-page.ts'
import { openProfiles, type Profiles } from './profiles.ts'
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
  const report = createEndpointReport(onDriver)
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

/** Parts of a desk's window. */
interface DeskWindowParts extends Machine {
  readonly profiles: Profiles
  readonly pages: ReadonlyMap<string, PageFile>
  /** For a trial: how large the window opens, and where. */
  readonly trial: TrialWindow | undefined
  /** The profile of the window's browser process. */
  readonly onProfile: (profile: string) => Promise<void>
}

/** WM_CLASS of the window. */
const deskClass = 'foyer-desk'

// Each page has a site of its own, so that Chromium gives it a process of its own.
/** Opens a desk's window in a browser process with a profile of its own. Throws if Chromium cannot start. */
async function openBrowserDesk(
  parts: DeskWindowParts,
  options: DeskWindowOptions,
): Promise<DeskWindow & { close(): Promise<void> }> {
  const proxy = await startFilteringProxy(nothingAllowed, () => undefined)
  const profile = await parts.profiles.create('desk')
  const window = await launchWindow({
    ...parts,
    profile,
    proxy: proxy.address,
    locale: options.locale,
    isForeign: false,
    isHeard: true,
    kiosk: false,
    prints: 'asks',
    name: deskClass,
    bounds: { left: 0, top: 0, ...deskWindow.opens },
  })
  const { context, page } = window
  const inSequence = createSequencer()
  let generation = 0
  let closed = false
  const end = async () => {
    closed = true
    await window.close()
    await parts.profiles.remove(profile)
    await proxy.close()
  }
  try {
    const own = await prepareOwnPage<DeskView>(
      window,
      parts.pages,
      () => ownOriginOf(generation),
      options.handler,
    )
    await fitScreen(window, parts.trial)
    await own.load()
    const gone = () => {
      if (closed) return
      closed = true
      options.onClosed()
    }
    context.once('close', gone)
    page.once('crash', gone)
    await parts.onProfile(profile)
    return {
      show: (view) => own.bridge.push(view),
      renew: () =>
        inSequence(async () => {
          if (closed) return
          generation += 1
          await own.load()
        }),
      async bringToFront() {
        await page.bringToFront().catch(() => undefined)
        const focus = await openKeyboardFocus(parts.env).catch(() => undefined)
        await focus?.raise(deskClass)
        await focus?.giveTo(deskClass)
        focus?.close()
      },
      close: end,
    }
  } catch (error) {
    await end()
    throw error
  }
}

// Without a window manager, no other program does.
/** Places a trial's window, and shrinks any other window that is larger than its screen's free part. */
async function fitScreen(window: BrowserWindow, trial: TrialWindow | undefined): Promise<void> {
  const { free } = await measure(window.page)
  if (trial) return setBounds(window, kioskArea(free, trial.size, trial.at))
  const { width, height } = deskWindow.opens
  if (width <= free.width && height <= free.height) return
  await setBounds(window, {
    left: free.left,
    top: free.top,
    width: Math.min(width, free.width),
    height: Math.min(height, free.height),
  })
}
