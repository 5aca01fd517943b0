import type { FormSign, PageFault, Refused, RefusedKind } from '../../shared/windows.ts'
import { createSuppressor } from '../base/suppressor.ts'
import { describe, isAllowed, networkOrigin, type OriginPolicy } from './policy.ts'
import type { ProtocolSession } from './protocol.ts'

interface Reading extends Pick<Refused, 'what' | 'kind'> {
  readonly words: RegExp
  readonly target?: (captured: string) => string
}

// Source: `third_party/blink/renderer`, messages of its security and intervention sources.
/** Patterns of Chromium's console messages about refused actions. Only the origin of an address in them is read. */
const readings: readonly Reading[] = [
  { what: 'popup', words: /^Blocked opening '([^']*)' in a new window/, target: describe },
  { what: 'dialog', words: /^Ignored call to '(alert|confirm|prompt|print)\(\)'/ },
  { what: 'dialog', words: /^Blocked (alert|confirm|prompt|beforeunload)\b/i },
  {
    what: 'download',
    words: /^Download is disallowed|^Blocked download|download.*(?:sandbox|blocked)/i,
    target: () => 'sandboxed',
  },
  {
    what: 'download',
    words: /^Failed to load '([^']*)' as a plugin, because the frame/,
    target: describe,
    kind: 'pdf',
  },
  { what: 'permission', words: /Permissions policy violation: ([a-z-]{1,40}) is not allowed/i },
  {
    what: 'permission',
    words: /^Permission to use ([A-Za-z ]{1,30}) (?:API )?(?:has been|was) (?:blocked|denied)/,
  },
  {
    what: 'permission',
    words: /^(?:Refused to create|Creating) a worker from '([^']*)'/,
    target: describe,
    kind: 'worker',
  },
  {
    what: 'navigation',
    words: /^(?:Unsafe attempt to initiate navigation|Blocked form submission to '([^']*)')/,
    target: (url) => (url === '' ? 'frame' : describe(url)),
  },
]

function refusedInWords(text: string): Refused | undefined {
  for (const { what, words, target = (name: string) => name.toLowerCase(), kind } of readings) {
    const match = words.exec(text)
    if (match) return { what, target: target(match[1] ?? ''), ...(kind && { kind }) }
  }
  return undefined
}

const mostAddress = 1_000

/** Most places that are remembered: a page that sends to ever new ones is not kept count of. */
const mostPlaces = 200

// Numbers in a path count as one place, because they name the data sent there.
/** Makes signs from accepted requests that send something: `sent` to a new place, `sentAgain` to a known one. */
export function createSentSigns() {
  const places = new Set<string>()
  type Sent = Pick<Request, 'method' | 'url'> & { readonly status: number }
  return ({ method, url, status }: Sent): FormSign | undefined => {
    if (!/^(POST|PUT|PATCH|DELETE)$/.test(method) || status >= 400) return undefined
    const { origin, pathname } = new URL(url)
    const place = `${method} ${origin}${pathname.replace(/[^/]*\d[^/]*/g, '#')}`
    if (places.has(place)) return 'sentAgain'
    if (places.size < mostPlaces) places.add(place)
    return 'sent'
  }
}

/** Statuses by which a server says that nobody is signed in (any more): 419 and 440 are Laravel's and Microsoft's. */
const unsigned: ReadonlySet<number> = new Set([401, 419, 440])
/** True for an answer by which the session at a server is over. What a page merely looks up says nothing. */
const endsSession = ({ type, method }: Request, status: number): boolean =>
  unsigned.has(status) && (type === 'Document' || method !== 'GET')

/** Returns the beginning of an address in a text of its own: a slice would hold all of it. */
const cutAddress = (url: string) => new URL(url.slice(0, mostAddress)).href

const noBodies = { maxTotalBufferSize: 0, maxResourceBufferSize: 0, maxPostDataSize: 0 }

/** Resource types of the protocol; all others are a `fetch`. */
const kinds: Readonly<Record<string, RefusedKind>> = {
  Script: 'script',
  Stylesheet: 'style',
  Image: 'image',
  Font: 'font',
  WebSocket: 'socket',
}

interface Told {
  readonly requestId?: string
  readonly hasUserGesture?: boolean
  readonly documentURL?: string
  readonly type?: string
  readonly url?: string
  readonly request?: { readonly url: string; readonly method?: string }
  readonly response?: { readonly status: number; readonly mimeType?: string }
  readonly redirectResponse?: { readonly status: number }
  readonly errorText?: string
  readonly canceled?: boolean
  readonly entry?: { readonly text: string; readonly url?: string }
}

interface Asker {
  readonly isFrame: boolean
  readonly isWorker: boolean
}

interface Request {
  readonly origin: string
  readonly type: string
  readonly method: string
  readonly url: string
}

export type PageWatch = ReturnType<typeof watchPage>

const mostRequests = 5_000
const mostTouched = 20

