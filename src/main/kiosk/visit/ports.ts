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

export interface ArrivalAppointment {
  readonly id: Id
  /** ms since 1970. */
  readonly startsAt: number
  /** HH:MM where the clinic is. */
  readonly time: string
  readonly with: string | null
  readonly what: string | null
  /** Name of the other clinic that it is at; null for one here, and where the service names none. */
  readonly place: string | null
}

/** `none` has no appointments, every other kind one or several. */
export interface ArrivalFinding {
  readonly kind: ArrivalKind | 'none'
  readonly appointments: readonly ArrivalAppointment[]
}

/** `known`: the clinic has it, by the service or a listener; `waiting`: it will, or unclear; `refused`: it will not. */
export type ArrivalState = 'known' | 'waiting' | 'refused'

export interface ArrivalPort {
  /** Looks up today's appointments within a short while: a slower look returns a failure. */
  look(patientId: Id, signal: AbortSignal): Promise<Result<ArrivalFinding, ServiceError>>
  /** Durable on return; the clinic gets it in the background. */
  confirm(appointment: ArrivalAppointment, patientId: Id): void
  /** Resolves when the clinic has the arrival, cannot get it, or a short while is over. */
  settled(appointmentId: Id, signal: AbortSignal): Promise<void>
  state(appointmentId: Id): ArrivalState
  /** Null where the clinic has no words of its own. */
  directions(locale: Locale): string | null
}

export interface DeskCodeMatch {
  readonly patientId: Id
  /** The form packet that it is for; null: those that wait. */
  readonly packetId: Id | null
}

export interface ConnectionPort {
  /** The returned function ends it. */
  onConnectionChange(listener: () => void): () => void
}

interface ServicePort extends ConnectionPort {
  isDown(): boolean
}

export interface DeskCodePort extends ConnectionPort {
  isOffered(): boolean
  /** A known code is used up. `wrong`: unknown, old or used; `unheard`: no desk answered in time. */
  check(code: string, signal: AbortSignal): Promise<DeskCodeMatch | 'wrong' | 'unheard'>
}

export interface HelpAsked {
  readonly number: string
  readonly screen: string
  readonly language: Locale
  readonly appointmentId?: Id
}

export interface StaffNeeded extends Pick<HelpAsked, 'number' | 'language'> {
  readonly reason: RequestReason
}

export interface HelpCall {
  heard(): HelpHeard | null
  end(): void
}

/** Nothing here waits for anybody, nor throws. */
export interface DeskPort {
  askHelp(asked: HelpAsked, onChange: () => void): HelpCall
  needStaff(needed: StaffNeeded): void
  formsCompleted(patientId: Id): void
}

export interface OwnPhonePort extends ServicePort {
  /** An error if no form would open there, or no phone could read it. */
  draw(url: string): Result<QrCode, OpenFormError>
}

export interface FormEvents extends FormReports {
  readonly locale: Locale
  readonly helpNumber: string
  readonly onFinished: () => void
}

type FormPage = { readonly url: string } | { readonly captureId: string }

/** Unseen until shown: by then the visit may be over, or staff at the kiosk. At most one at a time. */
export type OpenForm = (page: FormPage, events: FormEvents) => OpeningForm

export interface VisitForm extends FormView {
  /** Settles when the form has its place. */
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

export interface ExpectedAppointment {
  readonly time: string
  readonly with: string | null
}

export interface OfflinePort extends ServicePort {
  /** Switched on, its forms known, room left, and not too many begun within the hour. */
  canCapture(): boolean
  readonly afterMs: number
  /** The id of the capture, once it is durable. */
  begin(start: CaptureStart): Result<string, { readonly kind: string }>
  expected(person: IntakePerson): ExpectedAppointment | null
  /** The visit ended before the capture was finished: it is destroyed, or kept where the clinic wishes that. */
  abandon(captureId: string): void
}
