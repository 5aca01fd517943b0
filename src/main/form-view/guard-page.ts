import {
  installDialogs,
  type AskPatient,
  answerDialog,
  dialogRequests,
  isDialogRequest,
  permitDialogs,
} from './page-dialogs.ts'
import { documentGuard, type DocumentNotice } from './document-guard.ts'
import type { FormPage } from './form-driver.ts'
import { changePageApis, changeWorkerApis } from './page-apis.ts'
import { installGuard, type ProtocolSession } from './protocol.ts'
import { STATUS_CODES } from 'node:http'
import { confinedHeaders, isAllowed, isFollowed, type Header, type OriginPolicy } from './policy.ts'
import type { postOnce } from './paper-guard.ts'
import { answerPdf, readBody, type PdfRules } from './pdf.ts'
import type { StorageOrigins } from './storage-origins.ts'

interface Paused {
  readonly requestId: string
  readonly networkId?: string
  readonly frameId?: string
  readonly request: { readonly url: string; readonly headers: Readonly<Record<string, string>> }
  readonly responseErrorReason?: string
  /** Undefined at the stage of the request, and when it failed. */
  readonly responseStatusCode?: number
  readonly responseHeaders?: readonly Header[]
}

interface DocumentRules {
  readonly policy: OriginPolicy
  readonly storage: StorageOrigins
  /** True if the shell itself stops forbidden documents, and adds the confining headers. */
  readonly areConfined: boolean
  /** Changes the first request for a document, if its address alone is not enough. */
  readonly posting?: ReturnType<typeof postOnce> | undefined
  readonly isFrame?: boolean
  /** True once the form is open; then it stays when the next document fails. */
  readonly isOpen: () => boolean
  readonly onRefused: (url: string, isTop: boolean) => void
  /** Without it, PDFs are ordinary files, which are never handed over. */
  readonly pdfs?: PdfRules | undefined
}

/** Most bytes of one document: it passes through main, which must not be filled by a server. */
const mostBytes = 64 * 1024 * 1024

/** The filtering proxy answers so when it does not reach a site (package proxy-chain, `statuses.ts`: 590 to 599). */
const isProxyFailure = (status = 0) => status >= 590 && status <= 599

// A document that cannot be handed on is failed and reported, never left waiting.
/** Answers the requests that main decides about: dialogs (without `ask`: no) and documents. Rejects if the page is gone. */
export async function decideRequests(
  session: ProtocolSession,
  ask: AskPatient | undefined,
  rules?: DocumentRules,
): Promise<void> {
  const top = rules && !rules.isFrame ? await topFrame(session) : undefined
  session.on('Fetch.requestPaused', (paused: Paused) => {
    const { requestId, request } = paused
    const decided = isDialogRequest(request.url)
      ? answerDialog({ requestId, url: request.url }, ask).then((answer) =>
          session.send('Fetch.fulfillRequest', answer),
        )
      : rules && decide(session, paused, top !== undefined && paused.frameId === top, rules)
    void decided?.catch(() => undefined)
  })
  const stages: readonly string[] = rules?.areConfined && !rules.posting ? [] : ['Request']
  const documents = rules
    ? [...stages, 'Response'].map((requestStage) => ({
        urlPattern: '*',
        resourceType: 'Document',
        requestStage,
      }))
    : []
  await session.send('Fetch.enable', { patterns: [...documents, dialogRequests] })
}

async function topFrame(session: ProtocolSession): Promise<string> {
  const { frameTree } = (await session.send('Page.getFrameTree')) as {
    readonly frameTree: { readonly frame: { readonly id: string } }
  }
  return frameTree.frame.id
}

async function decide(
  session: ProtocolSession,
  paused: Paused,
  isTop: boolean,
  rules: DocumentRules,
): Promise<void> {
  const { requestId, request } = paused
  const refuse = async (errorReason: 'Aborted' | 'Failed') => {
    await session.send('Fetch.failRequest', { requestId, errorReason })
    rules.onRefused(request.url, isTop)
  }
  if (isRefused(paused, rules)) return refuse('Aborted')
  try {
    await rules.storage.limitFor(request.url)
    await pass(session, paused, isTop, rules)
  } catch {
    // A document that fails before the form is there fails by an error; later the form stays in its place.
    await refuse(rules.isOpen() ? 'Aborted' : 'Failed')
  }
}

// The browser's own error page would replace an open form, with its words and ways past a wrong certificate.
function isRefused(paused: Paused, rules: DocumentRules): boolean {
  const { request, responseErrorReason, responseStatusCode } = paused
  const isUnreached = rules.areConfined && isProxyFailure(responseStatusCode)
  const hasFailed = responseErrorReason !== undefined || isUnreached
  const failed = hasFailed && rules.isOpen()
  return failed || !isAllowed(request.url, rules.policy)
}

async function pass(
  session: ProtocolSession,
  paused: Paused,
  isTop: boolean,
  { pdfs, posting, areConfined }: DocumentRules,
): Promise<unknown> {
  const { requestId, request, responseStatusCode: status, responseHeaders: headers = [] } = paused
  if (status === undefined) {
    const post = paused.responseErrorReason === undefined && posting?.(request.headers)
    return session.send('Fetch.continueRequest', { requestId, ...post })
  }
  if (isFollowed(status, headers)) return session.send('Fetch.continueResponse', { requestId })
  if (pdfs && (await answerPdf(session, { ...paused, status, headers }, isTop, pdfs)))
    return undefined
  if (areConfined) return session.send('Fetch.continueRequest', { requestId })
  const body = await readBody(session, requestId, mostBytes)
  if (!body) throw new Error('the document is too large')
  // Only a response made anew has its security headers read.
  return session.send('Fetch.fulfillRequest', {
    requestId,
    responseCode: status,
    // Chromium makes no response without a phrase, and has none of its own for 419, 520 or the proxy's 595.
    responsePhrase: STATUS_CODES[status] ?? 'Other',
    responseHeaders: confinedHeaders(permitDialogs(headers, request.url)),
    body: body.toString('base64'),
  })
}

interface PageGuard {
  readonly hear?: (notice: DocumentNotice) => void
  /** Answers the page's dialogs; without it, no. */
  readonly ask?: AskPatient | undefined
  readonly documents?: DocumentRules
  readonly keepsDrags?: boolean
  /** Prepares the page, and each frame with a process of its own, before its first script. */
  readonly also?: (session: ProtocolSession) => Promise<unknown>
  readonly onWorker?: (session: ProtocolSession) => Promise<unknown>
}

/** Guards a page, and each frame of it with its own process, before anything is loaded. Rejects if it cannot. */
export async function guardPage(
  page: Pick<FormPage, 'protocol' | 'watchTargets'>,
  { hear, ask, documents, keepsDrags, also, onWorker }: PageGuard = {},
): Promise<void> {
  const install = async (session: ProtocolSession, own?: DocumentRules) => {
    await Promise.all([
      installGuard(session, documentGuard(keepsDrags), hear),
      session.send('Page.setInterceptFileChooserDialog', { enabled: true, cancel: true }),
      changePageApis(session),
      installDialogs(session),
      decideRequests(session, ask, own),
    ])
    await also?.(session)
  }
  await install(page.protocol, documents)
  await page.watchTargets({
    // Electron, whose session confines the documents, hears of those of a frame that fail from the frame itself.
    frame: (session) =>
      install(session, documents?.areConfined ? { ...documents, isFrame: true } : undefined),
    async worker(session) {
      await Promise.allSettled([changeWorkerApis(session), onWorker?.(session)])
    },
  })
}
