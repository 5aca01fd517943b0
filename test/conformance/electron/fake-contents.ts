import { EventEmitter } from 'node:events'
import { FakeSession } from './fake-session.ts'
import { isPrevented } from './fake-event.ts'

/** `contents.debugger`, a client of Chromium's DevTools protocol. */
class FakeDevTools extends EventEmitter {
  isAttached = false
  /** Bytes that every origin keeps. */
  usage = 0
  /** Makes a command wait, or reject; undefined for its own answer. */
  respond: (method: string) => Promise<unknown> | undefined = () => undefined

  attach() {
    this.isAttached = true
  }
  sendCommand(method: string): Promise<unknown> {
    if (!this.isAttached) return Promise.reject(new Error('No target available'))
    const answers: Readonly<Record<string, object>> = {
      'Page.getFrameTree': { frameTree: { frame: { id: 'top' } } },
      'Storage.getUsageAndQuota': { usage: this.usage },
    }
    return this.respond(method) ?? Promise.resolve(answers[method] ?? {})
  }
  /** Sends an event of the protocol; Electron gives an empty session for the page itself. */
  report(method: string, parameters: object, session = '') {
    this.emit('message', {}, method, parameters, session)
  }
}

type CommandListener = (event: object, raw: unknown) => unknown

/** A page: where it stands, what it was sent, and what its guards let it do. */
export class FakeContents extends EventEmitter {
  readonly session: FakeSession
  readonly visited: string[] = []
  readonly received: (readonly [channel: string, message: unknown])[] = []
  readonly mainFrame = {
    frameToken: 'main',
    parent: null,
    url: 'foyer://app/',
    origin: 'foyer://app',
    framesInSubtree: [] as { osProcessId: number }[],
  }
  readonly debugger = new FakeDevTools()
  readonly navigationHistory = { clear: () => undefined }
  readonly #commands = new Map<string, CommandListener>()
  readonly ipc = Object.assign(new EventEmitter(), {
    handle: (channel: string, listener: CommandListener) => {
      if (this.#commands.has(channel)) throw new Error(`${channel}: has a handler already`)
      this.#commands.set(channel, listener)
    },
  })
  isFocused = false
  isClosing = false
  setAudioMuted() {}
  /** Address that is loaded in place of the expected one. */
  network: (url: string) => Promise<void> = () => Promise.resolve()
  closesAtOnce = true
  /** True if its own page comes without its program. */
  isBlank = false
  #isDestroyed = false
  #address = ''
  #decidesWindow: (details: { url: string }) => { action: string } = () => ({ action: 'allow' })

  constructor(session = new FakeSession()) {
    super()
    this.session = session
  }

  isDestroyed = () => this.#isDestroyed
  isCrashed = () => false
  getOSProcessId = () => 0
  getURL = () => this.#address
  focus() {
    this.isFocused = true
  }
  send(channel: string, message: unknown) {
    this.received.push([channel, message])
  }
  setWindowOpenHandler(decide: (details: { url: string }) => { action: string }) {
    this.#decidesWindow = decide
  }
  setWebRTCIPHandlingPolicy() {}
  readonly zooms: number[] = []
  setZoomFactor(factor: number) {
    this.zooms.push(factor)
  }
  setVisualZoomLevelLimits = () => Promise.resolve()
  /** Bytes that a page is printed to. */
  printToPDF: () => Promise<Buffer> = () => Promise.resolve(Buffer.from('%PDF'))
  async loadURL(url: string): Promise<void> {
    this.visited.push(url)
    await this.network(url)
    this.arriveAt(url)
    if (url.startsWith('foyer:') && !this.isBlank) this.becomeReady()
  }
  close() {
    this.isClosing = true
    if (this.closesAtOnce) this.destroy()
  }

  destroy() {
    this.#isDestroyed = true
    this.emit('destroyed')
  }
  crash() {
    this.emit('render-process-gone', {}, {})
  }
  /** Shows another page, whoever led it there. */
  arriveAt(url: string, status = 200) {
    this.#address = url
    this.emit('did-navigate', {}, url, status)
    this.debugger.report('Page.frameNavigated', { frame: { id: 'top', url } })
    this.debugger.report('Page.domContentEventFired', {})
  }
  /** Shows Chromium's own page in the place of one that could not be loaded. */
  failAt(unreachableUrl: string) {
    const frame = { id: 'top', url: 'chrome-error://chromewebdata/', unreachableUrl }
    this.debugger.report('Page.frameNavigated', { frame })
  }
  /** True if the page gets where a link, a script (`will-frame-navigate`) or a redirect leads it. */
  goesTo(url: string, by: 'will-frame-navigate' | 'will-redirect' = 'will-frame-navigate') {
    return !isPrevented(this, by, { url, isMainFrame: true })
  }
  opensWindow(url: string): boolean {
    return this.#decidesWindow({ url }).action !== 'deny'
  }
  /** Has its preload call main from a frame; `sender` and frame as Electron gives them. */
  call(event: object, raw: unknown): unknown {
    const listener = this.#commands.get('foyer:command')
    if (!listener) throw new Error("No handler registered for 'foyer:command'")
    return listener(event, raw)
  }
  /** Has its program ask for views. */
  becomeReady(senderFrame: object | null = this.mainFrame) {
    this.ipc.emit('foyer:ready', { sender: this, senderFrame })
  }
  isHeard(): boolean {
    return this.#commands.size > 0 || this.ipc.eventNames().length > 0
  }
}
