import type { Session } from 'electron'
import { permitDialogs } from '../dialog-policy.ts'
import { confinedHeaders, describe, isAllowed, type OriginPolicy } from '../policy.ts'
import { guardSession } from './guards.ts'
import type { Refuse } from './confine-page.ts'

/** Lets a form's session reach nothing but what `policy` lists, and confines every document that it loads. */
export async function confineSession(
  session: Session,
  policy: OriginPolicy,
  proxy: string,
  locale: string,
  refuse: Refuse,
): Promise<void> {
  guardSession(session, (what, target) =>
    refuse(what, what === 'download' ? describe(target) : target),
  )
  session.setUserAgent(session.getUserAgent(), locale)
  session.webRequest.onBeforeRequest(({ url }, answer) => {
    // What has no origin (blob:, data: inside the page) reaches no one.
    const cancel = /^(https?|wss?|ftp|file|foyer):/i.test(url) && !isAllowed(url, policy)
    if (cancel) refuse('request', describe(url))
    answer({ cancel })
  })
  session.webRequest.onHeadersReceived(({ url, resourceType, responseHeaders }, answer) => {
    const isDocument = resourceType === 'mainFrame' || resourceType === 'subFrame'
    answer(isDocument ? { responseHeaders: confined(responseHeaders ?? {}, url) } : {})
  })
  // Beside the filter above: redirects, WebRTC and whatever else finds a way past it.
  await session.setProxy({
    mode: 'fixed_servers',
    proxyRules: proxy,
    proxyBypassRules: '<-loopback>',
  })
}

/** The headers of the document at `url` with the confining ones beside them, each under one spelling of its name. */
function confined(headers: Record<string, string[]>, url: string): Record<string, string[]> {
  const lines = Object.entries(headers).flatMap(([name, values]) =>
    values.map((value) => ({ name, value })),
  )
  const named = new Map<string, [name: string, values: string[]]>()
  for (const { name, value } of confinedHeaders(permitDialogs(lines, url))) {
    const [first, values] = named.get(name.toLowerCase()) ?? [name, []]
    named.set(name.toLowerCase(), [first, [...values, value]])
  }
  return Object.fromEntries(named.values())
}
