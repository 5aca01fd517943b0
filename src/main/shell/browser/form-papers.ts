import type { Refused } from '../../../shared/windows.ts'
import { systemClock } from '../../base/clock.ts'
import { formLeavingOf, type FormLeaving } from '../form-leaving.ts'
import { createPapers, type Papers } from '../papers.ts'
import type { FormViewOptions } from '../port.ts'
import { guardWindow, type FormWindow, type GuardParts, type WindowRules } from './guard-window.ts'
import type { Bounds } from './launch.ts'
import type { OwnWindows } from './own-windows.ts'
import { createBrowserReader } from './reader.ts'
import { watchForm } from './watch-form.ts'

/** What the papers of a form need of it. */
export interface FormPapersParts
  extends Omit<WindowRules, 'watch'>, Pick<GuardParts, 'refuse' | 'onReleased'> {
  readonly windows: OwnWindows
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
}

/** Makes the papers of a form whose window is still empty: what theirs are made from is made from it. */
export async function openFormPapers(
  form: FormWindow,
  parts: FormPapersParts,
  options: FormViewOptions,
): Promise<FormPapers> {
  const { windows, policy, aside, arrange, keepKeyboard, refuse } = parts
  const { onActivity } = options
  const leaving = formLeavingOf(options)
  const { cdp: maker } = await windows.make(form.cdp, aside())
  const reader = createBrowserReader({
    ...{ windows, maker, policy, aside, arrange },
    guard: (window) =>
      guardWindow(
        window,
        { ...parts, watch: watchForm(window.page, window.cdp, policy, parts) },
        // Its dialogs hear no, and it gets no picture.
        onActivity ? { onActivity } : {},
        { ...parts, leaving, onClosing: () => papers.close(), also: () => Promise.resolve() },
      ),
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
    watch: (session) => papers.watch(session),
    close: () => papers.close(),
    end: () => papers.end(),
  }
}
