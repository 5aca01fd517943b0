import type { BaseWindow, WebContents } from 'electron'
import type { DeskView } from '../../../shared/desk/view.ts'
import { closeAll } from '../../base/close-all.ts'
import { createSequencer } from '../../base/sequencer.ts'
import { deskWindow, type DeskShell } from '../desk-port.ts'
import { createEndpointReport, readEndpoint } from '../driver.ts'
import { readPages } from '../../form-view/pages.ts'
import { kioskArea, type TrialWindow } from '../trial-window.ts'
import type { ElectronApi } from './api.ts'
import { openOwnPage, type OwnPage } from './own-page.ts'
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
  const inSequence = createSequencer()
  const report = createEndpointReport(onDriver)
  let window: BaseWindow | undefined
  let current: OwnPage<DeskView> | undefined
  let closing = false
  return {
    kind: 'electron',
    async openDesk({ handler, locale, onLockKey, onClosed }) {
      let newest: DeskView | undefined
      let generation = 0
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
      const open = () =>
        openOwnPage(parts, { handler, locale, prepare }, `desk${generation++}`, () => newest)
      const place = () => {
        const { width, height } = opened.getContentBounds()
        current?.view.setBounds({ x: 0, y: 0, width, height })
      }
      const bring = (page: OwnPage<DeskView>) => {
        current = page
        opened.contentView.addChildView(page.view, 0)
        place()
        page.focus()
        page.onCrash(() => {
          if (current === page) gone()
        })
      }
      const replace = async () => {
        const old = current
        if (closing || opened.isDestroyed() || !old) return
        bring(await open())
        opened.contentView.removeChildView(old.view)
        await old.end()
      }
      bring(await open())
      opened.on('resize', place)
      opened.show()
      const endpoint = devTools ? await readEndpoint(electron.app.getPath('userData')) : undefined
      report({ kiosk: endpoint })
      return {
        show(view) {
          newest = view
          current?.show(view)
        },
        renew: () => inSequence(replace),
        bringToFront() {
          if (!opened.isDestroyed()) opened.focus()
          current?.focus()
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
        () => inSequence(() => current?.end() ?? Promise.resolve()),
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
