import type { BrowserWindow } from '../../src/main/windows/chromium/launch.ts'
import {
  describe,
  isAllowed,
  networkOrigin,
  type OriginPolicy,
} from '../../src/main/form-view/policy.ts'
import type { Refused } from '../../src/shared/windows.ts'
import names from './known-names.json' with { type: 'json' }

export type Counts = Partial<Record<string, number>>

export interface OriginRecord {
  readonly origin: string
  /** Number of requests of each kind: document, frame, script, stylesheet, font, fetch, socket … */
  readonly kinds: Counts
  refused: number
  /** Failures of requests that were let through: an HTTP status, or Chromium's name of a network error. */
  readonly failures: Counts
}

const attempts: readonly string[] = ['popup', 'download', 'dialog', 'permission', 'navigation']

/** All that was seen of a completion page. It holds origins, names of features and counts; no path and no value. */
export type PageRecord = ReturnType<ReturnType<typeof createPageWatch>['record']>

const count = (counts: Counts, name: string) => (counts[name] = (counts[name] ?? 0) + 1)

type Page = BrowserWindow['page']
type Request = Awaited<ReturnType<Page['waitForRequest']>>

/** ms between two looks at the text and the fields of the page. */
const lookEveryMs = 100

/** Makes a watch of what a page does, from before its first request; `policy` is that of the form view. */
export function createPageWatch(policy: OriginPolicy) {
  const origins = new Map<string, OriginRecord>()
  const chain: string[] = []
  const features: Counts = {}
  const tried: Counts = {}
  /** `fileFields`: the most that stood in the page at once; `scriptErrors`: those that no script of the page took. */
  const seen = { pdfs: 0, workers: 0, fileFields: 0, scriptErrors: 0, isUseless: false }
  let firstTextMs: number | undefined
  let page: Page | undefined
  let looking: NodeJS.Timeout | undefined

  const of = (url: string): OriginRecord | undefined => {
    const origin = networkOrigin(url)
    if (origin === undefined) return undefined
    const known = origins.get(origin) ?? { origin, kinds: {}, failures: {}, refused: 0 }
    origins.set(origin, known)
    return known
  }
  const asked = (url: string, kind: string) => {
    const counted = of(url)
    if (!counted) return
    count(counted.kinds, kind)
    if (!isAllowed(url, policy)) counted.refused += 1
  }
  const failed = (url: string, why: string) => {
    if (isAllowed(url, policy)) count(of(url)?.failures ?? {}, why)
  }

  return {
    begin({ context, page: own }: BrowserWindow) {
      page = own
      const since = performance.now()
      context.on('request', (request) => {
        const url = request.url()
        const kind = kindOf(request)
        const leadsHome = kind === 'document' && isHomePage(url) && !isAllowed(url, policy)
        asked(url, leadsHome ? homePage : kind)
        if (kind === 'document' && request.frame().page() === own && chain.at(-1) !== describe(url))
          chain.push(describe(url))
      })
      context.on('requestfailed', (request) => {
        const name = /net::(\w+)/.exec(request.failure()?.errorText ?? '')?.[1]
        if (name !== undefined && name !== 'ERR_ABORTED') failed(request.url(), name)
      })
      context.on('response', (response) => {
        if (response.status() >= 400) failed(response.url(), String(response.status()))
        if (/^application\/pdf\b/i.test(response.headers()['content-type'] ?? '')) seen.pdfs += 1
      })
      own.on('websocket', (socket) => asked(socket.url(), 'socket'))
      own.on('worker', () => (seen.workers += 1))
      own.on('pageerror', () => (seen.scriptErrors += 1))
      own.on('console', (line) => {
        const feature = refusedFeature(line.text())
        if (feature !== undefined) count(features, feature)
      })
      const look = async () => {
        const looked = await Promise.all(own.frames().map(lookAt))
        if (looked.some(({ hasText }) => hasText)) firstTextMs ??= performance.now() - since
        const fields = looked.reduce((sum, { fileFields }) => sum + fileFields, 0)
        seen.fileFields = Math.max(seen.fileFields, fields)
      }
      let underWay: Promise<void> | undefined
      looking = setInterval(() => {
        underWay ??= look().finally(() => (underWay = undefined))
      }, lookEveryMs)
    },
    refused({ what, kind, target }: Refused) {
      // The form view refuses this itself, and no line of the console mentions it.
      if (kind === 'worker' && target === 'service-worker') count(features, target)
      if (attempts.includes(what)) count(tried, what)
    },
    useless: () => void (seen.isUseless = true),
    record: () => ({
      /** Origins of the documents that the window itself showed, in turn. */
      chain: chain as readonly string[],
      origins: [...origins.values()] as readonly OriginRecord[],
      features,
      attempts: tried,
      ...seen,
      /** ms from the first request to the first text; undefined if none came. */
      firstTextMs: firstTextMs && Math.round(firstTextMs),
      lastOrigin: page ? describe(page.url()) : 'none',
    }),
    end: () => clearInterval(looking),
  }
}

/** Kind of a request for the first page of a site that is not listed: a form that is done leads there. */
export const homePage = 'home page'
const isHomePage = (url: string) => {
  const { pathname, search } = new URL(url)
  return pathname === '/' && search === ''
}

function kindOf(request: Request): string {
  const type = request.resourceType()
  if (type === 'xhr') return 'fetch'
  if (type !== 'document') return type
  return request.frame().parentFrame() ? 'frame' : 'document'
}

async function lookAt(frame: ReturnType<Page['frames']>[number]) {
  const looked = frame.evaluate(() => {
    const { document } = globalThis as unknown as { readonly document: Document }
    return {
      hasText: ((document.body as HTMLElement | null)?.innerText ?? '').trim() !== '',
      fileFields: document.querySelectorAll('input[type=file]').length,
    }
  })
  return looked.catch(() => ({ hasText: false, fileFields: 0 }))
}

const knownFeatures = new Set(names.features)

/** Chromium's wordings of a refusal; the text in place of the name is taken only if it is a known one. */
const wordings = [
  /permissions policy violation: ([a-z-]{3,40}) is not allowed/i,
  /ignored call to '(\w{3,20})\(\)'/i,
  /\b(geolocation|camera|microphone|notifications?) .{0,40}permissions? policy/i,
]
const popup = /^blocked opening .* in a new window/i

/** Finds the refused feature in a line of the console; undefined for every other line, which is the page's. */
export function refusedFeature(line: string): string | undefined {
  if (popup.test(line)) return 'open'
  const name = wordings.map((wording) => wording.exec(line)?.[1]?.toLowerCase()).find(Boolean)
  return name !== undefined && knownFeatures.has(name) ? name : undefined
}
