import type { WallClock } from '../../base/clock.ts'
import type { OutboxBook } from './book.ts'
import type {
  ConnectionReading,
  IntakeDelivery,
  IntakeSource,
  OutboxLine,
  OutboxSettings,
  OutboxStore,
} from './ports.ts'
import type { Schedule } from './schedule.ts'

/** What an outbox is made of. */
export interface OutboxParts {
  readonly store: OutboxStore
  readonly source: IntakeSource
  readonly delivery: IntakeDelivery
  /** Read before each step: staff may change them. */
  readonly settings: () => OutboxSettings
  readonly connection: ConnectionReading
  /** Whether a patient at the kiosk waits for the service right now. */
  readonly isBusy: () => boolean
  readonly clock: WallClock
  /** ms that Foyer has run on this kiosk, over all its starts. */
  readonly measured: () => number
  /** Uniform in [0, 1). */
  readonly random: () => number
  readonly log: (line: OutboxLine) => void
}

/** The outbox at work; the panel's side of it is `outbox-desk.ts`. */
export interface Outbox {
  readonly book: OutboxBook
  readonly schedule: Schedule
  /** The intake that is being tried right now. */
  inFlight(): string | null
  /** Something changed: an intake was finished, the connection is back, staff decided. */
  wake(): void
  /** Ends it; a try under way is given up, and is in doubt at the next start if it was creating. */
  stop(): Promise<void>
}
