import type {
  BaseWindow,
  Debugger,
  Rectangle,
  Session,
  WebContents,
  WebContentsView,
} from 'electron'
import { err, ok, type Result } from '../../../shared/result.ts'
import { readerAddress } from '../../../shared/paper-page.ts'
import type { FormDriver, FormEvents, FormPage } from '../../form-view/form-driver.ts'
import { permitDialogs } from '../../form-view/page-dialogs.ts'
import { answerReader, isPdfPage } from '../../form-view/pdf.ts'
import { readPages } from '../../form-view/pages.ts'
import { confinedHeaders, describe, disabledFeatures, isAllowed } from '../../form-view/policy.ts'
import { answerFromMemory } from './answer-from-memory.ts'
import { pdfOrigin, safePreferences, type ElectronApi } from './api.ts'
import { endPage, whenGone } from './end-page.ts'
import { guardSession, onPaneKey, sendThrough } from './guards.ts'
import { visibleSize } from './kiosk-window.ts'
import type { PageParts } from './own-page.ts'
import { EventEmitter } from 'node:events'
import { watchTargets, type ProtocolSession, type TargetHooks } from '../../form-view/protocol.ts'

interface ViewPage extends FormPage {
  readonly view: WebContentsView
  readonly contents: WebContents
}

const presses: ReadonlySet<string> = new Set(['mouseDown', 'touchStart'])
const activities: ReadonlySet<string> = new Set([...presses, 'rawKeyDown', 'keyDown', 'mouseWheel'])

/** Opens a form's page in a process and a session in memory of its own; it is in no window yet. */
export async function openFormView(
  parts: PageParts & {
    readonly window: BaseWindow
    readonly readerDir: string
    readonly focusKiosk: () => void
    /** Keeps Chromium's own list for a field in there; undefined once there is none. */
    readonly keepWithin: (bounds: Rectangle | undefined) => Promise<void> | undefined
    readonly onEnd: () => void
  },
  events: FormEvents,
): Promise<FormDriver> {
  const { electron, rules, sessions, window, devTools } = parts
  const { policy, options, state, refuse, onStopped } = events
  const memory = measureGrowth(electron)
  const session = await sessions.take('form')
  const pages = new Set<ViewPage>()
  const inWindow = new Set<ViewPage>()

  const makePage = async (
    ofSession: Session,
    mayGo: (url: string, isTop: boolean) => boolean,
    release: (contents: WebContents) => Promise<void>,
  ): Promise<ViewPage> => {
    const view = new electron.WebContentsView({
      webPreferences: {
        ...safePreferences,
        disableBlinkFeatures: disabledFeatures.join(),
        session: ofSession,
        devTools,
        // A page that goes on by itself must not take the keyboard from Foyer's bar.
        focusOnNavigation: false,
      },
    })
    // Once they are destroyed, a view knows nothing of its contents any more.
    const contents = view.webContents
    // A desk's process is heard; a page that is somebody else's never is.
    contents.setAudioMuted(true)
    rules.set(contents, mayGo)
    contents.setWindowOpenHandler(({ url }) => {
      refuse('popup', describe(url))
      return { action: 'deny' }
    })
    contents.on('will-prevent-unload', (event) => {
      // Here "prevent" means: do not ask, leave.
      event.preventDefault()
      refuse('dialog', 'beforeunload')
    })
    // Of the top frame's process alone; but also while its page does not answer.
    contents.on('input-event', (_event, { type }) => {
      if (activities.has(type)) events.onActivity()
      if (presses.has(type)) events.onTouched()
    })
    onPaneKey(contents, events.onPaneKey)
    // A page that asks to be elsewhere, or of another size, stays.
    contents.on('content-bounds-updated', (event) => event.preventDefault())
    void contents.setVisualZoomLevelLimits(1, 1)
    const page: ViewPage = {
      ...protocolOf(contents.debugger),
      view,
      contents,
      load: (url) => load(contents, url),
      scale: keepZoom(contents),
      onGone: (listener) => void whenGone(contents).then(listener),
      async end() {
        pages.delete(page)
        if (inWindow.delete(page) && !window.isDestroyed()) window.contentView.removeChildView(view)
        await release(contents)
      },
    }
    pages.add(page)
    try {
      // Commands for a page that does not exist yet would come too late for the first document.
      await contents.loadURL('about:blank')
      contents.debugger.attach('1.3')
    } catch (error) {
      await page.end()
      throw error
    }
    return page
  }
  const makeFormPage = (release: (contents: WebContents) => Promise<void>) =>
    makePage(
      session,
      (url, isTop) => {
        const allowed = isAllowed(url, policy)
        if (!allowed) onStopped(url, isTop)
        return allowed
      },
      release,
    )
  const arrange = async (front: FormPage) => {
    if (window.isDestroyed() || form.contents.isDestroyed()) return
    const { width, height } = visibleSize(window, electron)
    const { top, bottom } = state.insets
    const bounds = { x: 0, y: top, width, height: height - top - bottom }
    for (const page of new Set([form, front as ViewPage])) {
      page.view.setBounds(bounds)
      page.view.setVisible(state.visible)
      if (inWindow.has(page)) continue
      inWindow.add(page)
      page.view.setBackgroundColor('#ffffff')
      window.contentView.addChildView(page.view)
    }
    await parts.keepWithin(bounds)
  }
  const placeAgain = () => {
    for (const page of inWindow) void arrange(page)
  }
  const end = async () => {
    window.off('resize', placeAgain)
    try {
      await Promise.all([...pages].map((page) => page.end()))
      await sessions.giveBack('form', session)
    } finally {
      parts.onEnd()
      await parts.keepWithin(undefined)
    }
  }
  let form: ViewPage
  try {
    await confineSession(session, events)
    form = await makeFormPage((contents) => endPage(contents))
  } catch (error) {
    await end()
    throw error
  }
  window.on('resize', placeAgain)
  return {
    page: form,
    userAgent: session.getUserAgent(),
    confinesDocuments: true,
    // Its `SpecialStoragePolicy` calls all storage unlimited, whatever quota is named.
    limitsStorage: false,
    paintsUnseen: false,
    keepsDrags: true,
    canLeave: true,
    // A process that a paper shares with the form does not end with it.
    makePage: () => makeFormPage((contents) => endPage(contents, form.contents)),
    async openPdf(pdf, guard) {
      const files = await readPages(parts.readerDir)
      const ofPdf = await sessions.take('pdf')
      const answer = (url: string) => answerReader(files, pdf, url)
      const stopAnswering = answerFromMemory(ofPdf, isPdfPage, answer, devTools)
      const page = await makePage(ofPdf, isPdfPage, async (contents) => {
        stopAnswering()
        await endPage(contents)
        await sessions.giveBack('pdf', ofPdf)
      })
      try {
        await guard(page.protocol)
        const loaded = await page.load(`${pdfOrigin}${readerAddress(options.locale)}`)
        if (!loaded.ok) throw new Error(loaded.error)
      } catch (error) {
        await page.end()
        throw error
      }
      return page
    },
    arrange,
    giveKeyboard(front) {
      const { contents } = front as ViewPage
      if (!state.visible || state.isLeft) parts.focusKiosk()
      else if (!state.keysShown && !contents.isDestroyed()) contents.focus()
      return Promise.resolve()
    },
    restack: () => Promise.resolve(),
    memory,
    end,
  }
}

