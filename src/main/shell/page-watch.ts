import type { PageFault, Refused, RefusedKind } from '../../shared/windows.ts'
import { isAllowed, networkOrigin, type OriginPolicy } from './policy.ts'
import { refusedInWords } from './refused-in-words.ts'

/** What a watch hears, of all frames of a page. */
export interface WatchEvents {
  readonly onRefused: (refused: Refused) => void
  readonly onFault: (fault: PageFault) => void
}

/** Commands of the DevTools protocol by which a target tells what it asks for; no body is kept for them. */
export const watchCommands: readonly (readonly [method: string, parameters?: object])[] = [
  ['Network.enable', { maxTotalBufferSize: 0, maxResourceBufferSize: 0, maxPostDataSize: 0 }],
  ['Log.enable'],
]

/** Its events that a watch reads. */
export const watchedEvents = [
  'Network.requestWillBeSent',
  'Network.webSocketCreated',
  'Network.responseReceived',
  'Network.loadingFailed',
  'Network.loadingFinished',
  'Log.entryAdded',
] as const
export type WatchedEvent = (typeof watchedEvents)[number]

/** Whether a watch reads an event. */
export function isWatched(event: string): event is WatchedEvent {
  return (watchedEvents as readonly string[]).includes(event)
}

/** Resource types of the protocol; those that are missing are a `fetch`. */
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
  readonly request?: { readonly url: string }
  readonly response?: { readonly status: number; readonly mimeType?: string }
  readonly errorText?: string
  readonly canceled?: boolean
  readonly entry?: { readonly text: string; readonly url?: string }
}

/** What asks: the page itself, a frame with a process of its own, or a worker. */
interface Asker {
  readonly isFrame: boolean
  readonly isWorker: boolean
}

interface Request {
  readonly origin: string
  readonly type: string
}

/** Reads what the targets of one form say of themselves. Only origins, kinds and statuses leave it. */
export interface PageWatch {
  /** Hears an event of a target, which may be a worker; `target` tells those beside the page itself apart. */
  hear(event: WatchedEvent, told: object, target?: string, isWorker?: boolean): void
  /** Scripts of listed origins that were asked for and have not come yet. */
  hanging(): readonly PageFault[]
  /** Whether the page's request of this id was for a document, and began with a touch of the patient's. */
  isTouched(requestId: string): boolean
  /** Whether anything that was told to `onFault` failed since the form was opened. */
  readonly hasFailed: boolean
}

/** Most requests that are remembered until they end. */
const mostRequests = 5_000

/** Documents that a patient asked for of which it is remembered. */
const mostTouched = 20

/** Watches the page of a form with this policy. */
export function watchPage(policy: OriginPolicy, events: WatchEvents): PageWatch {
  const open = new Map<string, Request>()
  let touched: readonly string[] = []
  const failures = new Set<string>()
  let hasFailed = false
  const fail = (failure: PageFault) => {
    hasFailed = true
    const key = JSON.stringify(failure)
    if (failures.has(key) || failures.size >= 100) return
    failures.add(key)
    events.onFault(failure)
  }
  const ask = (told: Told, url: string, id: string, { isFrame, isWorker }: Asker) => {
    const { documentURL = '', type = 'Other' } = told
    const origin = networkOrigin(url)
    // What has no origin reaches nobody.
    if (origin === undefined) return
    if (isAllowed(url, policy)) {
      if (open.size < mostRequests) open.set(id, { origin, type })
      return
    }
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
  const hearers: Readonly<Record<WatchedEvent, (told: Told, id: string, by: Asker) => void>> = {
    'Network.requestWillBeSent': (told, id, by) => {
      if (told.hasUserGesture && told.type === 'Document')
        touched = [...touched.slice(-mostTouched), told.requestId ?? '']
      ask(told, told.request?.url ?? '', id, by)
    },
    'Network.webSocketCreated': (told, id, by) =>
      ask({ ...told, type: 'WebSocket' }, told.url ?? '', id, by),
    'Network.responseReceived': ({ response }, id) => {
      const request = open.get(id)
      // One in the place of a page or a frame is not drawn.
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
  }
  return {
    hear(event, told, target = '', isWorker = false) {
      const { requestId = '' } = told as Told
      hearers[event](told, `${target} ${requestId}`, { isFrame: target !== '', isWorker })
    },
    hanging: () =>
      [...open.values()]
        .filter(({ type }) => type === 'Script')
        .map(({ origin }) => ({ reason: 'hangs', origin, kind: 'script' })),
    isTouched: (requestId) => touched.includes(requestId),
    get hasFailed() {
      return hasFailed
    },
  }
}

/** What a form cannot do without; a picture or a font that fails is no fault that ends it. */
function failureKind(type: string): PageFault['kind'] | undefined {
  if (type === 'Script') return 'script'
  if (type === 'Stylesheet') return 'style'
  if (type === 'Document') return 'document'
  return type === 'XHR' || type === 'Fetch' ? 'fetch' : undefined
}
