import type { BaseWindow, Session, WebContents, WebContentsView } from 'electron'
import type { Refused } from '../../../shared/windows.ts'
import { fileFieldsOf } from '../file-fields.ts'
import { formLeavingOf, type FormLeaving } from '../form-leaving.ts'
import type { Reader } from '../papers.ts'
import { isAllowed, type OriginPolicy } from '../policy.ts'
import type { FormViewOptions } from '../port.ts'
import { watchTouchDrags } from '../touch-drag.ts'
import { confinePage, load, type Refuse } from './confine-page.ts'
import { endPage } from './end-page.ts'
import { onPaneKey, onPress } from './focus-moves.ts'
import { makeFormView, type FormContentsParts } from './form-contents.ts'
import { watchForm } from './watch-form.ts'

/** What a reader is made of. */
export interface ReaderParts extends FormContentsParts {
  readonly window: BaseWindow
  readonly session: Session
  /** The form's page; a process that it shares with a paper does not end with that. */
  readonly form: WebContents
  readonly policy: OriginPolicy
  readonly refuse: Refuse
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
}

/** net::ERR_ABORTED: the page was not replaced. */
const aborted = -3

/** Makes the reader of one form. */
export function createElectronReader(parts: ReaderParts, options: FormViewOptions): ElectronReader {
  const { window, session, policy, refuse, onGone, arrange } = parts
  interface Made {
    readonly view: WebContentsView
    readonly contents: WebContents
  }
  let made: Made | undefined
  let seen: Made | undefined
  const leaving = formLeavingOf(options)
  const end = async ({ view, contents }: Made) => {
    if (!window.isDestroyed() && !contents.isDestroyed()) window.contentView.removeChildView(view)
    await endPage(contents, parts.form)
  }
  const prepare = async ({ contents }: Made, url: string) => {
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
      { policy, pageWatch: watch.page },
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
      if (!isAllowed(url, policy)) gone()
    })
    contents.on('did-fail-load', (_event, code, _description, _url, isMainFrame) => {
      if (isMainFrame && code !== aborted) gone()
    })
  }
  return {
    get view() {
      return seen?.view
    },
    get contents() {
      return seen?.contents
    },
    leaving,
    async open(url) {
      const view = makeFormView(parts, session, policy, refuse)
      const paper = { view, contents: view.webContents }
      made = paper
      const isThere = await prepare(paper, url).catch(() => false)
      if (!isThere || made !== paper) {
        await end(paper)
        return false
      }
      watchEnd(paper)
      paper.contents.navigationHistory.clear()
      view.setBackgroundColor('#ffffff')
      seen = paper
      window.contentView.addChildView(view)
      arrange()
      return true
    },
    async close() {
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
