import type { VisitEnd } from '../../shared/desk/view.ts'
import type { Result } from '../../shared/result.ts'
import type { DeskCodeMatch } from '../kiosk/visit/ports.ts'

interface HereFault {
  /** Another patient has it or is about to; no window could be opened; the member who asked has left. */
  readonly kind: 'withPatient' | 'noScreen' | 'locked'
}

/**
 * Visits of patients on this desk's own screen: one at a time, each in a window that is opened for it and closed after
 * it.
 */
export interface VisitsHere {
  /** Returns true while a patient has the screen. */
  isOpen(): boolean
  // `handOver` is called once the window is there, with `isOpen` true by then. If it returns false, no visit begins.
  /**
   * Opens a window over the desk's and begins a visit at the date of birth. `handOver` then locks the desk; false: the
   * member has left.
   */
  begin(wanted: DeskCodeMatch, handOver: () => boolean): Promise<Result<null, HereFault>>
  /** Ends the visit and its window, as staff do; no effect where there is none. */
  end(): void
  /**
   * Calls `listener` whenever a patient was given the screen, or with how their visit ended once it is the desk's
   * again; the value ends that.
   */
  onChange(listener: (ended: VisitEnd | undefined) => void): () => void
}