function load(contents: WebContents, url: string): Promise<Result<number, string>> {
  return new Promise((resolve) => {
    const came = (_event: unknown, _url: string, status: number) => resolve(ok(status))
    contents.once('did-navigate', came)
    contents.loadURL(url).catch((error: unknown) => {
      contents.off('did-navigate', came)
      const name = /ERR_\w+/.exec(String(error))?.[0]
      resolve(err(name ? `net::${name}` : 'not opened'))
    })
  })
}

/** Returns what scales a page, 1 for its own size. Electron keeps it by origin, and a form may be led to another. */
function keepZoom(contents: WebContents): (factor: number) => Promise<void> {
  let zoom = 1
  contents.on('did-navigate', () => contents.setZoomFactor(zoom))
  return (factor) => {
    zoom = factor
    if (!contents.isDestroyed()) contents.setZoomFactor(zoom)
    return Promise.resolve()
  }
}

// The form's drawing, storage and network use processes shared with the kiosk's page, which does not let them grow.
/** Measures a form's memory, in bytes: the growth of all Foyer's processes since this call, and all newer ones. */
function measureGrowth({ app }: Pick<ElectronApi, 'app'>): () => number {
  const read = () =>
    new Map(app.getAppMetrics().map(({ pid, memory }) => [pid, memory.workingSetSize * 1024]))
  const before = read()
  return () =>
    [...read()].reduce((sum, [pid, held]) => sum + Math.max(0, held - (before.get(pid) ?? 0)), 0)
}

/** Lets a form's session reach nothing but what its policy lists, and confines every document that it loads. */
async function confineSession(session: Session, { policy, proxy, options, refuse }: FormEvents) {
  guardSession(session, (what, target) =>
    refuse(what, what === 'download' ? describe(target) : target),
  )
  session.setUserAgent(session.getUserAgent(), options.locale)
  session.webRequest.onBeforeRequest(({ url }, answer) => {
    // An address without an origin (blob:, data: inside the page) reaches no server.
    const cancel = /^(https?|wss?|ftp|file|foyer):/i.test(url) && !isAllowed(url, policy)
    if (cancel) refuse('request', describe(url))
    answer({ cancel })
  })
  session.webRequest.onHeadersReceived(({ url, resourceType, responseHeaders }, answer) => {
    const isDocument = resourceType === 'mainFrame' || resourceType === 'subFrame'
    answer(isDocument ? { responseHeaders: confined(responseHeaders ?? {}, url) } : {})
  })
  // Beside the filter above: redirects, WebRTC and whatever else finds a way past it.
  await sendThrough(session, proxy)
}

/** Adds the confining headers to those of the document at `url`, each under one spelling of its name. */
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

function protocolOf(page: Debugger) {
  // Electron gives an empty text for the page itself.
  const channels = new Map<string, EventEmitter>()
  page.on('message', (_event, method, params: unknown, session) => {
    channels.get(session)?.emit(method, params)
    if (method !== 'Target.detachedFromTarget') return
    const { sessionId } = params as { readonly sessionId: string }
    channels.get(sessionId)?.emit('Inspector.detached', {})
    channels.delete(sessionId)
  })
  const channelOf = (sessionId: string): ProtocolSession => {
    const own = channels.get(sessionId) ?? new EventEmitter().setMaxListeners(0)
    channels.set(sessionId, own)
    return {
      send: (method, params) =>
        page.sendCommand(method, params, sessionId || undefined) as Promise<unknown>,
      on: (event, listener) => own.on(event, listener as (params: unknown) => void),
    }
  }
  const protocol = channelOf('')
  const ofTargets = {
    attach: { flatten: true },
    open: (_parent: ProtocolSession, sessionId: string) => channelOf(sessionId),
  }
  return {
    protocol,
    watchTargets: (hooks: TargetHooks) => watchTargets(protocol, ofTargets, hooks),
  }
}
