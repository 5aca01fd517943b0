import { EventEmitter } from 'node:events'

type Parameters = Readonly<Record<string, unknown>>

/** What a client of Chromium's DevTools protocol has set in one target: the page, a frame or a worker. */
export interface TargetState {
  interceptsFileChooser: boolean
  pausesDocuments: boolean
  attachesToFrames: boolean
  acceptLanguage: string | undefined
  readonly bindings: string[]
  readonly scripts: { readonly source: string; readonly world: string | undefined }[]
  /** Bytes that each origin may keep. */
  readonly quotas: Map<string, unknown>
  /** What became of each paused request. */
  readonly requests: Map<unknown, 'continued' | 'failed'>
}
const newTarget = (): TargetState => ({
  interceptsFileChooser: false,
  pausesDocuments: false,
  attachesToFrames: false,
  acceptLanguage: undefined,
  bindings: [],
  scripts: [],
  quotas: new Map(),
  requests: new Map(),
})

/** `contents.debugger`: the targets behind it, which start paused but for the page. */
export class FakeDevTools extends EventEmitter {
  isAttached = false
  /** Bytes that every origin keeps. */
  usage = 0
  /** Makes a command wait, or reject; undefined for its own answer. */
  respond: (method: string) => Promise<unknown> | undefined = () => undefined
  readonly #targets = new Map<string, TargetState>()
  /** The state of each paused target as it was when its scripts began to run. */
  readonly startedWith = new Map<string, TargetState>()

  attach() {
    this.isAttached = true
  }
  target(session = ''): TargetState {
    const known = this.#targets.get(session) ?? newTarget()
    this.#targets.set(session, known)
    return known
  }
  async sendCommand(method: string, parameters: Parameters = {}, session = ''): Promise<unknown> {
    if (!this.isAttached) throw new Error('No target available')
    const answer = this.respond(method)
    if (answer) return answer
    const target = this.target(session)
    const effects: Readonly<Record<string, () => unknown>> = {
      'Page.setInterceptFileChooserDialog': () => (target.interceptsFileChooser = true),
      'Page.addScriptToEvaluateOnNewDocument': () =>
        target.scripts.push({
          source: String(parameters['source']),
          world: parameters['worldName'] as string | undefined,
        }),
      'Runtime.addBinding': () => target.bindings.push(String(parameters['name'])),
      'Emulation.setUserAgentOverride': () =>
        (target.acceptLanguage = parameters['acceptLanguage'] as string),
      'Fetch.enable': () => (target.pausesDocuments = true),
      'Fetch.continueRequest': () => target.requests.set(parameters['requestId'], 'continued'),
      'Fetch.failRequest': () => target.requests.set(parameters['requestId'], 'failed'),
      'Target.setAutoAttach': () => (target.attachesToFrames = true),
      'Storage.overrideQuotaForOrigin': () =>
        target.quotas.set(String(parameters['origin']), parameters['quotaSize']),
      'Runtime.runIfWaitingForDebugger': () =>
        this.startedWith.set(session, structuredClone(target)),
    }
    effects[method]?.()
    if (method === 'Page.getFrameTree') return { frameTree: { frame: { id: 'top' } } }
    return method === 'Storage.getUsageAndQuota' ? { usage: this.usage } : {}
  }
  /** Sends an event of the protocol; Electron gives an empty session for the page itself. */
  report(method: string, parameters: object, session = '') {
    this.emit('message', {}, method, parameters, session)
  }
}
