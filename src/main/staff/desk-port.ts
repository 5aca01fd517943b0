import type { Result } from '../../shared/result.ts'
import type { DeskShown, PairFault } from '../../shared/staff-desk.ts'

/**
 * The clinic's desk, or its hub, as staff at the kiosk see and pair it. The session
 * writes the audit before each act; what became of a pairing, and that it is ended, stands in the audit by the act itself.
 */
export interface DeskService {
  shown(): DeskShown
  /**
   * Pairs the kiosk by what the desk shows: its address and code, or the text of its QR as `address`. Rejects only for a
   * bug.
   */
  pair(address: string, code: string): Promise<Result<null, { readonly kind: PairFault }>>
  /** Lets go of the pairing; what waits to be said is let go of too. */
  unpair(): Promise<void>
  /**
   * Tells the desk that the kiosk's PIN was used, once it hears that, which may be later. Nobody hears of it where the kiosk
   * is not paired.
   */
  pinUsed(): void
  /** Nothing is forgotten, whatever the desk asked for. */
  declineWipe(): void
}
