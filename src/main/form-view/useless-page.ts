import { err, type Result } from '../../shared/result.ts'
import type { PageFault } from '../../shared/windows.ts'
import { systemClock, type Timers } from '../base/clock.ts'
import { createSuppressor } from '../base/suppressor.ts'
import { after, pause, within } from '../base/timers.ts'
import type { FormPage } from './form-driver.ts'
import type { PageWatch } from './page-watch.ts'
import { networkOrigin } from './policy.ts'
import { onTopDocument, writeCall, type ProtocolSession } from './protocol.ts'

/** ms that a document has until a patient must find something in it. */
export const usefulWithinMs = 10_000
const answersWithinMs = 2_000
export const judgedWithinMs = usefulWithinMs + answersWithinMs

export interface PageContent {
  readonly text: boolean
  readonly controls: boolean
}

// A large part that cannot be inspected (a frame of another origin, a closed shadow tree, a drawing) counts for both.
/** Looks for content in a page. Self-contained: its source runs in the page. */
export function lookAtPage(): PageContent {
  const controls =
    'a[href], [contenteditable], [role=button], :is(button, input:not([type=hidden]), select, textarea):enabled'
  const isSeen = (each: Element, least = 1) => {
    const { width, height } = each.getBoundingClientRect()
    return width > least && height > least
  }
  const all = { text: true, controls: true }
  const look = (root: ParentNode, text: boolean): PageContent => {
    let found: PageContent = {
      text,
      controls: [...root.querySelectorAll(controls)].some((each) => isSeen(each)),
    }
    for (const each of root.querySelectorAll('*')) {
      if (found.text && found.controls) return found
      const isOpaque = each.localName.includes('-') && !each.shadowRoot
      const frame = /^i?frame$/.test(each.localName)
        ? (each as HTMLIFrameElement).contentDocument
        : undefined
      if ((isOpaque || each.localName === 'canvas' || frame === null) && isSeen(each, 50))
        return all
      const inside = each.shadowRoot
        ? look(each.shadowRoot, [...each.shadowRoot.children].some(hasText))
        : frame?.body && look(frame.body, hasText(frame.body))
      if (inside)
        found = { text: found.text || inside.text, controls: found.controls || inside.controls }
    }
    return found
  }
  const hasText = (each: Element) => ((each as Partial<HTMLElement>).innerText ?? '').trim() !== ''
  const body = document.body as HTMLElement | null
  return body ? look(body, hasText(body)) : { text: false, controls: false }
}

// A document in which a patient can do something is left to them, whatever failed.
/** Reports a form's document that is useless after ten seconds: empty, or failing and without anything to press. */
export function watchUsefulness(parts: {
  readonly timers: Timers
  readonly hanging: PageWatch['hanging']
  readonly hasFailed: () => boolean
  readonly look: () => Promise<PageContent>
  readonly address: () => string
  readonly onFault: (fault: PageFault) => void
  readonly onUseless: () => void
}) {
  let cancel: () => void = () => undefined
  const told = createSuppressor({})
  const tell = (fault: PageFault) => {
    if (told.isNew(JSON.stringify(fault))) parts.onFault(fault)
  }
  let isOver = false
  const judge = async () => {
    const hanging = parts.hanging()
    for (const fault of hanging) tell(fault)
    const content = await within(parts.timers, answersWithinMs, parts.look())
    if (content === undefined || isOver) return
    const isBroken = !content.controls && (parts.hasFailed() || hanging.length > 0)
    if (content.text && !isBroken) return
    isOver = true
    const origin = networkOrigin(parts.address())
    if (!content.text && origin !== undefined) tell({ reason: 'blank', origin, kind: 'document' })
    parts.onUseless()
  }
  return {
    documentCame() {
      cancel()
      if (isOver) return
      // A page that is gone, or between two documents, is told of by others.
      cancel = after(parts.timers, usefulWithinMs, () => void judge().catch(() => undefined))
    },
    end() {
      isOver = true
      cancel()
    },
  }
}

/** Runs `lookAtPage` in a page. Rejects while there is none. */
export async function lookAt(session: ProtocolSession): Promise<PageContent> {
  const expression = writeCall(lookAtPage)
  const answer = await session.send('Runtime.evaluate', { expression, returnByValue: true })
  return (answer as { readonly result: { readonly value: PageContent } }).result.value
}

const lookEveryMs = 100
const loadTimeoutMs = 20_000

/** True for an HTTP status of the two hundreds. */
export const isSuccess = (status: number): boolean => status >= 200 && status <= 299

// A page that paints nothing while it is not visible is inspected for content.
/** Loads `url` into an empty page, and waits until it is painted or read, or too slow. Errors: `Timeout`, `page.load`'s. */
export async function loadContent(
  page: Pick<FormPage, 'protocol' | 'load'>,
  url: string,
  paintsUnseen: boolean,
): Promise<Result<number, string>> {
  const { protocol } = page
  const isThere = new AbortController()
  const { signal } = isThere
  let hasCome = false
  onTopDocument(protocol, (document) => (hasCome ||= document.url !== 'about:blank'))
  protocol.on('Page.domContentEventFired', () => {
    if (hasCome) isThere.abort()
  })
  await protocol.send('Page.enable')
  if (paintsUnseen) {
    protocol.on('Page.lifecycleEvent', ({ name }: { readonly name: string }) => {
      if (name === 'firstPaint' || name === 'firstContentfulPaint') isThere.abort()
    })
    await protocol.send('Page.setLifecycleEventsEnabled', { enabled: true })
  }
  const poll = async () => {
    while (!signal.aborted) {
      const content = hasCome && (await lookAt(protocol).catch(() => undefined))
      if (content && content.text) isThere.abort()
      await pause(systemClock, lookEveryMs, signal)
    }
  }
  const loaded = (await within(systemClock, loadTimeoutMs, page.load(url))) ?? err('Timeout')
  if (!loaded.ok || !isSuccess(loaded.value)) return loaded
  if (!paintsUnseen) void poll()
  await pause(systemClock, usefulWithinMs, signal)
  isThere.abort()
  return loaded
}
