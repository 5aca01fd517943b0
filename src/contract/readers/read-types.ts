import type { CalendarDate } from '../../shared/calendar-date.ts'
import type { Id } from '../values.ts'

/** A channel of a code. */
export type ProofChannel = 'sms' | 'email'

/** What an answer says of a proof: `gone` is one that takes no code any more. */
export interface ReadProofStatus {
  readonly state: 'proved' | 'pending' | 'locked' | 'gone'
  /** Channels of which it says by name that they are verified. */
  readonly verified: readonly ProofChannel[]
}

/** What Foyer reads of a form packet. */
export interface ReadPacket {
  readonly id: Id
  /** Null where neither the packet nor its forms have a name. */
  readonly name: string | null
  /** As far as the packet says it. */
  readonly patientId: Id | undefined
  readonly locationId: Id | undefined
  readonly dueDate: CalendarDate | null
  readonly started: boolean
  /** Null where nothing that is known says it. */
  readonly completed: boolean | null
  readonly archived: boolean
}

/** A page of a list. */
export interface RowsPage {
  readonly items: readonly unknown[]
  /** What asks for the next page; null on the last one. */
  readonly nextCursor: string | null
}
