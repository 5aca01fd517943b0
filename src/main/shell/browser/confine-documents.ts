import { STATUS_CODES } from 'node:http'
import type { CDPSession } from 'playwright-core'
import { permitDialogs } from '../dialog-policy.ts'
import type { postOnce } from '../paper-form.ts'
import { answerPdf, readBody, type PdfRules } from '../pdf.ts'
import type { ProtocolSession } from '../guard-world.ts'
import {
  confinedHeaders,
  isAllowed,
  isFollowed,
  type Header,
  type OriginPolicy,
} from '../policy.ts'
import type { StorageOrigins } from '../storage-origins.ts'

/** What is used here of the DevTools protocol's `Fetch.requestPaused`. */
interface Paused {
  readonly requestId: string
  /** By which the protocol's `Network` events name it. */
  readonly networkId?: string
  /** Of the frame that it is for. */
  readonly frameId?: string
  readonly request: { readonly url: string; readonly headers: Readonly<Record<string, string>> }
  readonly responseErrorReason?: string
  /** Undefined at the stage of the request, and when it failed. */
  readonly responseStatusCode?: number
  readonly responseHeaders?: readonly Header[]
}

/** How documents of one page are confined. */
export interface DocumentRules {
  readonly policy: OriginPolicy
  readonly storage: StorageOrigins
  /** What the first request for a document is to send, where that is not asked for by its address alone. */
  readonly posting?: ReturnType<typeof postOnce> | undefined
  /** Whether the form is there already; then it stays when the next document fails. */
  readonly isOpen: () => boolean
  /** Hears the address of a document that was not let through, or could not be. */
  readonly onRefused: (url: string, kind: 'document' | 'frame') => void
  /** What becomes of PDFs; without it they are files as any other, which nobody gets. */
  readonly pdfs?: PdfRules | undefined
}

/** Most bytes of one document: it passes through main, which must not be filled by a server. */
const mostBytes = 64 * 1024 * 1024

/**
 * Stops forbidden navigations where they begin, so that the page stays, and adds the confining headers to
 * every document. One that cannot be handed on is failed and told, never left waiting. Rejects when the page is gone.
 */
export async function confineDocuments(cdp: CDPSession, rules: DocumentRules): Promise<void> {
  const top = await topFrame(cdp)
  cdp.on('Fetch.requestPaused', (paused) => {
    const { requestId, request, frameId } = paused
    const refuse = async (errorReason: 'Aborted' | 'Failed') => {
      await cdp.send('Fetch.failRequest', { requestId, errorReason })
      rules.onRefused(request.url, frameId === top ? 'document' : 'frame')
    }
    const answered = isRefused(paused, rules)
      ? refuse('Aborted')
      : rules.storage.limitFor(request.url).then(() => pass(cdp, paused, frameId === top, rules))
    // A document that fails before the form is there fails by an error; later the form stays in its place.
    const failed = answered.catch(() => refuse(rules.isOpen() ? 'Aborted' : 'Failed'))
    // The page may be gone by now.
    void failed.catch(() => undefined)
  })
  await cdp.send('Fetch.enable', {
    patterns: (['Request', 'Response'] as const).map((requestStage) => ({
      urlPattern: '*',
      resourceType: 'Document' as const,
      requestStage,
    })),
  })
}

/** Id of the page's own frame; it stays the same for as long as the page lives. */
async function topFrame(cdp: CDPSession): Promise<string> {
  const { frameTree } = await cdp.send('Page.getFrameTree')
  return frameTree.frame.id
}

/**
 * Once the form is there it also stays when the next page fails: no page of the browser's own stands in its
 * place, with words of the browser's own and ways past a certificate that is wrong.
 */
function isRefused({ request, responseErrorReason }: Paused, rules: DocumentRules): boolean {
  const failed = responseErrorReason !== undefined && rules.isOpen()
  return failed || !isAllowed(request.url, rules.policy)
}

async function pass(
  cdp: CDPSession,
  paused: Paused,
  isTop: boolean,
  { pdfs, posting }: DocumentRules,
): Promise<unknown> {
  const { requestId, request, responseStatusCode: status, responseHeaders = [] } = paused
  if (status === undefined) {
    const post = posting?.(request.headers)
    return cdp.send('Fetch.continueRequest', {
      requestId,
      ...(post && { ...post, headers: [...post.headers] }),
    })
  }
  if (isFollowed(status, responseHeaders)) {
    return cdp.send('Fetch.continueResponse', { requestId })
  }
  const session = cdp as unknown as ProtocolSession
  const held = { ...paused, requestId, status, headers: responseHeaders }
  if (pdfs && (await answerPdf(session, held, isTop, pdfs))) return undefined
  // Only a response made anew has its security headers read.
  return cdp.send('Fetch.fulfillRequest', {
    requestId,
    responseCode: status,
    // Chromium makes no response without a phrase, and has none of its own for 419, 520 or the proxy's 595.
    responsePhrase: STATUS_CODES[status] ?? 'Other',
    responseHeaders: confinedHeaders(permitDialogs(responseHeaders, paused.request.url)),
    body: (await readDocument(cdp, requestId)).toString('base64'),
  })
}

async function readDocument(cdp: CDPSession, requestId: string): Promise<Buffer> {
  const body = await readBody(cdp as unknown as ProtocolSession, requestId, mostBytes)
  if (!body) throw new Error('the document is too large')
  return body
}
