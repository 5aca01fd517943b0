import type { Refused } from '../../shared/windows.ts'
import type { Timers } from '../base/clock.ts'
import { after } from '../base/timers.ts'

/** Registrable domains that Chromium calls of itself: to sign its user in, to update its parts, to measure. */
const browsersOwn =
  /(^|\.)(google|googleapis|gstatic|gvt1|gvt2|googleusercontent|google-analytics|chromium|chrome|electronjs)\.(com|org)$/

/** Ms after which a page would have reported a request that the proxy refused. */
const laterMs = 1_000

/** Most origins that are remembered: a hostile page could name any number. */
const mostOrigins = 1_000

// The proxy alone sees the browser's call to its maker, or a connection that a page made ahead of a request.
/** Joins the reports of the browser and the proxy about refused requests: each refusal is reported once. */
export function joinRefusals(timers: Timers, report: (refused: Refused) => void) {
  const byPages = new Set<string>()
  const waiting = new Map<string, () => void>()
  const tell = (origin: string) => {
    waiting.get(origin)?.()
    waiting.delete(origin)
    if (byPages.has(origin)) return
    const isBrowsersOwn = browsersOwn.test(URL.parse(origin)?.hostname ?? '')
    report({ what: 'request', target: origin, kind: isBrowsersOwn ? 'browser' : 'connection' })
  }
  return {
    byPage(refused: Refused) {
      if (byPages.size < mostOrigins) byPages.add(refused.target)
      report(refused)
    },
    /** The proxy does not know the requesting page. */
    byProxy(origin: string) {
      if (byPages.has(origin) || waiting.has(origin) || waiting.size >= mostOrigins) return
      waiting.set(
        origin,
        after(timers, laterMs, () => tell(origin)),
      )
    },
    end() {
      for (const origin of [...waiting.keys()]) tell(origin)
    },
  }
}
