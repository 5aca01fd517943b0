import type { BaseWindow, Session, WebContents, WebContentsView } from 'electron'
import type { Refused } from '../../../shared/windows.ts'
import { fileFieldsOf } from '../file-fields.ts'
import { formLeavingOf, type FormLeaving } from '../form-leaving.ts'
import { postOnce, type Posted } from '../paper-form.ts'
import type { Reader } from '../papers.ts'
import type { Pdf, PdfRules } from '../pdf.ts'
import { isAllowed, type OriginPolicy } from '../policy.ts'
import type { FormViewOptions } from '../port.ts'
import { watchTouchDrags } from '../touch-drag.ts'
import { confinePage, load, type Refuse } from './confine-page.ts'
import { endPage } from './end-page.ts'
import { onPaneKey, onPress } from './focus-moves.ts'
import { keepZoom } from './form-zoom.ts'
import { makeFormView, type FormContentsParts } from './form-contents.ts'
import { isPdfPage, openPdfView } from './pdf-view.ts'
import type { Sessions } from './sessions.ts'
import { watchForm } from './watch-form.ts'

/** What a reader is made of. */
export interface ReaderParts extends FormContentsParts {
  readonly window: BaseWindow
  readonly sessions: Sessions
  readonly readerDir: string
  readonly session: Session
  /** The form's page; a process that it shares with a paper does not end with that. */
  readonly form: WebContents
  readonly policy: OriginPolicy
  readonly refuse: Refuse
  /** What becomes of PDFs that the form itself leads to. */
  readonly pdfs: PdfRules | undefined
  readonly onRefused: (refused: Refused) => void
  readonly onPressed: () => void
  /** Puts the form and what is over it where they are to be seen. */
  readonly arrange: () => void
  /** The paper ended by itself, or went where it may not. */
  readonly onGone: () => void
}

/** Draws papers in a view above the form's. */
export interface ElectronReader extends Reader {
  /** The view of the paper that is to be seen. */
  readonly view: WebContentsView | undefined
  /** The page in it. */
  readonly contents: WebContents | undefined
  readonly leaving: FormLeaving
  /** Scales the paper that is open, and those to come; 1 for their own size, a PDF for as wide as the view. */
  setZoom(factor: number): Promise<void>
}

/** net::ERR_ABORTED: the page was not replaced. */
const aborted = -3

/** Makes the reader of one form. */
export function createElectronReader(parts: ReaderParts, options: FormViewOptions): ElectronReader {
  const { window, session, policy, refuse, onGone, arrange } = parts
  interface Made {
    readonly view: WebContentsView
    readonly contents: WebContents
    readonly scale: (factor: number) => Promise<void>
    /** Ends what is not ended with a form's other pages. */
    readonly end?: () => Promise<void>
  }
  let made: Made | undefined
  let seen: Made | undefined
  const leaving = formLeavingOf(options)
  let zoom = 1
  /** Counts what was asked for: what was begun before the last of it ends nowhere. */
  let asked = 0
  const end = async ({ view, contents, ...made }: Made) => {
    if (!window.isDestroyed() && !contents.isDestroyed()) window.contentView.removeChildView(view)
    await (made.end?.() ?? endPage(contents, parts.form))
  }
  interface Opening {
    readonly post: Posted | undefined
    readonly onPdf: (pdf: Pdf) => void
  }
  const prepare = async ({ contents, scale }: Made, url: string, { post, onPdf }: Opening) => {
    onPaneKey(contents, leaving.pane)
    onPress(contents, parts.onPressed)
    const { onActivity, locale } = options
    let unreadable: (isThere: false) => void = () => undefined
    const isUnreadable = new Promise<false>((resolve) => (unreadable = resolve))
    const watch = watchForm(contents, policy, {
      onRefused(refused) {
        parts.onRefused(refused)
        if (refused.kind === 'pdf') unreadable(false)
      },
    })
    const confined = await confinePage(
      contents,
      {
        ...{ policy, pageWatch: watch.page },
        ...(parts.pdfs && { pdfs: { ...parts.pdfs, onPdf } }),
        ...(post && { posting: postOnce(post) }),
      },
      // Its dialogs hear no, and it gets no picture.
      {
        locale,
        ...(onActivity && { onActivity }),
        onSign: (sign) => sign === 'closing' && onGone(),
      },
      {
        refuse,
        async watch(target) {
          await leaving.watch(target)
          await fileFieldsOf({}, () => refuse('dialog', 'file')).watch(target)
          await watchTouchDrags(target)
        },
      },
    )
    if (!confined.ok) return false
    await scale(zoom)
    const loaded = load(contents, url, policy, () => undefined).then((failure) => !failure)
    return Promise.race([loaded, isUnreadable])
  }
  const watchEnd = (paper: Made) => {
    const { contents } = paper
    const gone = () => {
      if (seen === paper) onGone()
    }
    contents.once('render-process-gone', gone)
    contents.once('destroyed', gone)
    contents.on('did-navigate', (_event, url) => {
      if (!(paper.end ? isPdfPage(url) : isAllowed(url, policy))) gone()
    })
    contents.on('did-fail-load', (_event, code, _description, _url, isMainFrame) => {
      if (isMainFrame && code !== aborted) gone()
    })
  }
  const show = (paper: Made) => {
    watchEnd(paper)
    paper.contents.navigationHistory.clear()
    paper.view.setBackgroundColor('#ffffff')
    seen = paper
    window.contentView.addChildView(paper.view)
    arrange()
  }
  const showPdf = async (pdf: Pdf): Promise<boolean> => {
    const own = ++asked
    const drawn = await openPdfView({ ...parts, leaving }, pdf, options)
    const paper: Made = { ...drawn, scale: (factor) => drawn.setZoom(factor) }
    if (own !== asked) {
      await end(paper)
      return false
    }
    made = paper
    await paper.scale(zoom)
    show(paper)
    return true
  }
  /** A paper led to another one, which is drawn in its place. */
  const follow = async (pdf: Pdf) => {
    const before = made
    const isThere = await showPdf(pdf).catch(() => false)
    if (!isThere) onGone()
    else if (before) await end(before)
  }
  return {
    get view() {
      return seen?.view
    },
    get contents() {
      return seen?.contents
    },
    leaving,
    async open(wanted, post) {
      if (typeof wanted !== 'string') return showPdf(wanted)
      const own = ++asked
      let pdf: Pdf | undefined
      const view = makeFormView(parts, session, policy, refuse)
      const contents = view.webContents
      const paper: Made = { view, contents, scale: keepZoom(contents) }
      made = paper
      const onPdf = (found: Pdf) => {
        if (seen === paper) void follow(found)
        else pdf = found
      }
      const isThere = await prepare(paper, wanted, { post, onPdf }).catch(() => false)
      const isWanted = own === asked
      if (isThere && isWanted) {
        show(paper)
        return true
      }
      await end(paper)
      return pdf && isWanted ? showPdf(pdf) : false
    },
    async setZoom(factor) {
      zoom = factor
      await made?.scale(zoom)
    },
    async close() {
      asked += 1
      const paper = made
      made = undefined
      seen = undefined
      if (paper) {
        const ended = end(paper)
        arrange()
        await ended
      }
    },
  }
}
