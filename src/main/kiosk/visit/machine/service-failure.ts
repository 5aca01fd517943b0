import { backoffMs } from '../../../../shared/backoff.ts'
import { contract } from '../../../../contract/index.ts'
import type { Operation } from '../../../../contract/operation.ts'
import type { RequestReason } from '../../../../shared/request-reason.ts'
import { isCutOff, type ServiceError } from '../../../intake/http/errors.ts'
import type { LogFields } from '../log-port.ts'

/**
 * Judges a failed call: `wait` (a write may or may not have happened), `outOfService` (the service rejects the kiosk),
 * `staff` (no waiting helps).
 */
export function meaningOf(error: ServiceError): 'wait' | 'outOfService' | 'staff' {
  if (error.isolated) return 'staff'
  switch (error.kind) {
    case 'unreachable':
    case 'timedOut':
    case 'rateLimited':
    case 'serverFault':
      return 'wait'
    case 'unauthorized':
    case 'forbidden':
      return 'outOfService'
    case 'unreadableAnswer':
      return isCutOff(error) ? 'wait' : 'staff'
    case 'notFound':
    case 'conflictingMatches':
    case 'rejected':
    case 'refusedByEnvelope':
      return 'staff'
  }
}

/** Names the reason that staff see for a call after which no waiting helps. */
export function reasonOf(error: ServiceError): 'unreadable' | 'refused' {
  return error.kind === 'unreadableAnswer' ? 'unreadable' : 'refused'
}

const { identityProof, patients } = contract.partner
const operationsBehind: Partial<Record<RequestReason, Operation>> = {
  noMatch: identityProof.getPatient,
  severalMatches: identityProof.getPatient,
  proofIncomplete: identityProof.get,
  noDateOfBirthOnRecord: patients.get,
  refused: identityProof.send,
  unreadable: identityProof.verify,
}

/** The operation whose answer has staff called though no call failed; none where it is the patient's own answer. */
export function operationBehind(reason: RequestReason): Pick<LogFields, 'operation'> {
  const operation = operationsBehind[reason]
  return operation ? { operation: operation.id } : {}
}

const backoff = { firstMs: 2_000, longestMs: 30_000 } as const

/** Computes the wait before the next try after `failures` (1 and up) in a row, in ms; never less than the service asked for. */
export function retryDelayMs(failures: number, retryAfterMs: number): number {
  return Math.max(retryAfterMs, backoffMs(backoff, failures))
}

/** The log line of a failed call: everything an administrator needs, nothing of a patient. */
export function describeFailure(error: ServiceError): LogFields {
  const detail =
    'reason' in error
      ? error.reason
      : 'message' in error
        ? error.message
        : 'code' in error
          ? error.code
          : undefined
  return {
    operation: error.operation,
    error: error.kind,
    attempts: error.attempts,
    ...('status' in error ? { status: error.status } : {}),
    ...(detail === undefined ? {} : { detail }),
  }
}
