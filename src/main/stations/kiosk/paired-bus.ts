import type { Result } from '../../../shared/result.ts'
import type { PairFault } from '../../../shared/staff-desk.ts'
import type { Bus } from '../port.ts'

/** A text in the vault, such as JSON; on the disk when `write` returns. */
export interface KeptText {
  read(): string | undefined
  write(text: string): void
}

/** The kiosk's bus while it is paired. */
export interface BusPlace {
  bus(): Bus | undefined
  /**
   * Calls `listener` after each change of the bus that is there, and when another one is. The function that comes back
   * ends it.
   */
  onChange(listener: () => void): () => void
}

/** The desk or hub that a kiosk is paired with. */
interface PairedWith {
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
  /** Closes the bus; unsent messages stay in the vault. */
  close(): Promise<void>
}
