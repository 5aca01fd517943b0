import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { BaseWindow } from 'electron'
import { closeAll } from '../../base/close-all.ts'
import { readEndpoint, type DriverEndpoints } from '../driver.ts'
import { disabledEngineFeatures, engineSwitches } from '../engine-switches.ts'
import { readPages } from '../../form-view/pages.ts'
import type { FormView } from '../../../shared/windows.ts'
import type { Shell } from '../port.ts'
import { scaledArea, type TrialWindow } from '../trial-window.ts'
import { openWorkArea, type WorkArea } from '../x11.ts'
import { nothingAllowed } from '../../form-view/policy.ts'
import { createPdfPrinter, printedPage, printOptions, unlessAborted } from '../printing.ts'
import { startFilteringProxy } from '../../form-view/proxy.ts'
import { answerFromMemory } from './answer-from-memory.ts'
import { ownScheme, printOrigin, safePreferences, type ElectronApi } from './api.ts'
import { endPage, whenGone } from './end-page.ts'
import { openForm } from '../../form-view/form-session.ts'
import { openFormView } from './form.ts'
import { guardApplication, type NavigationRules } from './guards.ts'
import { makeKioskWindow, visibleSize } from './kiosk-window.ts'
import { openElectronKiosk, type ElectronKiosk } from './kiosk.ts'
import type { PageParts } from './own-page.ts'
import { openSessions } from './sessions.ts'

/** Switches that open DevTools to other programs; removed from the command line unless Foyer sets them. */
const drivingSwitches = [
  'remote-debugging-port',
  'remote-debugging-pipe',
  'remote-debugging-address',
  'remote-allow-origins',
]

/** Sets up Electron before it is ready. Returns false if another Foyer already runs; the caller then ends. */
export function prepareElectron(
  { app, protocol }: Pick<ElectronApi, 'app' | 'protocol'>,
  {
    driver = false,
    scale,
    isHeard = false,
  }: {
    readonly driver?: boolean
    readonly scale?: number | undefined
    readonly isHeard?: boolean
  } = {},
): boolean {
  app.enableSandbox()
  protocol.registerSchemesAsPrivileged([
    { scheme: ownScheme, privileges: { standard: true, secure: true, supportFetchAPI: true } },
  ])
  for (const { name, value } of engineSwitches({ isHeard, isForeign: true }))
    app.commandLine.appendSwitch(name, ...(value === undefined ? [] : [value]))
  app.commandLine.appendSwitch('disable-features', disabledEngineFeatures.join())
  if (scale) app.commandLine.appendSwitch('force-device-scale-factor', String(scale))
  if (!app.requestSingleInstanceLock()) return false
  if (!driver) for (const name of drivingSwitches) app.commandLine.removeSwitch(name)
  if (driver) {
    // That of a run before would be taken for this one's.
    rmSync(join(app.getPath('userData'), 'DevToolsActivePort'), { force: true })
    app.commandLine.appendSwitch('remote-debugging-port', '0')
  }
  return true
}

/** Creates the shell that runs in Electron. Call it once Electron is ready. Throws if its pages cannot be read. */
export async function createElectronShell(options: {
  readonly electron: ElectronApi
  readonly rendererDir: string
  readonly readerDir: string
  readonly preload: string
  readonly trial?: TrialWindow | undefined
  /** Of another shell in this process; each session serves only the pages that first had it. */
  readonly beside?: Omit<Awaited<ReturnType<typeof guardProcess>>, 'openSessions'>
  readonly env?: Readonly<Record<string, string | undefined>> | undefined
  /** For tests and the walkthrough, with `prepareElectron(…, { driver: true })`: the endpoint while a window is open. */
  readonly onDriver?: ((endpoints: DriverEndpoints) => void) | undefined
}): Promise<Shell> {
  const { electron } = options
  const pages = await readPages(options.rendererDir)
  const devTools = options.onDriver !== undefined
  const { rules, sessions, close } = options.beside ?? (await guardProcess(electron))
  const { readerDir } = options
  const parts = { electron, rules, sessions, devTools, readerDir }
  const printer = createPdfPrinter((html, signal) => drawPdf(parts, html, signal))
  const endpoint = devTools ? await readEndpoint(electron.app.getPath('userData')) : undefined
  const report = (isFormOpen: boolean) =>
    options.onDriver?.({ kiosk: endpoint, form: isFormOpen ? endpoint : undefined })

  let window: BaseWindow | undefined
  let kiosk: ElectronKiosk | undefined
  let form: FormView | undefined
  let workArea: WorkArea | undefined
  let closing = false
  return {
    kind: 'electron',
    async openKiosk(kioskOptions) {
      const opened = makeKioskWindow(electron, options.trial)
      window = opened
      opened.setContentProtection(!devTools)
      opened.once('closed', () => {
        if (!closing) kioskOptions.onClosed()
      })
      const { preload } = options
      kiosk = await openElectronKiosk({ ...parts, window: opened, pages, preload }, kioskOptions)
      opened.show()
      workArea = options.env && (await openWorkArea(options.env))
      report(false)
      return kiosk
    },
    screenSize() {
      if (!window) throw new Error('the kiosk window is opened before its screen is known')
      return visibleSize(window, electron)
    },
    async openForm(formOptions) {
      if (!window) throw new Error('the kiosk window is opened before a form')
      await form?.close()
      const over = window
      const opened = await openForm(formOptions, (events) =>
        openFormView(
          {
            ...parts,
            window: over,
            focusKiosk: () => kiosk?.focus(),
            keepWithin(area) {
              const { bounds, scaleFactor } = electron.screen.getPrimaryDisplay()
              if (!area) return workArea?.set(undefined)
              const { x, y, width, height } = area
              const onScreen = { left: bounds.x + x, top: bounds.y + y, width, height }
              return workArea?.set(scaledArea(onScreen, scaleFactor))
            },
            onEnd() {
              form = undefined
              report(false)
            },
          },
          events,
        ),
      )
      if (opened.ok) {
        form = opened.value
        report(true)
      }
      return opened
    },
    drawPdf: (html) => printer.draw(html),
    async close() {
      closing = true
      await closeAll([
        () => printer.close(),
        () => form?.close(),
        () => kiosk?.close(),
        () => window?.isDestroyed() === false && window.destroy(),
        () => workArea?.close(),
        close,
      ])
    },
  }
}

/** Guards every page of the process; `close` ends what any session but an open form's asks. */
export async function guardProcess(electron: ElectronApi) {
  const rules: NavigationRules = new WeakMap()
  guardApplication(electron, rules)
  electron.Menu.setApplicationMenu(null)
  const nowhere = await startFilteringProxy(nothingAllowed, () => undefined)
  const open = () => openSessions(electron, nowhere.address)
  return { rules, sessions: open(), openSessions: open, close: () => nowhere.close() }
}

const address = `${printOrigin}/`

async function drawPdf(
  { electron, rules, sessions }: PageParts,
  html: string,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const session = await sessions.take('print')
  const isDocument = (url: string) => url === address
  const stopAnswering = answerFromMemory(session, isDocument, () => printedPage(html))
  const { webContents: contents } = new electron.WebContentsView({
    webPreferences: { ...safePreferences, session, devTools: false, javascript: false },
  })
  rules.set(contents, isDocument)
  try {
    const gone = whenGone(contents).then(() => Promise.reject(new Error('its page is gone')))
    const printed = contents.loadURL(address).then(() => contents.printToPDF(printOptions))
    return await unlessAborted(signal, Promise.race([printed, gone]))
  } finally {
    stopAnswering()
    await endPage(contents)
    await sessions.giveBack('print', session)
  }
}
