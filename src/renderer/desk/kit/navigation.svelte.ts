import type { DeskPlace } from '../../../shared/desk/rights.ts'
import type { Reference } from '../../../shared/desk/references.ts'

/** Something that was done just now, and can be taken back. */
export interface Undo {
  /** Returns words for the action in the language of the moment. */
  readonly words: () => string
  /** Place where it was done: nowhere else its words name a patient. */
  readonly place: DeskPlace
  /** Reason why it could not be taken back; it can be tried once more. */
  readonly error?: unknown
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

  /** The open chart was opened from the list of today. */
  #isOfToday = false

  /** Goes to a place; with a chart, to that patient. */
  go = (place: DeskPlace, chart?: Reference): void => {
    this.#isOfToday = chart !== undefined && (this.#isOfToday || this.place === 'today')
    this.place = place
    this.chart = chart
  }

  /** Closes the open chart, and goes back where it was opened. */
  closeChart = (): void => this.go(this.#isOfToday ? 'today' : this.place)

  /**
   * Offers to take back what was done just now, for a few seconds; a failure stands until it is closed. `then` learns if
   * it is undone.
   */
  offerUndo = (
    words: () => string,
    back: () => Promise<unknown>,
    then: (isUndone: boolean) => unknown,
  ): void => {
    const { place } = this
    const run = () => {
      this.endUndo(undo)
      void back().then(
        () => then(true),
        (error: unknown) => {
          this.undo = { ...undo, error }
          void then(false)
        },
      )
    }
    const undo: Undo = { words, place, run }
    this.undo = undo
    setTimeout(() => this.endUndo(undo), undoMs)
  }
  /** Withdraws an offer, unless a newer one has taken its place. */
  endUndo = (undo: Undo): void => {
    if (this.undo?.run === undo.run) this.undo = undefined
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
