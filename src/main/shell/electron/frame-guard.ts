import type { WebContents } from 'electron'
import { describe, isAllowed, storageBytes, type Header, type OriginPolicy } from '../policy.ts'
import { limitStorage, type StorageOrigins } from '../storage-origins.ts'
import type { Refused, RefusedKind } from '../../../shared/windows.ts'
import { closingEvent, hearClosing, reportClosing } from '../closing-page.ts'
import { openedEvent, reportOpening } from '../document-opening.ts'
import { languageCommand } from '../form-language.ts'
import {
  answerDialog,
  askByRequest,
  dialogPath,
  dialogRequests,
  isDialogRequest,
  type AskPatient,
} from '../page-dialogs.ts'
import { isWatched, watchCommands, type PageWatch } from '../page-watch.ts'
import type { postOnce } from '../paper-form.ts'
import { answerPdf, type PdfRules } from '../pdf.ts'
import { removeWebApis } from '../removed-web-apis.ts'
import type { ProtocolSession } from '../guard-world.ts'
import { hearWorkers, workerAsker, workerEvent, workerNotice } from '../worker-reports.ts'
import { guardBinding, guardDocument } from './document-guard.ts'
import { protocolSessions } from './protocol-sessions.ts'

/** Configuration and callbacks of a page's guard. */
export interface FrameGuardOptions {
  /** BCP 47 tag that the page's scripts see. */
  readonly locale: string
  readonly policy: OriginPolicy
  readonly refuse: (
    what: Refused['what'],
    target: string,
    kind?: RefusedKind,
    from?: string,
  ) => void
  /** Hears what each frame and worker asks for. */
  readonly pageWatch: Pick<PageWatch, 'hear'>
  /** A finger, a key or a wheel, in whichever frame. */
  readonly onActivity: () => void
  /** The page asked to be closed, and was not. */
  readonly onClosing: () => void
  /** Answers the dialogs of the page; without it, no. */
  readonly askPatient?: AskPatient | undefined
  /** What becomes of PDFs; without it they are files as any other, which nobody gets. */
  readonly pdfs?: PdfRules | undefined
  /** What the first request for a document is to send, where that is not asked for by its address alone. */
  readonly posting?: ReturnType<typeof postOnce> | undefined
  /** Is told of every frame that has a process of its own, the top one too, before its first script. */
  readonly watch: (session: ProtocolSession) => Promise<void>
}

/** A command of Chromium's DevTools protocol with its parameters. */
type Command = readonly [method: string, parameters?: object]

interface Paused {
  readonly requestId: string
  readonly networkId?: string
  /** Of the frame that it is for. */
  readonly frameId?: string
  readonly request: { readonly url: string; readonly headers: Readonly<Record<string, string>> }
  readonly responseErrorReason?: string
  readonly responseStatusCode?: number
  readonly responseHeaders?: readonly Header[]
}
interface Attached {
  readonly sessionId: string
  readonly targetInfo: { readonly type: string }
}

/** The filtering proxy answers so when it does not reach a site (package proxy-chain, `statuses.ts`: 590 to 599). */
const isProxyFailure = (status: number) => status >= 590 && status <= 599

const world = 'foyer-guard'
/** By which the guard says that the page asked to be closed; no address. */
const closingNotice = 'closing'
const documents = { urlPattern: '*', resourceType: 'Document', requestStage: 'Response' }
const requests = { ...documents, requestStage: 'Request' }

