import type { DeskPlace } from '../../../shared/desk/rights.ts'
import type { Reference } from '../../../shared/desk/references.ts'

/** Something that was done just now, and can be taken back. */
export interface Undo {
  /** Words for the action. */
  readonly words: string
  readonly run: () => void
}

/** ms for which undo is offered; anything that can be undone later has its own way as well. */
export const undoMs = 5_000

/** Place of a member of staff at the desk, and there perhaps one patient's chart. */
export class Navigation {
  place = $state<DeskPlace>('today')
  /** Open chart at the place of patients; main opens one for two identifiers alone. */
  chart = $state.raw<Reference>()
  /** Layer over the page: the palette, or the list of keys. */
  dialog = $state<'palette' | 'keys'>()
  /** Action that one key can undo now. */
  undo = $state.raw<Undo>()
  /** Number of searches for patients from elsewhere: each draws their place anew. */
  searches = $state(0)
  #typed = ''

  /** Goes to a place; with a chart, to that patient. */
  go = (place: DeskPlace, chart?: Reference): void => {
    this.place = place
    this.chart = chart
  }

  /** Offers to take back what was done just now, for a few seconds; `then` runs after it was tried. */
  offerUndo = (words: string, back: () => Promise<unknown>, then: () => unknown): void => {
    const undo: Undo = {
      words,
      run: () => {
        this.#endUndo(undo)
        void back()
          .catch(() => undefined)
          .then(then)
      },
    }
    this.undo = undo
    setTimeout(() => this.#endUndo(undo), undoMs)
  }
  #endUndo(undo: Undo): void {
    if (this.undo === undo) this.undo = undefined
  }

  /** Closes what lies over the page, unless something else has taken its place. */
  closeDialog = (which: 'palette' | 'keys'): void => {
    if (this.dialog === which) this.dialog = undefined
  }

  /** Goes to the patients and looks for what was typed. */
  findPatients = (typed: string): void => {
    this.#typed = typed
    this.searches++
    this.go('patients')
  }

  /** Returns the search for the place of patients, once. */
  takeTyped = (): string => {
    const typed = this.#typed
    this.#typed = ''
    return typed
  }
}