/** Watches what the targets of one form say of themselves. Only origins, kinds and statuses leave it. */
export function watchPage(
  policy: OriginPolicy,
  events: {
    readonly onRefused: (refused: Refused) => void
    readonly onFault: (fault: PageFault) => void
    readonly onSign?: (sign: FormSign) => void
  },
) {
  const open = new Map<string, Request>()
  let touched: readonly string[] = []
  const failures = createSuppressor({ most: 100 })
  let hasFailed = false
  let isRefused = false
  let hasSent = false
  let targets = 0
  const signOf = createSentSigns()
  const answered = ({ method, url, type }: Request, status: number) => {
    // Visitor counters that a page calls as it is left are no sign of sending.
    const sign = type === 'Ping' ? undefined : signOf({ method, url, status })
    if (!sign) return
    hasSent ||= type !== 'WebSocket'
    events.onSign?.(sign)
  }
  const fail = (failure: PageFault) => {
    hasFailed = true
    if (failures.isNew(JSON.stringify(failure))) events.onFault(failure)
  }
  const ask = (told: Told, url: string, id: string, { isFrame, isWorker }: Asker) => {
    const { documentURL = '', type = 'Other' } = told
    const origin = networkOrigin(url)
    if (origin === undefined) return
    if (isAllowed(url, policy)) {
      const { method = 'GET' } = told.request ?? {}
      if (open.size < mostRequests) open.set(id, { origin, type, method, url: cutAddress(url) })
      return
    }
    isRefused ||= failureKind(type) !== undefined && type !== 'Stylesheet'
    if (type === 'Document') {
      // One of the page itself is told by who stops it; of a frame with a process of its own nobody else hears.
      if (isFrame) events.onRefused({ what: 'navigation', target: origin, kind: 'frame' })
      return
    }
    const isWorkerScript = isWorker && (type === 'Script' || type === 'Other')
    // A worker that the page wrote itself stands at an address of the page's own making.
    const from = networkOrigin(documentURL.replace(/^blob:/, ''))
    events.onRefused({
      what: 'request',
      target: origin,
      kind: isWorkerScript ? 'worker' : (kinds[type] ?? 'fetch'),
      ...(from !== undefined && { from }),
    })
  }
  const end = (id: string) => {
    const request = open.get(id)
    open.delete(id)
    return request
  }
  const hearers = {
    'Network.requestWillBeSent': (told, id, by) => {
      if (told.hasUserGesture && told.type === 'Document')
        touched = [...touched.slice(-mostTouched), told.requestId ?? '']
      const before = open.get(id)
      if (before && told.redirectResponse) answered(before, told.redirectResponse.status)
      ask(told, told.request?.url ?? '', id, by)
    },
    'Network.webSocketCreated': (told, id, by) =>
      ask({ ...told, type: 'WebSocket' }, told.url ?? '', id, by),
    // Data for an open socket arrives, so it counts as a request that was taken.
    'Network.webSocketFrameSent': (_told, id) => {
      const socket = open.get(id)
      if (socket) answered({ ...socket, method: 'POST' }, 200)
    },
    'Network.responseReceived': ({ response }, id) => {
      const request = open.get(id)
      if (request && response) answered(request, response.status)
      if (request && response && endsSession(request, response.status)) events.onSign?.('expired')
      if (request?.type === 'Document' && response?.mimeType === 'application/pdf')
        events.onRefused({ what: 'download', target: request.origin, kind: 'pdf' })
      const failed = request && failureKind(request.type)
      if (failed && response && response.status >= (failed === 'fetch' ? 500 : 400))
        fail({ reason: 'failed', origin: request.origin, kind: failed, status: response.status })
    },
    'Network.loadingFailed': ({ errorText = '', canceled }, id) => {
      const request = end(id)
      const failed = request && failureKind(request.type)
      if (failed && !canceled) {
        const detail = /net::\w+/.exec(errorText)?.[0] ?? 'failed'
        fail({ reason: 'failed', origin: request.origin, kind: failed, detail })
      }
    },
    'Network.loadingFinished': (_told, id) => void end(id),
    'Log.entryAdded': ({ entry }) => {
      const refused = entry && refusedInWords(entry.text)
      if (!refused) return
      const from = networkOrigin(entry.url ?? '')
      events.onRefused({ ...refused, ...(from !== undefined && { from }) })
    },
  } satisfies Readonly<Record<string, (told: Told, id: string, by: Asker) => void>>
  type WatchedEvent = keyof typeof hearers
  /** `target`: empty for the page itself, else a frame with a process of its own or a worker. */
  const hear = (event: WatchedEvent, told: object, target = '', isWorker = false) => {
    const { requestId = '' } = told as Told
    hearers[event](told, `${target} ${requestId}`, { isFrame: target !== '', isWorker })
  }
  return {
    hear,
    async install(session: ProtocolSession, isWorker = false) {
      const target = targets === 0 ? '' : String(targets)
      targets += 1
      for (const event of Object.keys(hearers) as WatchedEvent[])
        session.on(event, (told: object) => hear(event, told, target, isWorker))
      await Promise.all([session.send('Network.enable', noBodies), session.send('Log.enable')])
    },
    hanging: (): readonly PageFault[] =>
      [...open.values()]
        .filter(({ type }) => type === 'Script')
        .map(({ origin }) => ({ reason: 'hangs', origin, kind: 'script' })),
    isTouched: (requestId: string) => touched.includes(requestId),
    /** True if something failed, or the page was refused what it needs or (`isKept`) a place, and has sent nothing. */
    hasFailed: (isKept: boolean) => hasFailed || ((isRefused || isKept) && !hasSent),
  }
}

function failureKind(type: string): PageFault['kind'] | undefined {
  if (type === 'Script') return 'script'
  if (type === 'Stylesheet') return 'style'
  if (type === 'Document') return 'document'
  return type === 'XHR' || type === 'Fetch' ? 'fetch' : undefined
}
