import type { CalendarDate } from '../../shared/calendar-date.ts'
import type { Id } from '../values.ts'

/** A channel of a code. */
export type ProofChannel = 'sms' | 'email'

/** Status of a proof in an answer: a `gone` one takes no more codes. */
export interface ReadProofStatus {
  readonly state: 'proved' | 'pending' | 'locked' | 'gone'
  /** Channels that the answer names as verified. */
  readonly verified: readonly ProofChannel[]
}

/** Fields of a form packet that Foyer reads. */
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

/** Fields of a patient by which Foyer finds a person among several; null if the record does not give one. */
export interface ReadPatient {
  readonly id: Id
  readonly active: boolean
  readonly firstName: string | null
  readonly lastName: string | null
  /** First and last name as one. */
  readonly name: string | null
  /** YYYY-MM-DD. */
  readonly dateOfBirth: string | null
  readonly phone: string | null
  readonly email: string | null
}

/** Fields that distinguish packets; null if the packet does not give one. */
export interface ReadIntakePacket {
  readonly id: Id
  readonly name: string | null
  readonly patientId: Id | null
  readonly templateIds: readonly Id[] | null
}

/** An answer as it stands in a form. */
export interface ReadKeptAnswer {
  readonly element: Id | null
  readonly attribute: string | null
  readonly value: unknown
}

/** A form of a packet; `answers` is null where it does not tell them. */
export interface ReadKeptForm {
  readonly templateId: Id | null
  readonly version: number | null
  readonly answers: readonly ReadKeptAnswer[] | null
}

/** A packet with its forms. */
export interface ReadPacketContents extends ReadIntakePacket {
  readonly forms: readonly ReadKeptForm[]
}
