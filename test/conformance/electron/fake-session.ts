import { EventEmitter } from 'node:events'
import { isPrevented } from './fake-event.ts'

type Decide<Answer> = (answer: Answer) => void
type Headers = Record<string, string[]>

interface RequestDetails {
  readonly url: string
  readonly resourceType?: string
  readonly responseHeaders?: Headers
}
type RequestListener = (details: RequestDetails, decide: Decide<{ cancel?: boolean }>) => void
type HeadersListener = (
  details: RequestDetails,
  decide: Decide<{ responseHeaders?: Headers }>,
) => void
/** Facts that Electron tells of a request, and of a check, for a camera. */
const ofCamera = { isMainFrame: true, mediaTypes: ['video'], mediaType: 'video' } as const
type Asked = Partial<Record<keyof typeof ofCamera, unknown>>
type PermissionListener = (
  contents: object,
  permission: string,
  decide: Decide<boolean>,
  details: Asked,
) => void
type PermissionCheck = (
  contents: object,
  permission: string,
  origin: string,
  details: Asked,
) => boolean

/** Traces that a visit can leave in a session. */
const filled = {
  cookies: [{}] as object[],
  cache: ['page'],
  storage: ['answers'],
  authentication: ['password'],
  hosts: ['forms.example'],
  codeCaches: ['script'],
  connections: ['socket'],
}
type Kept = typeof filled
const nothingKept = (): Kept => ({
  cookies: [],
  cache: [],
  storage: [],
  authentication: [],
  hosts: [],
  codeCaches: [],
  connections: [],
})

/** A session of Electron's documented behaviour, with state in place of a profile and a network. */
export class FakeSession extends EventEmitter {
  kept = nothingKept()
  wipeFails = false
  /** Awaited by `clearHostResolverCache`: a wipe that takes its time. */
  wiping: Promise<void> = Promise.resolve()
  isBeingWiped = false
  proxy: { mode?: string; proxyRules?: string; proxyBypassRules?: string } = {}
  spelling = { enabled: true, languages: ['en-US'] }
  /** Dictionaries that were asked for: each language, as soon as the session has a network. */
  dictionaries: string[] = []
  readonly #schemes = new Map<string, (request: { url: string }) => Response>()
  #onRequest: RequestListener | null = null
  #onHeaders: HeadersListener | null = null
  #onPermission: PermissionListener | null = null
  #checksPermission: PermissionCheck | null = null
  #allowsDevice: ((details: object) => boolean) | null = null
  #onDisplayMedia: ((request: object, decide: Decide<object | null>) => void) | null = null

  readonly protocol = {
    handle: (scheme: string, serve: (request: { url: string }) => Response) => {
      if (this.#schemes.has(scheme)) throw new Error(`${scheme}: is handled already`)
      this.#schemes.set(scheme, serve)
    },
  }
  readonly webRequest = {
    onBeforeRequest: (listener: RequestListener | null) => void (this.#onRequest = listener),
    onHeadersReceived: (listener: HeadersListener | null) => void (this.#onHeaders = listener),
  }
  readonly cookies = { get: () => Promise.resolve(this.kept.cookies) }
  readonly getCacheSize = () => Promise.resolve(this.kept.cache.length)
  readonly getUserAgent = () => 'agent'

  setUserAgent() {}
  setPermissionRequestHandler(listener: PermissionListener | null) {
    this.#onPermission = listener
  }
  setPermissionCheckHandler(listener: ((contents: object, permission: string) => boolean) | null) {
    this.#checksPermission = listener
  }
  setDevicePermissionHandler(listener: ((details: object) => boolean) | null) {
    this.#allowsDevice = listener
  }
  setDisplayMediaRequestHandler(
    listener: ((request: object, decide: Decide<object | null>) => void) | null,
  ) {
    this.#onDisplayMedia = listener
  }
  setSpellCheckerEnabled(enabled: boolean) {
    this.spelling.enabled = enabled
  }
  setSpellCheckerLanguages(languages: string[]) {
    this.spelling.languages = languages
  }
  setProxy(proxy: FakeSession['proxy']) {
    this.proxy = proxy
    this.dictionaries.push(...this.spelling.languages)
    return Promise.resolve()
  }

  readonly #clear = (...what: (keyof Kept)[]) => {
    for (const each of what) this.kept[each].length = 0
    return Promise.resolve()
  }
  clearStorageData = () =>
    this.wipeFails ? Promise.reject(new Error('failed')) : this.#clear('storage', 'cookies')
  clearCache = () => this.#clear('cache')
  clearAuthCache = () => this.#clear('authentication')
  async clearHostResolverCache() {
    this.isBeingWiped = true
    await this.wiping
    this.isBeingWiped = false
    await this.#clear('hosts')
  }
  clearCodeCaches = () => this.#clear('codeCaches')
  closeAllConnections = () => this.#clear('connections')

  fill() {
    this.kept = structuredClone(filled)
  }
  isEmpty = () => Object.values(this.kept).every((list) => list.length === 0)

  /** True if a request of a page is let through to the proxy. */
  reaches(url: string): boolean {
    let isCancelled = false
    this.#onRequest?.({ url }, ({ cancel = false }) => (isCancelled = cancel))
    return !isCancelled
  }
  receive(responseHeaders: Headers, resourceType = 'mainFrame'): Headers {
    let received = responseHeaders
    this.#onHeaders?.({ url: '', resourceType, responseHeaders }, (answer) => {
      received = answer.responseHeaders ?? received
    })
    return received
  }
  serve(url: string): Response {
    const serve = this.#schemes.get(new URL(url).protocol.slice(0, -1))
    if (!serve) throw new Error(`${url}: no such scheme`)
    return serve({ url })
  }
  /** Permissions that a page is granted; all where nobody decides, as in Electron. */
  grants(
    permission: string,
    contents: object = {},
    asked: Asked = ofCamera,
  ): readonly ('request' | 'check' | 'device' | 'display')[] {
    let isGranted = true as boolean
    this.#onPermission?.(contents, permission, (answer) => (isGranted = answer), asked)
    let stream = null as object | null
    this.#onDisplayMedia?.({}, (answer) => (stream = answer))
    return [
      ...(isGranted ? (['request'] as const) : []),
      ...((this.#checksPermission?.(contents, permission, '', asked) ?? true)
        ? (['check'] as const)
        : []),
      ...((this.#allowsDevice?.({}) ?? false) ? (['device'] as const) : []),
      ...(stream === null ? [] : (['display'] as const)),
    ]
  }
  downloads(url: string): boolean {
    return !isPrevented(this, 'will-download', {}, { getURL: () => url })
  }
}
