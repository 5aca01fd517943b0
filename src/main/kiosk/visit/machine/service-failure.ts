import { backoffMs } from '../../../../shared/backoff.ts'
import { contract } from '../../../../contract/index.ts'
import type { Operation } from '../../../../contract/operation.ts'
import type { RequestReason } from '../../../../shared/request-reason.ts'
import { isMisread, type ServiceError } from '../../../intake/http/errors.ts'
import type { LogFields } from '../log-port.ts'

type Meaning = 'wait' | 'outOfService' | 'staff'

/** Judges a failed call. `wait`: it may have been carried out; `outOfService`: the service rejects the kiosk. */
export function meaningOf(error: ServiceError): Meaning {
  return error.isolated ? 'staff' : meaningForAll(error)
}

function meaningForAll(error: ServiceError): Meaning {
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
      return isMisread(error) ? 'staff' : 'wait'
    case 'notFound':
    case 'conflictingMatches':
    case 'rejected':
    case 'refusedByEnvelope':
      return 'staff'
  }
}

/** Names the reason that staff see for a call after which no waiting helps. */
export function reasonOf(error: ServiceError): 'noAnswer' | 'unreadable' | 'refused' {
  if (meaningForAll(error) === 'wait') return 'noAnswer'
  return error.kind === 'unreadableAnswer' ? 'unreadable' : 'refused'
}

const { formPackets, identityProof, patients } = contract.partner

export const operationOfCall = {
  createProof: identityProof.create,
  sendCode: identityProof.send,
  verifyCode: identityProof.verify,
  proofStatus: identityProof.get,
  matchPatient: identityProof.getPatient,
  matchByName: patients.list,
  compareDateOfBirth: patients.get,
  openPackets: formPackets.list,
  createPacket: formPackets.create,
  formUrl: formPackets.getUrl,
  drawPhoneCode: formPackets.getUrl,
  packetProgress: formPackets.get,
} as const satisfies Readonly<Record<string, Operation>>

const operationsBehind: Partial<Record<RequestReason, Operation>> = {
  noMatch: identityProof.getPatient,
  severalMatches: identityProof.getPatient,
  proofIncomplete: identityProof.get,
  noDateOfBirthOnRecord: patients.get,
  refused: identityProof.send,
  unreadable: identityProof.verify,
}

/** Names the operation whose answer has staff called though no call failed; none for the patient's own answer. */
export function operationBehind(reason: RequestReason): Pick<LogFields, 'operation'> {
  const operation = operationsBehind[reason]
  return operation ? { operation: operation.id } : {}
}

const backoff = { firstMs: 2_000, longestMs: 30_000 } as const

/** Computes the wait before the next try after `failures` (1 and up) in a row, in ms; never less than the service asked for. */
export function retryDelayMs(failures: number, retryAfterMs: number): number {
  return Math.max(retryAfterMs, backoffMs(backoff, failures))
}

/** Writes the log fields of a failed call: everything an administrator needs, nothing of a patient. */
export function describeFailure(error: ServiceError): LogFields {
  const { operation, kind, attempts } = error
  const { status, reason, message, code } = error as Readonly<
    Partial<Record<'reason' | 'message' | 'code', string>> & { status?: number }
  >
  const detail = reason ?? message ?? code
  return {
    operation,
    error: kind,
    attempts,
    ...(status !== undefined && { status }),
    ...(detail !== undefined && { detail }),
  }
}
