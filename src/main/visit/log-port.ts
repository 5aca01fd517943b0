import type { Refusal } from '../../shared/command-reply.ts'
import type { RequestReason } from '../../shared/request-reason.ts'
import type { VisitOutcome } from '../../shared/staff.ts'
import type { OpenFormError } from '../../shared/windows.ts'
import type { ServiceErrorKind } from '../service/http/errors.ts'

/** Events that the check-in logs. */
export type LogEvent =
  | 'visitStarted'
  | 'visitEnded'
  | 'callFailed'
  | 'formFailed'
  | 'staffNeeded'
  | 'helpRequested'
  /** Staff opened the visit to help with it, and no longer do. */
  | 'staffAssisted'
  | 'staffAssistEnded'
  /** The patient took a picture for the form's page. */
  | 'pictureGiven'
  /** A code of the front desk told whose visit it is. */
  | 'deskCodeTaken'
  /** The address of the patient's forms is shown to them as a code for their own phone. */
  | 'phoneCodeShown'
  /** So many codes were sent that nobody typed that all are slowed down now. */
  | 'unusualCodes'
  /** An intake without the network began, and ended before it was finished. */
  | 'intakeBegun'
  | 'intakeAbandoned'
  /** A patient is told of their appointment of today. */
  | 'appointmentTold'
  /** They said that they are here for it. */
  | 'arrivalConfirmed'
  | 'bug'
  | 'kioskOutOfService'
  | 'kioskBackInService'
  | 'commandRefused'

/**
 * The list of all that a log line may hold. A contact, a code, an answer, a token or the id of a
 * record has no field here and so no way into the log.
 */
export interface LogFields {
  /** The visit, by the number that the patient shows to the front desk. */
  readonly helpNumber?: string
  /** Reason for which staff is needed, a visit ended or a command was refused. */
  readonly reason?: RequestReason | VisitOutcome | Refusal['kind'] | `vault: ${string}`
  /** Id of the operation that failed. */
  readonly operation?: string
  readonly error?: ServiceErrorKind | OpenFormError['kind'] | 'gone' | 'useless'
  readonly status?: number
  /** Technical words of the failure itself (never of a body). */
  readonly detail?: string
  /** Origin (`URL.origin`) that a form was led to, or that failed it. */
  readonly origin?: string
  /** Requests that were made for the call. */
  readonly attempts?: number
  /** Type of a command, never what it carried. */
  readonly command?: string
}

/** Logs the events of the check-in. */
export interface Log {
  event(name: LogEvent, fields: LogFields): void
}

/** The log fields of a thrown error: its name only, for its message may quote what a patient typed. */
export function bugFields(error: unknown): LogFields {
  return { detail: error instanceof Error ? error.name : typeof error }
}
