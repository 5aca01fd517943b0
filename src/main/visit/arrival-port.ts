import type { Id } from '../../contract/values.ts'
import type { ArrivalKind } from '../../shared/arrival.ts'
import type { Locale } from '../../shared/ipc.ts'
import type { Result } from '../../shared/result.ts'
import type { ServiceError } from '../service/http/errors.ts'

/** An appointment of today, as its patient is told of it. */
export interface ArrivalAppointment {
  readonly id: Id
  /** ms since 1970. */
  readonly startsAt: number
  /** HH:MM where the clinic is. */
  readonly time: string
  /** Whom it is with, and what kind of visit it is; null where the service names none. */
  readonly with: string | null
  readonly what: string | null
  /** Name of the other clinic that it is at; null for one here, and where the service names none. */
  readonly place: string | null
}

/** What a patient's appointments of today come to; `none` has no appointments, every other kind one or several. */
export interface ArrivalFinding {
  readonly kind: ArrivalKind | 'none'
  readonly appointments: readonly ArrivalAppointment[]
}

/**
 * What is known of an arrival: `known`, the clinic has been told, by the service or by whoever listens; `waiting`: it
 * will be told, or nobody can say yet whether it was; `refused`: it will not be.
 */
export type ArrivalState = 'known' | 'waiting' | 'refused'

/** The arrival of a patient as the visit has it; undefined in a visit where the clinic wants none. */
export interface ArrivalPort {
  /** Looks up what is to be told today, within a short while: what takes longer comes back as a failure. */
  look(patientId: Id, signal: AbortSignal): Promise<Result<ArrivalFinding, ServiceError>>
  /** The patient says that they are here. It is durable when this returns; the clinic is told in the background. */
  confirm(appointment: ArrivalAppointment, patientId: Id): void
  /** Resolves when the clinic was told of it, cannot be, or a short while is over. */
  settled(appointmentId: Id, signal: AbortSignal): Promise<void>
  state(appointmentId: Id): ArrivalState
  /** Where patients wait, in the clinic's words for this language; null where it has none. */
  directions(locale: Locale): string | null
}
