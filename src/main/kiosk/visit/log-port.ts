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
  pictureGiven: noted,
  deskCodeTaken: noted,
  phoneCodeShown: noted,
  // So many codes were sent that nobody typed that all are slowed down now.
  unusualCodes: warned,
  intakeBegun: noted,
  intakeAbandoned: noted,
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
  readonly helpNumber?: string
  readonly reason?: RequestReason | VisitOutcome | Refusal['kind'] | `vault: ${string}`
  readonly operation?: string
  readonly error?: ServiceErrorKind | OpenFormError['kind'] | 'gone' | 'useless'
  readonly status?: number
  /** Technical words, never of a body. */
  readonly detail?: string
  /** As `URL.origin` writes it. */
  readonly origin?: string
  readonly attempts?: number
  /** Its type, never its content. */
  readonly command?: string
}

export interface Log {
  event(name: LogEvent, fields: LogFields): void
}

/** Names a thrown error for the log; its message may quote what a patient typed. */
export function bugFields(error: unknown): LogFields {
  return { detail: error instanceof Error ? error.name : typeof error }
}
