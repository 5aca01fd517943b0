import type { Session, WebContents, WebContentsView } from 'electron'
import { pdfPath, readerAddress, zoomScript } from '../../../shared/paper-page.ts'
import { throttle } from '../../base/throttle.ts'
import type { FormLeaving } from '../form-leaving.ts'
import { pageFile, readerHeaders, readPages, type PageFile } from '../pages.ts'
import type { Pdf } from '../pdf.ts'
import { activityEveryMs, type FormViewOptions } from '../port.ts'
import { watchTouchDrags } from '../touch-drag.ts'
import { ownScheme, pdfOrigin, safePreferences } from './api.ts'
import { touches } from './confine-page.ts'
import { endPage } from './end-page.ts'
import { onPaneKey, onPress } from './focus-moves.ts'
import type { FormContentsParts } from './form-contents.ts'
import { protocolSessions } from './protocol-sessions.ts'
import type { Sessions } from './sessions.ts'

/** What a view that draws a PDF is made of. */
export interface PdfViewParts extends FormContentsParts {
  readonly sessions: Sessions
  /** The built page that draws PDFs: a folder with an `index.html`. */
  readonly readerDir: string
  readonly leaving: FormLeaving
  readonly onPressed: () => void
}

/** A view that draws a PDF, in a process and a session of its own. */
export interface PdfView {
  readonly view: WebContentsView
  readonly contents: WebContents
  /** Draws it larger by a factor, 1 for as wide as the view. */
  setZoom(factor: number): Promise<void>
  /** Ends the page and wipes its session. */
  end(): Promise<void>
}

/** Whether this is the page that draws PDFs. */
export const isPdfPage = (url: string): boolean => url.startsWith(`${pdfOrigin}/`)

interface Held {
  readonly pages: ReadonlyMap<string, PageFile>
  readonly pdf: Pdf
}
/** What each session answers with; a session is used again, but learns of our pages once. */
const held = new WeakMap<Session, { now: Held | undefined }>()

/** Draws a PDF in a view that is in no window yet: by a page of Foyer's own, of another origin than any form. Rejects when it cannot. */
export async function openPdfView(
  parts: PdfViewParts,
  pdf: Pdf,
  { locale, onActivity }: Pick<FormViewOptions, 'locale' | 'onActivity'>,
): Promise<PdfView> {
  const { electron, rules, sessions, devTools, leaving } = parts
  const pages = await readPages(parts.readerDir)
  const session = await sessions.take('pdf')
  const holder = answerFromMemory(session)
  holder.now = { pages, pdf }
  const view = new electron.WebContentsView({
    webPreferences: { ...safePreferences, session, devTools, focusOnNavigation: false },
  })
  const contents = view.webContents
  rules.allow(contents, isPdfPage)
  const end = async () => {
    holder.now = undefined
    await endPage(contents)
    await sessions.giveBack('pdf', session)
  }
  const active = throttle(activityEveryMs, () => onActivity?.())
  contents.on('input-event', (_event, input) => {
    if (touches.has(input.type)) active()
  })
  contents.on('content-bounds-updated', (event) => event.preventDefault())
  void contents.setVisualZoomLevelLimits(1, 1)
  onPaneKey(contents, leaving.pane)
  onPress(contents, parts.onPressed)
  try {
    await contents.loadURL('about:blank')
    contents.debugger.attach('1.3')
    const protocol = protocolSessions(contents.debugger).of(undefined)
    await leaving.watch(protocol)
    await watchTouchDrags(protocol)
    await contents.loadURL(`${pdfOrigin}${readerAddress(locale)}`)
    return {
      ...{ view, contents, end },
      async setZoom(factor) {
        await protocol.send('Runtime.evaluate', { expression: zoomScript(factor) })
      },
    }
  } catch (error) {
    await end()
    throw error
  }
}

/** Has everything that a session asks for answered from memory, and lets nothing else of it go anywhere. */
function answerFromMemory(session: Session): { now: Held | undefined } {
  session.webRequest.onBeforeRequest(({ url }, decide) =>
    decide({ cancel: !isPdfPage(url) && !url.startsWith('devtools:') }),
  )
  const known = held.get(session)
  if (known) return known
  const holder: { now: Held | undefined } = { now: undefined }
  held.set(session, holder)
  session.protocol.handle(ownScheme, ({ url }) => answer(holder.now, url))
  return holder
}

function answer(now: Held | undefined, url: string): Response {
  if (!now || !isPdfPage(url)) return new Response(null, { status: 404 })
  if (new URL(url).pathname === pdfPath) {
    const { bytes } = now.pdf
    return bytes ? new Response(new Uint8Array(bytes)) : new Response(null, { status: 413 })
  }
  const file = pageFile(now.pages, url)
  if (!file) return new Response(null, { status: 404 })
  const headers = { ...readerHeaders, 'Content-Type': file.contentType }
  return new Response(new Uint8Array(file.body), { headers })
}
