import type { ConnectionState } from '../../../shared/connection.ts'
import type { CallReport } from '../client/call-types.ts'
import { isCutOff, isFromBetween, type ServiceError } from '../http/errors.ts'

/** Evidence of one call about the connection to the intake service. */
export interface Evidence {
  readonly state: Exclude<ConnectionState, 'unknown' | 'slow'>
  /** Technical words for the log: an error code, a status. Nothing of an answer. */
  readonly reason: string
  /** ms that one request of the call took. */
  readonly perRequestMs: number
  /** Number of requests behind it. */
  readonly weight: number
}

/** Codes by which Node and OpenSSL refuse a certificate, or find no TLS where it should be. */
const tlsRefused =
  /^(?:CERT_|ERR_TLS_|ERR_SSL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|HOSTNAME_MISMATCH|EPROTO)/

/** Reads the evidence in a call; undefined if it has none, because the call was given up. */
export function evidenceOf({ error, attempts, tookMs }: CallReport): Evidence | undefined {
  const perRequestMs = tookMs / Math.max(1, attempts)
  if (!error) return { state: 'online', reason: 'answered', perRequestMs, weight: 1 }
  const meaning = meaningOf(error)
  return meaning && { ...meaning, perRequestMs, weight: Math.max(1, attempts) }
}

function meaningOf(error: ServiceError): Pick<Evidence, 'state' | 'reason'> | undefined {
  switch (error.kind) {
    case 'unreachable':
      if (error.reason === 'aborted') return undefined
      return { state: unreachedState(error.reason), reason: error.reason }
    case 'timedOut':
      return { state: 'offline', reason: 'no answer in time' }
    case 'serverFault':
      return { state: 'serviceDown', reason: `status ${error.status}` }
    case 'unreadableAnswer':
      if (isCutOff(error)) return { state: 'offline', reason: error.reason }
      if (isFromBetween(error)) return { state: 'refused', reason: error.reason }
      return { state: 'online', reason: 'unreadable' }
    case 'unauthorized':
    case 'forbidden':
      return { state: 'denied', reason: error.kind }
    case 'notFound':
    case 'conflictingMatches':
    case 'rejected':
    case 'refusedByEnvelope':
    case 'rateLimited':
      return { state: 'online', reason: error.kind }
  }
}

/** A host that refuses a connection is there, and so is the network. */
function unreachedState(code: string): Evidence['state'] {
  if (tlsRefused.test(code)) return 'refused'
  return code === 'ECONNREFUSED' ? 'serviceDown' : 'offline'
}
