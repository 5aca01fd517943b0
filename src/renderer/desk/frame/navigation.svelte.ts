import type { DeskPlace } from '../../../shared/desk/rights.ts'
import type { Reference } from '../../../shared/desk/references.ts'

/** Where a member of staff is at the desk: a place, and there perhaps one patient's chart. */
export class Navigation {
  place = $state<DeskPlace>('today')
  /** The chart that is open at the place of patients; main opens one for two identifiers alone. */
  chart = $state.raw<Reference>()
  /** What lies over the page: the palette, or the list of keys. */
  dialog = $state<'palette' | 'keys'>()
  /** How often patients were looked for from elsewhere: their place is drawn anew for each. */
  searches = $state(0)
  #typed = ''

  /** Goes to a place; with a chart, to that patient. */
  go = (place: DeskPlace, chart?: Reference): void => {
    this.place = place
    this.chart = chart
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

  /** What the place of patients is to look for, told once. */
  takeTyped = (): string => {
    const typed = this.#typed
    this.#typed = ''
    return typed
  }
}
