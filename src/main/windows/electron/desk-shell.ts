import type { BaseWindow, WebContents } from 'electron'
import type { DeskView } from '../../../shared/desk/view.ts'
import { closeAll } from '../../base/close-all.ts'
import { deskWindow, type DeskShell } from '../desk-port.ts'
import { createEndpointReport, readEndpoint } from '../driver.ts'
import { readPages } from '../../form-view/pages.ts'
import { kioskArea, type TrialWindow } from '../trial-window.ts'
import type { ElectronApi } from './api.ts'
import { openOwnPage, showPages } from './own-page.ts'
import { createElectronShell, guardProcess } from './shell.ts'

/** Creates the shell of a desk in Electron. Call it once Electron is ready. Throws if its pages cannot be read. */
export async function createElectronDeskShell(
  options: Omit<Parameters<typeof createElectronShell>[0], 'beside'> & {
    /** A folder with an `index.html`. The others' pages are for who fills in forms on this screen. */
    readonly pagesDir: string
  },
): Promise<DeskShell> {
  const { electron, preload, onDriver } = options
  const pages = await readPages(options.pagesDir)
  const devTools = onDriver !== undefined
  const { rules, sessions, openSessions, close } = await guardProcess(electron)
  // Electron never frees a session: those of one patient's window, once wiped, serve the next one's.
  const beside = { rules, sessions: openSessions(), close: () => Promise.resolve() }
  const report = createEndpointReport(onDriver)
  let window: BaseWindow | undefined
  let desk: Awaited<ReturnType<typeof showPages<DeskView>>> | undefined
  let closing = false
  return {
    kind: 'electron',
    async openDesk({ handler, locale, onLockKey, onClosed }) {
      const opened = makeDeskWindow(electron, options.trial)
      window = opened
      opened.setContentProtection(!devTools)
      const gone = () => {
        if (closing) return
        closing = true
        onClosed()
      }
      opened.once('closed', gone)
      const prepare = (contents: WebContents) => onKeysOfLock(contents, onLockKey)
      const parts = { electron, rules, sessions, pages, preload, devTools }
      const shown = await showPages<DeskView>(opened, {
        open: (newest) => openOwnPage(parts, { handler, locale, prepare }, newest),
        size: () => opened.getContentBounds(),
        onCrash: gone,
      })
      desk = shown
      shown.focus()
      opened.show()
      const endpoint = devTools ? await readEndpoint(electron.app.getPath('userData')) : undefined
      report({ kiosk: endpoint })
      return {
        show: shown.show,
        renew: () => shown.renew().then(shown.focus),
        bringToFront() {
          if (!opened.isDestroyed()) opened.focus()
          shown.focus()
          return Promise.resolve()
        },
      }
    },
    async openVisitShell() {
      const { rendererDir, readerDir, trial, env } = options
      const visit = await createElectronShell({
        electron,
        rendererDir,
        readerDir,
        preload,
        beside,
        trial,
        env,
        onDriver: onDriver && (({ kiosk, form }) => report({ here: { kiosk, form } })),
      })
      return { ...visit, close: () => visit.close().finally(() => report({ here: undefined })) }
    },
    async close() {
      closing = true
      await closeAll([
        () => desk?.close(),
        () => window?.isDestroyed() === false && window.destroy(),
        close,
      ])
    },
  }
}

function makeDeskWindow(
  { BaseWindow, screen }: Pick<ElectronApi, 'BaseWindow' | 'screen'>,
  trial: TrialWindow | undefined,
) {
  const { x, y, width, height } = screen.getPrimaryDisplay().workArea
  const { opens, least } = deskWindow
  const area = trial && kioskArea({ left: x, top: y, width, height }, trial.size, trial.at)
  return new BaseWindow({
    ...(area && { x: area.left, y: area.top }),
    width: area?.width ?? Math.min(opens.width, width),
    height: area?.height ?? Math.min(opens.height, height),
    minWidth: Math.min(least.width, width),
    minHeight: Math.min(least.height, height),
    title: 'Foyer',
    show: false,
    autoHideMenuBar: true,
    backgroundColor: '#ffffff',
  })
}

/** Calls when Ctrl+L (on a Mac Cmd+L) is pressed; the guard of every page keeps the keys themselves from it. */
function onKeysOfLock(contents: WebContents, locks: () => void): void {
  contents.on('before-input-event', (_event, { type, key, control, meta, alt, shift }) => {
    const isLock = key.toLowerCase() === 'l' && control !== meta && !alt && !shift
    if (type === 'keyDown' && isLock) locks()
  })
}
