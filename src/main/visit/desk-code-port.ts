import type { Id } from '../../contract/values.ts'

/** For whom the front desk gave a code. */
export interface DeskCodeMatch {
  readonly patientId: Id
  /** The form packet that it is for; null: those that wait. */
  readonly packetId: Id | null
}

/** How the visit learns for whom the front desk gave a code. */
export interface DeskCodePort {
  /** Whether a desk is there that could know it. */
  isOffered(): boolean
  /** Calls `listener` after each change of what is known of desks; the function that comes back ends it. */
  onConnectionChange(listener: () => void): () => void
  /**
   * Asks the desks. A code that one of them knows is used up by it. `wrong`: none of those that answered knows it, it is old, or
   * it was used before; `unheard`: none answered in time.
   */
  check(code: string, signal: AbortSignal): Promise<DeskCodeMatch | 'wrong' | 'unheard'>
}
