import { join } from 'node:path'
import type { Refused } from '../../../shared/windows.ts'
import { systemClock } from '../../base/clock.ts'
import type { ProtocolSession } from '../guard-world.ts'
import { readPages } from '../pages.ts'
import { watchTouchDrags } from '../touch-drag.ts'
import { formLeavingOf, type FormLeaving } from '../form-leaving.ts'
import { postOnce } from '../paper-form.ts'
import { createPapers, type Papers } from '../papers.ts'
import type { FormViewOptions } from '../port.ts'
import { guardWindow, type FormWindow, type GuardParts, type WindowRules } from './guard-window.ts'
import type { Bounds } from './launch.ts'
import type { OwnWindows } from './own-windows.ts'
import { drawPdf } from './pdf-window.ts'
import { createBrowserReader } from './reader.ts'
import { watchForm } from './watch-form.ts'

/** What the papers of a form need of it. */
export interface FormPapersParts
  extends Omit<WindowRules, 'watch' | 'posting'>, Pick<GuardParts, 'refuse' | 'onReleased'> {
  readonly windows: OwnWindows
  /** The project's folder; the page that draws PDFs is in its `out/reader`. */
  readonly root: string
  readonly onRefused: (refused: Refused) => void
  /** Whether the patient is at the form now. */
  readonly mayOpen: () => boolean
  /** Where nobody sees a window. */
  readonly aside: () => Bounds
  /** Puts the form and what is over it where they are to be seen. */
  readonly arrange: () => Promise<void>
  /** Gives the keyboard back to whoever had it before windows came up or went. */
  readonly keepKeyboard: () => void
}

/** The papers of one form, and the window that they are drawn in. */
export interface FormPapers extends Papers {
  /** The window of the paper that is to be seen. */
  readonly window: FormWindow | undefined
  readonly leaving: FormLeaving
  /** To be awaited before anything is loaded in the form's window. */
  readonly ready: Promise<unknown>
}

/**
 * Makes the papers of a form whose window is still empty: what theirs are made from is made from it, while it is being
 * guarded.
 */
export function openFormPapers(
  form: FormWindow,
  parts: FormPapersParts,
  options: FormViewOptions,
): FormPapers {
  const { windows, policy, aside, arrange, keepKeyboard, refuse } = parts
  const { onActivity } = options
  const leaving = formLeavingOf(options)
  const ready = windows.make(form.cdp, aside())
  const maker = ready.then(({ cdp }) => cdp)
  // Whoever awaits `ready` hears of it.
  void maker.catch(() => undefined)
  const ownPage = async (session: ProtocolSession) => {
    await leaving.watch(session)
    await watchTouchDrags(session)
  }
  const reader = createBrowserReader({
    ...{ windows, maker, policy, aside, arrange },
    guard: (window, { post, onPdf }) =>
      guardWindow(
        window,
        {
          ...parts,
          watch: watchForm(window.page, window.cdp, policy, parts),
          ...(parts.pdfs && { pdfs: { ...parts.pdfs, onPdf } }),
          posting: postOnce(post),
        },
        // Its dialogs hear no, and it gets no picture.
        onActivity ? { onActivity } : {},
        { ...parts, leaving, onClosing: () => papers.close(), also: () => Promise.resolve() },
      ),
    draw: async (window, pdf) => {
      const pages = await readPages(join(parts.root, 'out', 'reader'))
      const { onReleased } = parts
      return drawPdf(window, { pages, pdf, options, onReleased, also: ownPage })
    },
    onUnseen: keepKeyboard,
    onGone: () => papers.close(),
  })
  const papers = createPapers(systemClock, {
    ...{ policy, reader, mayOpen: parts.mayOpen },
    onRefused: (target) => refuse('popup', target),
    onPaper(open) {
      options.onPaper?.(open)
      keepKeyboard()
    },
  })
  return {
    get window() {
      return reader.window
    },
    get isOpen() {
      return papers.isOpen
    },
    leaving,
    ready,
    watch: (session) => papers.watch(session),
    openPdf: (pdf) => papers.openPdf(pdf),
    close: () => papers.close(),
    end: () => papers.end(),
  }
}