/** What is asked for each frame that has a process of its own, the top one too. */
const frameCommands = (language: Command, isPosted = false): readonly Command[] => [
  ['Page.enable'],
  // Needed for `Runtime.bindingCalled`.
  ['Runtime.enable'],
  ['Page.setInterceptFileChooserDialog', { enabled: true, cancel: true }],
  addScript(`(${removeWebApis.toString()})('${workerEvent}')`),
  addScript(`(${reportOpening.toString()})('${openedEvent}')`),
  addScript(`(${reportClosing.toString()})('${closingEvent}')`),
  addScript(`(${askByRequest.toString()})('${dialogPath}')`),
  ['Runtime.addBinding', { name: guardBinding, executionContextName: world }],
  addScript(`(${guardDocument.toString()})('${guardBinding}', '${openedEvent}')`, world),
  addScript(
    `(${hearClosing.toString()})('${closingEvent}', () => ${guardBinding}('${closingNotice}'))`,
    world,
  ),
  addScript(
    `(${hearWorkers.toString()})('${workerEvent}', '${workerNotice}', (notice) => ${guardBinding}(notice))`,
    world,
  ),
  language,
  ['Fetch.enable', { patterns: [documents, dialogRequests, ...(isPosted ? [requests] : [])] }],
  ...watchCommands,
  ['Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: true, flatten: true }],
]

/** What is asked for each worker, before its own script. */
const workerCommands: readonly Command[] = [
  ['Runtime.evaluate', { expression: `(${removeWebApis.toString()})('${workerEvent}')` }],
  ...watchCommands,
]

function addScript(source: string, worldName?: string): Command {
  return ['Page.addScriptToEvaluateOnNewDocument', { source, ...(worldName && { worldName }) }]
}

/**
 * Guards a page by Chromium's own protocol, each frame with a process of its own as well (such a frame waits
 * until its guard stands): no file chooser, no feature that only a script can take away, the language of the
 * visit, every touch noticed, and a document that cannot be loaded takes no page's place. To be awaited
 * before the page's address is loaded. Resolves with the origins that keep something, each limited as long as the
 * debugger is attached. Rejects when the page cannot be guarded.
 */
export async function guardFrames(
  contents: WebContents,
  options: FrameGuardOptions,
): Promise<StorageOrigins> {
  const { debugger: protocol } = contents
  // Electron itself puts the language into `Accept-Language` alone.
  const language = languageCommand(options.locale, contents.session.getUserAgent())
  const send = ([method, parameters]: Command, frame?: string): Promise<unknown> =>
    protocol.sendCommand(method, parameters, frame)
  const sessions = protocolSessions(protocol)
  const workers = new Set<string>()
  const guardChild = async ({ sessionId, targetInfo }: Attached) => {
    const isFrame = targetInfo.type === 'iframe'
    if (!isFrame) workers.add(sessionId)
    const watching = isFrame ? options.watch(sessions.of(sessionId)) : Promise.resolve()
    const commands = isFrame ? frameCommands(language) : [...workerCommands, language]
    // What a worker does not know it refuses; a frame that is gone by now refuses everything.
    await Promise.allSettled([...commands.map((command) => send(command, sessionId)), watching])
    await send(['Runtime.runIfWaitingForDebugger'], sessionId)
  }
  let isOpen = false
  contents.on('did-navigate', (_event, url) => (isOpen = isAllowed(url, options.policy)))
  const decide = async (paused: Paused, frame: string | undefined) => {
    const { requestId, request, responseErrorReason, responseStatusCode = 0 } = paused
    if (isDialogRequest(request.url)) {
      const answer = await answerDialog({ requestId, url: request.url }, options.askPatient)
      return send(['Fetch.fulfillRequest', answer], frame)
    }
    const failed = responseErrorReason !== undefined || isProxyFailure(responseStatusCode)
    // The first page of all may fail: its failure is why the form is not opened.
    const stays = failed && isOpen
    const isRequest = responseErrorReason === undefined && paused.responseStatusCode === undefined
    const post = isRequest ? options.posting?.(request.headers) : undefined
    const go = () => send(['Fetch.continueRequest', { requestId, ...post }], frame)
    const { pdfs } = options
    const isTop = frame === undefined && paused.frameId === top
    if (pdfs && !failed && !isRequest) {
      const held = {
        ...paused,
        status: responseStatusCode,
        headers: paused.responseHeaders ?? [],
      }
      if (await answerPdf(sessions.of(frame), held, isTop, pdfs)) return undefined
    }
    const refuse = () => {
      options.refuse('navigation', describe(request.url))
      return send(['Fetch.failRequest', { requestId, errorReason: 'Aborted' }], frame)
    }
    return stays ? refuse() : storage.limitFor(request.url).then(go, refuse)
  }
  protocol.attach('1.3')
  const top = options.pdfs && (await topFrame(send))
  const storage = await limitStorage(options.policy, (origin) =>
    send(['Storage.overrideQuotaForOrigin', { origin, quotaSize: storageBytes }]),
  )
  protocol.on('message', (_event, method, parameters: unknown, frame) => {
    // Electron gives an empty text for the page itself.
    const session = frame || undefined
    const ignore = () => undefined
    if (isWatched(method))
      options.pageWatch.hear(method, parameters as object, session, workers.has(session ?? ''))
    if (method === 'Target.attachedToTarget') void guardChild(parameters as Attached).catch(ignore)
    if (method === 'Fetch.requestPaused') void decide(parameters as Paused, session).catch(ignore)
    if (method === 'Runtime.bindingCalled') hear(parameters as Notice, options)
  })
  await Promise.all([
    ...frameCommands(language, !!options.posting).map((command) => send(command)),
    options.watch(sessions.of(undefined)),
  ])
  return storage
}

interface FrameTree {
  readonly frameTree: { readonly frame: { readonly id: string } }
}
async function topFrame(send: (command: Command) => Promise<unknown>): Promise<string> {
  const { frameTree } = (await send(['Page.getFrameTree'])) as FrameTree
  return frameTree.frame.id
}

interface Notice {
  readonly name: string
  readonly payload: string
}

function hear(
  { name, payload }: Notice,
  { refuse, onActivity, onClosing }: FrameGuardOptions,
): void {
  if (name !== guardBinding) return
  if (payload === 'activity') onActivity()
  else if (payload === closingNotice) onClosing()
  else {
    const asker = workerAsker(payload)
    if (asker) refuse('permission', 'service-worker', 'worker', asker.from)
    else refuse('navigation', describe(payload))
  }
}
