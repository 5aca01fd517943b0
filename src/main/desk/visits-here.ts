import type { VisitEnd } from '../../shared/desk/view.ts'
import type { Result } from '../../shared/result.ts'
import type { DeskCodeMatch } from '../visit/ports.ts'

/** Reason why a patient did not get this desk's screen. */
interface HereFault {
  /** Another has it or is just being given it; no window could be opened; whoever asked is not there any more. */
  readonly kind: 'withPatient' | 'noScreen' | 'locked'
}

/**
 * Visits of patients on this desk's own screen: one at a time, each in a window that is opened for it and closed after
 * it.
 */
export interface VisitsHere {
  /** Returns true while a patient has the screen. */
  isOpen(): boolean
  /**
   * Opens a window over the desk's and begins a visit in it, at the date of birth. `handOver` is called once it stands
   * there, and `isOpen` by then: it locks the desk. False: whoever asked is not there any more, and no visit begins.
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
