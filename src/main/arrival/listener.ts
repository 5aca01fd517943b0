import type { Id } from '../../contract/values.ts'

/** An arrival as those are told who listen to this kiosk: no more than is known here, and nothing of the patient. */
export interface ToldArrival {
  readonly appointmentId: Id
  /** ISO date-time. */
  readonly startsAt: string
  /** Whom the appointment is with; null where nobody is named. */
  readonly with: string | null
}

/** Whoever the kiosk tells of arrivals besides the service. */
export interface ArrivalListener {
  /**
   * A patient has come. Whether somebody will hear of it, for sure: what is to be handed on must be durable when this
   * returns true. Told again only where Foyer stopped before it could note that it was told.
   */
  patientArrived(arrival: ToldArrival): boolean
}
