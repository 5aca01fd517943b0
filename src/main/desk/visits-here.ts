import type { VisitEnd } from '../../shared/desk/view.ts'
import type { Result } from '../../shared/result.ts'
import type { DeskCodeMatch } from '../kiosk/visit/ports.ts'

/** Another patient has it or is about to; no window could be opened; the member who asked has left. */
type HereFault = { readonly kind: 'withPatient' | 'noScreen' | 'locked' }

/** Visits on this desk's own screen: one at a time, each in a window opened for it and closed after it. */
export interface VisitsHere {
  isOpen(): boolean
  /** Begins at the date of birth. `handOver`, once the window is there, locks the desk, or false. */
  begin(wanted: DeskCodeMatch, handOver: () => boolean): Promise<Result<null, HereFault>>
  /** As staff do; no effect where there is none. */
  end(): void
  /** Tells that a patient was given the screen, or how their visit ended; the value ends that. */
  onChange(listener: (ended: VisitEnd | undefined) => void): () => void
}
