import { EventEmitter } from 'node:events'
import type { ElectronApi } from '../../../src/main/windows/electron/api.ts'
import { FakeContents } from './fake-contents.ts'
import { FakeSession } from './fake-session.ts'

interface FakeMetric {
  readonly pid: number
  readonly serviceName?: string
  readonly memory: { readonly workingSetSize: number }
}

/** The application: how it was prepared, and how it ended. */
class FakeApp extends EventEmitter {
  isSandboxed = false
  /** The command line; a test may put switches there as a user does. */
  readonly switches = new Map<string, string>()
  isAlreadyRunning = false
  exitCode: number | undefined
  metrics: FakeMetric[] = []
  userData = '/nowhere'
  /** Resolves when Electron is ready; a test may replace it before. */
  ready = () => Promise.resolve()
  isAskedToBeReady = false
  readonly commandLine = {
    appendSwitch: (name: string, value = '') => void this.switches.set(name, value),
    removeSwitch: (name: string) => void this.switches.delete(name),
  }

  enableSandbox() {
    this.isSandboxed = true
  }
  requestSingleInstanceLock = () => !this.isAlreadyRunning
  getPath = () => this.userData
  getAppMetrics = () => this.metrics
  whenReady() {
    this.isAskedToBeReady = true
    return this.ready()
  }
  exit(code: number) {
    this.exitCode ??= code
  }
}

interface FakeBounds {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}
const screenBounds: FakeBounds = { x: 0, y: 0, width: 1080, height: 1920 }

class FakeView {
  bounds: FakeBounds = { x: 0, y: 0, width: 0, height: 0 }
  isVisible = true
  readonly #contents: FakeContents
  constructor(contents: FakeContents) {
    this.#contents = contents
  }
  setBounds(bounds: FakeBounds) {
    this.bounds = bounds
  }
  setVisible(isVisible: boolean) {
    this.isVisible = isVisible
  }
  setBackgroundColor() {}
  /** Undefined once they are destroyed, as Electron has it. */
  get webContents(): FakeContents | undefined {
    return this.#contents.isDestroyed() ? undefined : this.#contents
  }
}

/** The window, with its views from below to above. */
class FakeWindow extends EventEmitter {
  readonly views: FakeView[] = []
  isShown = false
  isFocused = false
  isContentProtected = false
  /** A window manager that keeps the size as it is. */
  keepsItsSize = false
  sizesAskedFor = 0
  bounds = screenBounds
  #isDestroyed = false
  readonly contentView = {
    addChildView: (view: FakeView, index = this.views.length) =>
      void this.views.splice(index, 0, view),
    removeChildView: (view: FakeView) =>
      void this.views.splice(0, Infinity, ...this.views.filter((each) => each !== view)),
  }

  show() {
    this.isShown = true
  }
  focus() {
    this.isFocused = true
  }
  setContentProtection(isProtected: boolean) {
    this.isContentProtected = isProtected
  }
  getContentBounds = () => this.bounds
  setBounds(bounds: FakeBounds) {
    this.sizesAskedFor += 1
    if (!this.keepsItsSize) this.bounds = bounds
  }
  destroy() {
    this.#isDestroyed = true
    this.emit('closed')
  }
  isDestroyed = () => this.#isDestroyed
  resize(bounds: FakeBounds) {
    this.bounds = bounds
    this.emit('resize')
  }
}

/** A clipboard with a text of the visit before. */
type FakeClipboard = { text: string; clear: () => void }

function fakeClipboard(text: string): FakeClipboard {
  const board = { text, clear: () => void (board.text = '') }
  return board
}

/** Makes a fake of Electron where the shell touches it, by its documentation; a test plays pages, users and the system. */
export function fakeElectron() {
  const app = new FakeApp()
  const sessions = new Map<string, FakeSession>()
  const pages: { contents: FakeContents; preferences: Record<string, unknown>; view: FakeView }[] =
    []
  const windows: FakeWindow[] = []
  const schemes: object[] = []
  const errorBoxes: { readonly title: string; readonly text: string }[] = []
  const clipboard: FakeClipboard & { selection?: FakeClipboard | undefined } =
    fakeClipboard('copied')
  clipboard.selection = fakeClipboard('marked')
  const electron = {
    app,
    protocol: { registerSchemesAsPrivileged: (each: object[]) => void schemes.push(...each) },
    clipboard,
    safeStorage: {
      isEncryptionAvailable: () => true,
      getSelectedStorageBackend: () => 'gnome_libsecret',
      encryptString: (text: string) => Buffer.from(text),
      decryptString: (box: Buffer) => box.toString(),
    },
    dialog: {
      showErrorBox: (title: string, text: string) => void errorBoxes.push({ title, text }),
    },
    Menu: { setApplicationMenu: () => undefined },
    screen: { getPrimaryDisplay: () => ({ bounds: screenBounds, workArea: screenBounds }) },
    session: {
      fromPartition(name: string) {
        const session = sessions.get(name) ?? new FakeSession()
        sessions.set(name, session)
        return session
      },
    },
    BaseWindow: class extends FakeWindow {
      constructor({ x, y, width, height }: FakeBounds) {
        super()
        this.bounds = { x, y, width, height }
        windows.push(this)
      }
    },
    WebContentsView: class extends FakeView {
      constructor({ webPreferences }: { webPreferences: Record<string, unknown> }) {
        const contents = new FakeContents(webPreferences['session'] as FakeSession)
        super(contents)
        pages.push({ contents, preferences: webPreferences, view: this })
        app.emit('web-contents-created', {}, contents)
      }
    },
  }
  return {
    electron: electron as unknown as ElectronApi,
    app,
    clipboard,
    sessions,
    pages,
    windows,
    /** Schemes that were registered, with their privileges. */
    schemes,
    errorBoxes,
  }
}
