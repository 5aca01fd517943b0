import type { Channel, Locale } from '../../shared/ipc.ts'
import type { Result } from '../../shared/result.ts'
import type { FormsPort } from './forms-port.ts'

/** Who came, in their own words. */
export interface IntakePerson {
  readonly firstName: string
  readonly lastName: string
  /** YYYY-MM-DD. */
  readonly dateOfBirth: string
  /** E.164, or null; one of the two is there. */
  readonly phone: string | null
  readonly email: string | null
}

/** Of whom an intake without the network is, when it begins. */
export interface CaptureStart {
  readonly helpNumber: string
  readonly language: Locale
  readonly person: IntakePerson
  /** Channels of the person's contacts that a code proved before the network went. */
  readonly proved: readonly Channel[]
}

/** An appointment of today that the kiosk knows without the network. */
export interface ExpectedAppointment {
  /** HH:MM where the clinic is. */
  readonly time: string
  /** Null where nobody is named. */
  readonly with: string | null
}

/** What the visit needs to take an intake without the network. */
export interface OfflinePort {
  /** Whether the service cannot be used now, by the one place that knows the connection. */
  isDown(): boolean
  /** Calls `listener` after each change of what is known of the connection; the function that comes back ends it. */
  onConnectionChange(listener: () => void): () => void
  /** Whether it can be offered now: the clinic wants it, its forms are known here, and there is room for one more. */
  canCapture(): boolean
  /** ms that a patient waits for the service before it is offered. */
  readonly afterMs: number
  /** Begins to keep what the patient gives; the id of the capture, once it is durable. `kind`: why it is not. */
  begin(start: CaptureStart): Result<string, { readonly kind: string }>
  /** The appointment of today with which name, date of birth and phone or e-mail all agree; null where there is none. */
  expected(person: IntakePerson): ExpectedAppointment | null
  /** The visit ended before the capture was finished: it is destroyed, or kept where the clinic wishes that. */
  abandon(captureId: string): void
  /** Opens the clinic's forms; `url` is the id of a capture, and `FormEvents.onFinished` says that all of it is kept. */
  readonly forms: FormsPort
}
