import type * as Electron from 'electron'

type Clipboard = Pick<Electron.Clipboard, 'clear'>

/** `selection`: the marked text, which the middle button pastes; undefined except on Linux, by its documentation. */
type SystemClipboard = Clipboard & { readonly selection?: Clipboard }

export type ElectronApi = Pick<
  typeof Electron,
  | 'app'
  | 'BaseWindow'
  | 'dialog'
  | 'Menu'
  | 'WebContentsView'
  | 'protocol'
  | 'safeStorage'
  | 'screen'
  | 'session'
> & { readonly clipboard: SystemClipboard }

export const ownScheme = 'foyer'
export const ownOrigin = `${ownScheme}://app`
export const pdfOrigin = `${ownScheme}://paper`
export const printOrigin = `${ownScheme}://print`

/** Preferences of every page that the shell makes; a form view gets no preload. */
export const safePreferences = {
  sandbox: true,
  contextIsolation: true,
  nodeIntegration: false,
  nodeIntegrationInSubFrames: false,
  nodeIntegrationInWorker: false,
  webSecurity: true,
  allowRunningInsecureContent: false,
  experimentalFeatures: false,
  plugins: false,
  webviewTag: false,
  spellcheck: false,
  disableDialogs: true,
  navigateOnDragDrop: false,
  enableWebSQL: false,
  // Timers of a page that is hidden for a while must not fall behind.
  backgroundThrottling: false,
} as const satisfies Electron.WebPreferences
