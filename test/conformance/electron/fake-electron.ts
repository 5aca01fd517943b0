import { EventEmitter } from 'node:events'
import { vi } from 'vitest'
import type { ElectronApi } from '../../../src/main/shell/electron/api.ts'

/** Makes a session that remembers what it was told. */
function fakeSession() {
  return Object.assign(new EventEmitter(), {
    protocol: { handle: vi.fn() },
    webRequest: { onBeforeRequest: vi.fn(), onHeadersReceived: vi.fn() },
    setPermissionRequestHandler: vi.fn(),
    setPermissionCheckHandler: vi.fn(),
    setDevicePermissionHandler: vi.fn(),
    setDisplayMediaRequestHandler: vi.fn(),
    setSpellCheckerEnabled: vi.fn(),
    setSpellCheckerLanguages: vi.fn(),
    cookies: { get: vi.fn(() => Promise.resolve<object[]>([])) },
    getCacheSize: vi.fn(() => Promise.resolve(0)),
    setUserAgent: vi.fn(),
    getUserAgent: () => 'agent',
    setProxy: vi.fn(() => Promise.resolve()),
    closeAllConnections: vi.fn(() => Promise.resolve()),
    clearStorageData: vi.fn(() => Promise.resolve()),
    clearCache: vi.fn(() => Promise.resolve()),
    clearAuthCache: vi.fn(() => Promise.resolve()),
    clearHostResolverCache: vi.fn(() => Promise.resolve()),
    clearCodeCaches: vi.fn(() => Promise.resolve()),
  })
}
export type FakeSession = ReturnType<typeof fakeSession>

/** Makes a page; `status` is what the service answers to its load. */
export function fakeContents(status: number, session = fakeSession()) {
  let address = ''
  let destroyed = false
  const contents = Object.assign(new EventEmitter(), {
    mainFrame: {
      frameToken: 'main',
      parent: null,
      url: 'foyer://app/',
      origin: 'foyer://app',
      framesInSubtree: [] as { osProcessId: number }[],
    },
    session,
    isCrashed: vi.fn(() => false),
    getOSProcessId: vi.fn(() => 0),
    ipc: Object.assign(new EventEmitter(), { handle: vi.fn() }),
    navigationHistory: { clear: vi.fn() },
    debugger: Object.assign(new EventEmitter(), {
      attach: vi.fn(),
      sendCommand: vi.fn<(method: string, parameters?: object, frame?: string) => Promise<unknown>>(
        () => Promise.resolve(),
      ),
    }),
    send: vi.fn(),
    focus: vi.fn(),
    setWindowOpenHandler: vi.fn(),
    setWebRTCIPHandlingPolicy: vi.fn(),
    setVisualZoomLevelLimits: vi.fn(() => Promise.resolve()),
    getURL: () => address,
    isDestroyed: () => destroyed,
    loadURL: vi.fn((url: string): Promise<void> => {
      address = url
      contents.emit('did-navigate', {}, url, status)
      return Promise.resolve()
    }),
    close: vi.fn(() => {
      destroyed = true
      contents.emit('destroyed')
    }),
  })
  return contents
}
export type FakeContents = ReturnType<typeof fakeContents>

/** What Electron tells of one of its processes. */
interface FakeMetric {
  readonly pid: number
  readonly serviceName?: string
  readonly memory: { readonly workingSetSize: number }
}

/** A clipboard with a text of the visit before. */
interface FakeClipboard {
  text: string
  clear: () => void
}

function fakeClipboard(text: string): FakeClipboard {
  const board = { text, clear: () => void (board.text = '') }
  return board
}

/** A fake of Electron at the edge that the shell touches: it records, and lets a test raise events. */
export function fakeElectron({ status = 200 } = {}) {
  const sessions = new Map<string, FakeSession>()
  const pages: { contents: FakeContents; preferences: Record<string, unknown> }[] = []
  const windows: FakeWindow[] = []
  const views: FakeView[] = []
  const app = Object.assign(new EventEmitter(), {
    enableSandbox: vi.fn(),
    requestSingleInstanceLock: vi.fn(() => true),
    commandLine: { appendSwitch: vi.fn(), removeSwitch: vi.fn() },
    getPath: (): string => '/nowhere',
    whenReady: vi.fn(() => Promise.resolve()),
    exit: vi.fn(),
    getAppMetrics: vi.fn((): FakeMetric[] => []),
  })
  class FakeView {
    #contents: FakeContents
    setBounds = vi.fn()
    setVisible = vi.fn()
    setBackgroundColor = vi.fn()
    constructor({ webPreferences }: { webPreferences: Record<string, unknown> }) {
      this.#contents = fakeContents(status, webPreferences['session'] as FakeSession)
      pages.push({ contents: this.#contents, preferences: webPreferences })
      views.push(this)
      app.emit('web-contents-created', {}, this.#contents)
    }
    /** Undefined once they are destroyed, as Electron has it. */
    get webContents(): FakeContents | undefined {
      return this.#contents.isDestroyed() ? undefined : this.#contents
    }
  }
  class FakeWindow extends EventEmitter {
    options: Record<string, unknown>
    contentView = { addChildView: vi.fn(), removeChildView: vi.fn() }
    show = vi.fn()
    destroy = vi.fn()
    setContentProtection = vi.fn()
    isDestroyed = () => false
    bounds = { x: 0, y: 0, width: 1080, height: 1920 }
    getContentBounds = () => this.bounds
    setBounds = vi.fn((bounds: FakeWindow['bounds']) => void (this.bounds = bounds))
    constructor(options: Record<string, unknown>) {
      super()
      this.options = options
      windows.push(this)
    }
  }
  const clipboard: FakeClipboard & { selection?: FakeClipboard | undefined } =
    fakeClipboard('copied')
  clipboard.selection = fakeClipboard('marked')
  const electron = {
    app,
    protocol: { registerSchemesAsPrivileged: vi.fn() },
    clipboard,
    safeStorage: {
      isEncryptionAvailable: () => true,
      getSelectedStorageBackend: () => 'gnome_libsecret',
      encryptString: (text: string) => Buffer.from(text),
      decryptString: (box: Buffer) => box.toString(),
    },
    dialog: { showErrorBox: vi.fn() },
    Menu: { setApplicationMenu: vi.fn() },
    screen: { getPrimaryDisplay: () => ({ bounds: { x: 0, y: 0, width: 1080, height: 1920 } }) },
    session: {
      fromPartition: vi.fn((name: string) => {
        const session = fakeSession()
        sessions.set(name, session)
        return session
      }),
    },
    BaseWindow: FakeWindow,
    WebContentsView: FakeView,
  }
  return {
    electron: electron as unknown as ElectronApi,
    app,
    sessions,
    pages,
    windows,
    views,
    raw: electron,
  }
}
