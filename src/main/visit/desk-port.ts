import type { Id } from '../../contract/values.ts'
import type { Locale } from '../../shared/ipc.ts'
import type { HelpHeard } from '../../shared/help-heard.ts'
import type { RequestReason } from '../../shared/request-reason.ts'

/** A patient's call for help, as it is told. */
export interface HelpAsked {
  /** The number that stands on the screen. */
  readonly number: string
  /** The screen on which it was asked, by its name. */
  readonly screen: string
  readonly language: Locale
  /** Their appointment of today, once they have said that they are here for it. */
  readonly appointmentId?: Id
}

/** A patient whom the kiosk sends to a person, as it is told. */
export interface StaffNeeded extends Pick<HelpAsked, 'number' | 'language'> {
  readonly reason: RequestReason
}

/** A call for help that stands. */
export interface HelpCall {
  /** Null while nobody is known to have heard it, or it could not be said. */
  heard(): HelpHeard | null
  /** Nobody needs to come any more. */
  end(): void
}

/** Who listens to the kiosk from elsewhere: a desk or a hub. Nothing here waits for anybody, nor throws. */
export interface DeskPort {
  /** Tells them that a patient needs help. `onChange` is called after each change of `heard`. */
  askHelp(asked: HelpAsked, onChange: () => void): HelpCall
  /** Tells them that a patient is on the way to them, and why. */
  needStaff(needed: StaffNeeded): void
  /** Tells them that the service calls a packet of that patient complete. */
  formsCompleted(patientId: Id): void
}
