import type { CommandName } from '../../../shared/desk/operations.ts'
import type { DeskPlace } from '../../../shared/desk/rights.ts'
import type { Reference } from '../../../shared/desk/references.ts'

export interface Undo {
  /** Returns words for the action in the language of the moment. */
  readonly words: () => string
  /** Place where it was done: nowhere else its words name a patient. */
  readonly place: DeskPlace
  readonly error?: unknown
  readonly run: () => void
}

interface Opener {
  readonly place: DeskPlace
  readonly chart?: Reference
}

/** ms for which undo is offered unasked, and for which its key offers it anew. */
export const undoMs = 5_000
const undoKeptMs = 10 * 60_000

export class Navigation {
  place = $state<DeskPlace>('today')
  /** Open chart at the place of patients; main opens one for two identifiers alone. */
  chart = $state.raw<Reference>()
  dialog = $state<'palette' | 'keys'>()
  undo = $state.raw<Undo>()
  /** Last action, whose undo the same key offers anew. */
  last = $state.raw<Undo>()
  /** Number of times that a place was wanted anew from elsewhere: each draws it anew. */
  draws = $state(0)
  section = $state<string>()
  /** Openers of the open charts, the newest last; each chart closes back to its own. */
  #from = $state.raw<readonly Opener[]>([])
  #typed = ''
  #wanted: CommandName | undefined

  /** Goes to a place; with a chart, to that patient. */
  go = (place: DeskPlace, chart?: Reference): void => {
    if (chart === undefined) this.#from = []
    else if (place === 'patients')
      this.#from = [...this.#from, { place: this.place, ...(this.chart && { chart: this.chart }) }]
    // A part that was wanted before its patient was found.
    if (this.#wanted === undefined) this.section = undefined
    this.place = place
    this.chart = chart
  }

  /** Opens a chart: at the check-in for a member who is there, else at the place of patients. */
  open = (chart: Reference): void =>
    this.go(this.place === 'checkIn' ? 'checkIn' : 'patients', chart)

  /** Goes to a place by itself: what was wanted before is forgotten. */
  visit = (place: DeskPlace): void => {
    this.#wanted = undefined
    this.go(place)
  }

  /** Returns where the open chart closes to; undefined: the search for patients. */
  get from(): Opener | undefined {
    const last = this.#from.at(-1)
    return last?.place === 'patients' && last.chart === undefined ? undefined : last
  }

  /** Closes the open chart, back to where it was opened. */
  closeChart = (): void => {
    const last = this.#from.at(-1)
    this.#from = this.#from.slice(0, -1)
    this.section = undefined
    this.place = last?.place ?? 'patients'
    this.chart = last?.chart
  }

  /** Goes to the page where a command is given; to a section of the open chart, or once one is open. */
  begin = (command: CommandName, place: DeskPlace, section: string | undefined): void => {
    this.#wanted = command
    this.section = section
    this.draws++
    if (section === undefined) this.go(place)
    else if (this.chart === undefined) this.findPatients('')
    else if (this.place !== 'patients') this.go('patients', this.chart)
  }

  /** Checks for a command that a page is to begin with. */
  isWanted = (command: CommandName): boolean => this.#wanted === command

  /** Takes up a command that was wanted here, once: the key of what is open then. */
  takes = (command: CommandName): 'new' | undefined => {
    if (this.#wanted !== command) return undefined
    this.#wanted = undefined
    return 'new'
  }

  /** Offers to undo, for a few seconds; a failure stands until it is closed. `then` learns if it is undone. */
  offerUndo = (
    words: () => string,
    back: () => Promise<unknown>,
    then: (isUndone: boolean) => unknown,
  ): void => {
    const { place } = this
    const run = () => {
      this.endUndo(undo)
      this.#forget(undo)
      void back().then(
        () => then(true),
        (error: unknown) => {
          this.undo = { ...undo, error }
          void then(false)
        },
      )
    }
    const undo: Undo = { words, place, run }
    this.last = undo
    this.#show(undo)
    setTimeout(() => this.#forget(undo), undoKeptMs)
  }
  /** Takes back the action that is shown, or shows what the last one was, so that nobody undoes what they forgot. */
  takeBack = (): void => {
    if (this.undo) this.undo.run()
    else if (this.last) this.#show(this.last)
  }
  #show(undo: Undo): void {
    this.undo = undo
    setTimeout(() => this.endUndo(undo), undoMs)
  }
  #forget(undo: Undo): void {
    if (this.last === undo) this.last = undefined
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
    this.draws++
    this.go('patients')
  }

  /** Returns the search for the place of patients, once. */
  takeTyped = (): string => {
    const typed = this.#typed
    this.#typed = ''
    return typed
  }
}
