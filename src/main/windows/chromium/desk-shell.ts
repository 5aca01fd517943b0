import { join } from 'node:path'
import { createSequencer } from '../../base/sequencer.ts'
import { deskWindow, type DeskShell, type DeskWindow } from '../desk-port.ts'
import { createEndpointReport, readEndpoint } from '../driver.ts'
import { readPages } from '../../form-view/pages.ts'
import type { Shell } from '../port.ts'
import { kioskArea, type TrialWindow } from '../trial-window.ts'
import { openKeyboardFocus } from '../x11.ts'
import { sameUser } from './browser-user.ts'
import { measure, setBounds } from './kiosk.ts'
import { launchWindow, type BrowserWindow } from './launch.ts'
import { ownOriginOf, prepareOwnPage } from './own-page.ts'
import { openProfiles } from './profiles.ts'
import { createBrowserShell } from './shell.ts'

const deskClass = 'foyer-desk'

/** Creates the shell of a desk in the machine's own Chromium. Throws if its pages cannot be read. */
export async function createBrowserDeskShell(
  shared: Pick<Parameters<typeof createBrowserShell>[0], 'root' | 'user' | 'trial' | 'onDriver'>,
): Promise<DeskShell> {
  const { root, user = sameUser(root), trial, onDriver } = shared
  const profiles = await openProfiles(undefined, user)
  const pages = await readPages(join(root, 'out', 'desk'))
  const report = createEndpointReport(onDriver)
  const { env } = process
  let desk: BrowserWindow | undefined
  let closed = false
  return {
    kind: 'browser',
    // Each page has a site of its own, so that Chromium gives it a process of its own.
    async openDesk(options): Promise<DeskWindow> {
      const window = await launchWindow({
        root,
        user,
        profiles,
        env,
        driver: onDriver !== undefined,
        scale: trial?.scale,
        locale: options.locale,
        isForeign: false,
        isHeard: true,
        prints: 'asks',
        name: 'desk',
        bounds: { left: 0, top: 0, ...deskWindow.opens },
      })
      desk = window
      const { context, page, profile } = window
      const inSequence = createSequencer()
      let generation = 0
      try {
        const origin = () => ownOriginOf(generation)
        const own = await prepareOwnPage(window, pages, origin, options.handler)
        await fitScreen(window, trial)
        await own.load()
        const gone = () => {
          if (closed) return
          closed = true
          options.onClosed()
        }
        context.once('close', gone)
        page.once('crash', gone)
        if (onDriver) report({ kiosk: await readEndpoint(profile) })
        return {
          show: own.show,
          renew: () =>
            inSequence(async () => {
              if (closed) return
              generation += 1
              await own.load()
            }),
          async bringToFront() {
            await page.bringToFront().catch(() => undefined)
            const focus = await openKeyboardFocus(env).catch(() => undefined)
            await focus?.raise(deskClass)
            await focus?.giveTo(deskClass)
            focus?.close()
          },
        }
      } catch (error) {
        closed = true
        await window.close()
        throw error
      }
    },
    async openVisitShell(): Promise<Shell> {
      const shell = await createBrowserShell({
        root,
        user,
        isForOneVisit: true,
        trial,
        onDriver: onDriver && (({ kiosk, form }) => report({ here: { kiosk, form } })),
      })
      return { ...shell, close: () => shell.close().finally(() => report({ here: undefined })) }
    },
    async close() {
      closed = true
      await desk?.close()
      await profiles.close()
    },
  }
}

// Without a window manager, no other program does.
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
