import type { Refusal } from '../../../shared/bridge.ts'
import type { RequestReason } from '../../../shared/request-reason.ts'
import type { VisitOutcome } from '../../../shared/staff.ts'
import type { OpenFormError } from '../../../shared/windows.ts'
import type { ServiceErrorKind } from '../../intake/http/errors.ts'

const noted = { level: 'info', audited: true } as const
/** The front desk or an administrator must do something. */
const warned = { level: 'warn', audited: true } as const

export const logEvents = {
  visitStarted: noted,
  visitEnded: noted,
  staffNeeded: warned,
  helpRequested: warned,
  // Staff opened the visit without the date of birth to help with it, and no longer do.
  staffAssisted: noted,
  staffAssistEnded: noted,
  // The patient took a picture, and it is handed to the form's page; nothing of it is kept.
  pictureGiven: noted,
  // A visit began with a code that the front desk gave.
  deskCodeTaken: noted,
  // The address of the patient's forms was shown to them as a code for their own phone.
  phoneCodeShown: noted,
  // So many codes were sent that nobody typed that all are slowed down now.
  unusualCodes: warned,
  // An intake without the network began, and ended before it was finished.
  intakeBegun: noted,
  intakeAbandoned: noted,
  // A patient saw their appointment of today, and confirmed that they are here for it.
  appointmentTold: noted,
  arrivalConfirmed: noted,
  kioskOutOfService: { level: 'error', audited: true },
  kioskBackInService: noted,
  commandRefused: warned,
  // The call itself is in the audit already; the others concern no one's data.
  callFailed: { level: 'warn', audited: false },
  formFailed: { level: 'warn', audited: false },
  bug: { level: 'error', audited: false },
} as const satisfies Readonly<
  Record<string, { readonly level: 'info' | 'warn' | 'error'; readonly audited: boolean }>
>

export type LogEvent = keyof typeof logEvents

export type AuditedEvent = {
  [Name in LogEvent]: (typeof logEvents)[Name]['audited'] extends true ? Name : never
}[LogEvent]

export interface LogFields {
  // A contact, a code, an answer, a token or the id of a record has none and so cannot reach the log.
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
  /** Type of a command, never its content. */
  readonly command?: string
}

export interface Log {
  event(name: LogEvent, fields: LogFields): void
}

/** The log fields of a thrown error: its name only, for its message may quote what a patient typed. */
export function bugFields(error: unknown): LogFields {
  return { detail: error instanceof Error ? error.name : typeof error }
}
