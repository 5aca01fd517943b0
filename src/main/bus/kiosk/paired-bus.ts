import type { Result } from '../../../shared/result.ts'
import type { PairFault } from '../../../shared/staff-desk.ts'
import type { BusPlace } from './bus-place.ts'

/** With whom a kiosk is paired. */
interface PairedWith {
  /** What they are called. */
  readonly name: string
  readonly address: string
  /** ms since 1970. */
  readonly at: number
}

/** The pairing of a kiosk, and its bus while it is paired. */
export interface PairedBus extends BusPlace {
  paired(): PairedWith | undefined
  /** The key that this kiosk and whoever it is paired with alone have. */
  stationKey(): Uint8Array | undefined
  /** As `DeskService.pair`; the bus is there when it resolves. */
  pair(address: string, code: string): Promise<Result<null, { readonly kind: PairFault }>>
  /** Ends the bus, and forgets the pairing and what waits. */
  unpair(): Promise<void>
  /** Ends the bus; what is unsaid waits in the vault. */
  close(): Promise<void>
}
