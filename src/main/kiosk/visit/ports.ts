import type { Id } from '../../../contract/values.ts'
import type { ArrivalKind } from '../../../shared/arrival.ts'
import type { HelpHeard } from '../../../shared/overlay.ts'
import type { IntakePerson } from '../../../shared/intake-person.ts'
import type { Channel, Locale } from '../../../shared/ipc.ts'
import type { QrCode } from '../../../shared/qr-code.ts'
import type { RequestReason } from '../../../shared/request-reason.ts'
import type { Result } from '../../../shared/result.ts'
import type { FormReports, FormView, OpenFormError } from '../../../shared/windows.ts'
import type { ServiceError } from '../../intake/http/errors.ts'

/** Appointment of today, as its patient sees it. */
export interface ArrivalAppointment {
  readonly id: Id
  /** ms since 1970. */
  readonly startsAt: number
  /** HH:MM where the clinic is. */
  readonly time: string
  /** Practitioner and kind of the appointment; null where the service names none. */
  readonly with: string | null
  readonly what: string | null
  /** Name of the other clinic that it is at; null for one here, and where the service names none. */
  readonly place: string | null
}

/** Findings on a patient's appointments of today; `none` has no appointments, every other kind one or several. */
export interface ArrivalFinding {
  readonly kind: ArrivalKind | 'none'
  readonly appointments: readonly ArrivalAppointment[]
}

/**
 * State of an arrival. `known`: the clinic has it, by the service or a listener; `waiting`: it will, or unclear;
 * `refused`: it will not.
 */
export type ArrivalState = 'known' | 'waiting' | 'refused'

/** The arrival of a patient as the visit has it; undefined in a visit where the clinic wants none. */
export interface ArrivalPort {
  /** Looks up today's appointments within a short while: a slower look returns a failure. */
  look(patientId: Id, signal: AbortSignal): Promise<Result<ArrivalFinding, ServiceError>>
  /** Notes that the patient is here. It is durable on return; the clinic gets it in the background. */
  confirm(appointment: ArrivalAppointment, patientId: Id): void
  /** Resolves when the clinic has the arrival, cannot get it, or a short while is over. */
  settled(appointmentId: Id, signal: AbortSignal): Promise<void>
  state(appointmentId: Id): ArrivalState
  /** Says where patients wait, in the clinic's words for this language; null where it has none. */
  directions(locale: Locale): string | null
}

/** Patient for whom the front desk gave a code. */
export interface DeskCodeMatch {
  readonly patientId: Id
  /** The form packet that it is for; null: those that wait. */
  readonly packetId: Id | null
}

/** Tells of a connection, of the service or of desks. */
export interface ConnectionPort {
  /** Calls `listener` after each change in its known state; the returned function ends it. */
  onConnectionChange(listener: () => void): () => void
}

/** The connection of the service, by the one place that knows it. */
interface ServicePort extends ConnectionPort {
  /** Tells whether the service cannot be used now. */
  isDown(): boolean
}

export interface DeskCodePort extends ConnectionPort {
  /** Tells whether a desk is there that could know it. */
  isOffered(): boolean
  /**
   * Asks the desks; a known code is used up. `wrong`: no answering desk knows it, or it is old or used; `unheard`: none
   * answered in time.
   */
  check(code: string, signal: AbortSignal): Promise<DeskCodeMatch | 'wrong' | 'unheard'>
}

/** A patient's call for help, as reported. */
export interface HelpAsked {
  /** The number that stands on the screen. */
  readonly number: string
  /** The screen on which it was asked, by its name. */
  readonly screen: string
  readonly language: Locale
  /** Their appointment of today, once they have said that they are here for it. */
  readonly appointmentId?: Id
}

/** Patient whom the kiosk sends to a person, as reported. */
export interface StaffNeeded extends Pick<HelpAsked, 'number' | 'language'> {
  readonly reason: RequestReason
}

export interface HelpCall {
  /** Null while nobody is known to have received it, or it could not be sent. */
  heard(): HelpHeard | null
  /** Nobody needs to come any more. */
  end(): void
}

/** Listens to the kiosk from elsewhere: a desk or a hub. Nothing here waits for anybody, nor throws. */
export interface DeskPort {
  /** Reports that a patient needs help. `onChange` is called after each change of `heard`. */
  askHelp(asked: HelpAsked, onChange: () => void): HelpCall
  /** Tells them that a patient is on the way to them, and why. */
  needStaff(needed: StaffNeeded): void
  /** Tells them that the service calls a packet of that patient complete. */
  formsCompleted(patientId: Id): void
}

/** Lets a patient fill in the forms on their own phone. */
export interface OwnPhonePort extends ServicePort {
  /**
   * Draws an address of the service's forms as a QR code; an error if no form would open there, or no phone could read
   * it.
   */
  draw(url: string): Result<QrCode, OpenFormError>
}

export interface FormEvents extends FormReports {
  readonly locale: Locale
  /** Of the visit, for the log. */
  readonly helpNumber: string
  /** Of a capture without the network: the patient is done, and all of it is kept durably. */
  readonly onFinished: () => void
}

/** A page for the patient: the service's own at its address, or that of a capture without the network. */
type FormPage = { readonly url: string } | { readonly captureId: string }

/**
 * Opens it, unseen until shown: by then the visit may be over, or staff may be at the kiosk. At most one at a time.
 */
export type OpenForm = (page: FormPage, events: FormEvents) => OpeningForm

/** A form view whose edges follow from Foyer's bar, its keys, and how low the patient wants the screen. */
export interface VisitForm extends FormView {
  /** Leaves the upper part of the screen free, or no longer. Settles when the form has its place. */
  setLowered(lowered: boolean): Promise<void>
}

export type OpeningForm = Promise<Result<VisitForm, OpenFormError>>

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

/** Takes an intake without the network. */
export interface OfflinePort extends ServicePort {
  /**
   * Tells whether it can be offered now: switched on, its forms known, room left, and not too many begun within the
   * hour.
   */
  canCapture(): boolean
  /** ms that a patient waits for the service before it is offered. */
  readonly afterMs: number
  /** Begins to keep what the patient gives; the id of the capture, once it is durable. `kind`: why it is not. */
  begin(start: CaptureStart): Result<string, { readonly kind: string }>
  /** The appointment of today with which name, date of birth and phone or e-mail all agree; null where there is none. */
  expected(person: IntakePerson): ExpectedAppointment | null
  /** The visit ended before the capture was finished: it is destroyed, or kept where the clinic wishes that. */
  abandon(captureId: string): void
}
